import FlowScreen
import Testing

@Suite("Names of keys")
struct KeyTests {
    /// Every key that a terminal may send, with the characters of some scripts.
    private static let all: [Key] = {
        let special: [Key] = [
            .tab, .backTab, .enter, .escape, .up, .down, .left, .right, .home, .end, .pageUp, .pageDown, .wordLeft, .wordRight,
            .backspace, .delete,
        ]
        let letters = "abcdefgklnopqrstuvwxyz".map(Key.control) + [" ", "\\", "]", "^", "_"].map(Key.control)
        let scalars =
            (0x20...0x17F).filter { !(0x7F..<0xA1).contains($0) && $0 != 0xAD } + Array(0x531...0x556) + [0x4E2D, 0x1F600]
        return special + letters + scalars.compactMap(Unicode.Scalar.init).map { .character(Character($0)) }
    }()

    @Test func `a key is read again from what the screen calls it, and from what is typed for it`() {
        for key in KeyTests.all {
            #expect(Key(key.name) == key, "\(key.name)")
            #expect(Key(key.spelling) == key, "\(key.spelling)")
            #expect(!key.name.contains(" ") && !key.spelling.contains(" "), "\(key)")
        }
        #expect(Set(KeyTests.all.map(\.name)).count == KeyTests.all.count)
        #expect(Set(KeyTests.all.map(\.spelling)).count == KeyTests.all.count)
    }

    @Test(arguments: [
        ("up", Key.up), ("PGDN", .pageDown), ("Return", .enter), ("escape", .escape), ("c-U", .control("u")),
        ("^u", .control("u")),
        ("C-i", .tab), ("C-m", .enter), ("C-h", .backspace), ("C-[", .escape), ("c-left", .wordLeft), ("C-Space", .control(" ")),
        ("^", "^"), ("-", "-"), ("space", " "),
    ])
    func `a name has more than one form, and Control with some keys is another key`(name: String, key: Key) {
        #expect(Key(name) == key)
    }

    @Test(arguments: [
        "", " ", "ab", "F1", "C-", "C-1", "C-é", "M-x", "\n", "\u{7F}", "\u{AD}", "\u{301}", "e\u{301}", "🏳️‍🌈", "Spaces",
    ])
    func `what no terminal sends as one key is none`(name: String) {
        #expect(Key(name) == nil)
    }
}

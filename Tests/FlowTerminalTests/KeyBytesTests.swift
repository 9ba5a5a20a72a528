import FlowScreen
import Testing

@testable import FlowTerminal

/// Keys of a terminal whose description is not asked.
@Suite("Keys as bytes")
struct KeyBytesTests {
    private func keys(_ text: String) -> [Key] {
        var bytes = Array(text.utf8)
        var keys: [Key] = []
        while let key = KeyBytes.take(from: &bytes) { keys.append(key) }
        return keys
    }

    @Test func `letters, sequences and the escape key are told apart`() {
        #expect(keys("q\u{1B}[Aé\u{1B}OB\u{1B}") == ["q", .up, "é", .down, .escape])
        #expect(keys("\u{1B}[5~\u{1B}[Z\t\r\u{7F}\u{15}") == [.pageUp, .backTab, .tab, .enter, .backspace, .control("u")])
    }

    @Test func `a sequence that means nothing is left out as a whole`() {
        #expect(keys("\u{1B}[200~x\u{1B}[1;2Py") == ["x", "y"])
    }

    @Test(arguments: [
        ("\u{1B}", true), ("\u{1B}[", true), ("\u{1B}[1;5", true), ("\u{1B}[A", false), ("\u{1B}x", false), ("q", false),
        ("", false),
    ])
    func `what may go on is waited for`(_ text: String, _ isPart: Bool) {
        #expect(KeyBytes.isPart(Array(text.utf8)) == isPart)
    }

    @Test func `half a character is waited for`() {
        #expect(KeyBytes.isPart([0xC3]) && KeyBytes.isPart([0xF0, 0x9F, 0x98]) && !KeyBytes.isPart(Array("é".utf8)))
    }
}

import FlowTestSupport
import Testing

@testable import FlowApp

@Suite("Text of settings")
struct ConfigTextTests {
    private func read(_ text: String) -> ConfigText { ConfigText(Array(text.utf8), file: "c") }

    @Test(arguments: [
        ("\"a\"", ConfigValue.text("a")), ("'a\\b\"'", .text("a\\b\"")), ("\"\"", .text("")), ("''", .text("")),
        ("\"\\t\\n\\\"\\\\\\u00e9\\U0001F600\"", .text("\t\n\"\\é😀")), ("\"# no comment\"", .text("# no comment")),
        ("12", .integer(12)), ("+1", .integer(1)), ("-0", .integer(0)), ("1_000", .integer(1_000)), ("0", .integer(0)),
        ("9223372036854775807", .integer(.max)), ("0.5", .number(0.5)), ("-1e3", .number(-1_000)), ("6.5E-2", .number(0.065)),
        ("1_0.0_1", .number(10.01)), ("true", .boolean(true)), ("false", .boolean(false)),
        ("[]", .list([])), ("[ \"a\" , 'b', ]", .list([.text("a"), .text("b")])),
        ("[1,true]", .list([.integer(1), .boolean(true)])),
    ])
    func `a value means what TOML says`(text: String, value: ConfigValue) {
        for line in ["a=\(text)", " \ta\t= \(text) \t", "a = \(text)# comment", "a = \(text)\r"] {
            let read = read(line)
            #expect(read.entries == [ConfigEntry(section: "", name: "a", value: value, line: 1)], "\(line)")
            #expect(read.problems == [], "\(line)")
        }
    }

    /// Each line is also a mistake in TOML, or uses an unsupported part of TOML.
    @Test(arguments: [
        ("a", "a line is 'name = value', for example a = \"…\""),
        ("a =", "a has no value; a line is 'name = value', for example a = \"…\""),
        ("a = # x", "a has no value; a line is 'name = value', for example a = \"…\""),
        ("= 1", "'= 1' does not begin with a name; a line is 'name = value', '[section]' or '# a comment'"),
        ("\"a\" = 1", "a name has no quotes here; write name = value"),
        ("a.b = 1", "a name has no dots here; write [section] above, then name = value"),
        ("a = b", "'b' is not a number, true or false; put a text in quotes: \"b\""),
        ("a = True", "'True' is not a number, true or false; put a text in quotes: \"True\""),
        ("a = inf", "'inf' is not a number, true or false; put a text in quotes: \"inf\""),
        ("a = 012", "'012' is not written as a number; write it with digits, for example 12 or 0.5"),
        ("a = 0x1F", "'0x1F' is not written as a number; write it with digits, for example 12 or 0.5"),
        ("a = 1.", "'1.' is not written as a number; write it with digits, for example 12 or 0.5"),
        ("a = 1__0", "'1__0' is not written as a number; write it with digits, for example 12 or 0.5"),
        ("a = 1979-05-27", "'1979-05-27' is not written as a number; write it with digits, for example 12 or 0.5"),
        ("a = 9223372036854775808", "'9223372036854775808' is too large a number; write a smaller one"),
        ("a = 1e999", "'1e999' is too large a number; write a smaller one"),
        ("a = \"b", "the text has no end; close it with \""),
        ("a = 'b", "the text has no end; close it with '"),
        ("a = \"\"\"b\"\"\"", "a text of several lines is not supported; write one line in single quotes"),
        ("a = \"\\x\"", "\\x means nothing in a text; write \\\\ for \\, or put the text in '…'"),
        ("a = \"\\ud800\"", "a character's number has 4 digits, for example \\u00e9"),
        ("a = [1", "the list has no end; close it with ] on the same line"),
        ("a = [1 2]", "'2]' follows a value of the list; put a comma between"),
        ("a = [,]", "'' is not a number, true or false; put a text in quotes: \"\""),
        ("a = [[1]]", "a list in a list is not supported; write one list"),
        ("a = {b = 1}", "a table in braces is not supported; write [section] and a line for each name"),
        ("a = 1 b = 2", "'b = 2' follows the end of the value; move it to another line, or put # before it"),
        ("[a", "the heading has no end; write [a]"),
        ("[a] b", "'b' follows the end of the value; move it to another line, or put # before it"),
        ("[[a]]", "[[…]] is for lists of tables, of which there are none; write [section]"),
        ("# \u{7}", "the line has the character U+0007, which is invisible; remove it"),
    ])
    func `a line that says nothing is told with its number, and the others count`(line: String, what: String) {
        let read = read("first = 1\n\(line)\n[last]\nb = 2")

        #expect(read.problems.map(\.description) == ["c:2: \(what)"])
        #expect(read.entries.map(\.name) == ["first", "b"])
        #expect(read.entries.last?.section == "last")
    }

    @Test func `a name or heading that stands there twice is told with both lines`() {
        let read = read("a = 1\na = 2\n[k]\na = 3\n[l]\n[k]\nb = 4\n")

        #expect(
            read.problems.map(\.description) == [
                "c:2: a is in line 1 already; keep one of the two",
                "c:6: [k] is in line 3 already; put these lines below that one",
            ])
        #expect(read.entries.map { "\($0.section).\($0.name) \($0.line)" } == [".a 1", "k.a 4"])
    }

    @Test func `what is not UTF-8 is told with its line, and a mark of byte order is none`() {
        let read = ConfigText([0xEF, 0xBB, 0xBF] + Array("a = 1\nb = \"".utf8) + [0xFF] + Array("\"\nc = 3".utf8), file: "c")

        #expect(read.problems.map(\.description) == ["c:2: the line is not UTF-8; save the file as UTF-8"])
        #expect(read.entries.map(\.name) == ["a", "c"])
    }

    @Test(arguments: Rounds.seeds(full: 20_000))
    func `what is written is read again`(seed: UInt64) {
        var chance = SeededChance(seed: Rounds.seed ^ seed)
        let entries = (0..<chance.below(12)).map { number in
            ConfigEntry(section: "", name: "n\(number)", value: value(&chance, isInList: false), line: number + 1)
        }

        let text = entries.map { "\($0.name) = \($0.value.written)" }.joined(separator: chance.oneIn(2) ? "\n" : "\r\n")

        #expect(read(text).entries == entries)
        #expect(read(text).problems == [])
    }

    private func value(_ chance: inout SeededChance, isInList: Bool) -> ConfigValue {
        switch chance.below(isInList ? 4 : 5) {
        case 0: .integer(Int(truncatingIfNeeded: chance.next()) >> chance.below(64))
        case 1: .number(Double(chance.below(2_000_000) - 1_000_000) / 64 + 0.5 / 64)
        case 2: .boolean(chance.oneIn(2))
        case 3: .text(text(&chance))
        default: .list((0..<chance.below(4)).map { _ in value(&chance, isInList: true) })
        }
    }

    private func text(_ chance: inout SeededChance) -> String {
        (0..<chance.below(8)).reduce(into: "") { text, _ in
            let scalars: [Unicode.Scalar] = [
                "\"", "'", "\\", "#", "\n", "\t", "\r", "\u{0}", "\u{7F}", "a", "é", "😀", " ", "]", ",", "=",
            ]
            text.unicodeScalars.append(scalars[chance.below(scalars.count)])
        }
    }

    @Test(arguments: Rounds.seeds(full: 100_000))
    func `whatever the bytes are, every problem has a line, and they are read within their time`(seed: UInt64) {
        var chance = SeededChance(seed: Rounds.seed ^ seed &* 31)
        let parts = [
            "a = ", "[", "]", "\"", "'", "\\u", "keys", "pause", "=", "1", ".", "#", "\n", ",", "{", "theme", "\u{FEFF}", "-",
            "e", "_",
        ]
        let bytes = (0..<chance.below(60)).flatMap { _ in
            chance.oneIn(4) ? [UInt8(chance.below(256))] : Array(parts[chance.below(parts.count)].utf8)
        }
        let lines = bytes.count { $0 == 10 } + 1

        Rounds.hold("\(seed)") {
            let config = Config(ConfigText(bytes, file: "c"), file: "c")
            for problem in config.problems {
                guard case .line(let number, "c") = problem.origin else {
                    Issue.record("\(problem)")
                    continue
                }
                #expect((1...lines).contains(number) && !problem.what.isEmpty)
            }
        }
    }

    @Test func `a file that is too long is told`() {
        let text = ConfigText([UInt8](repeating: 0x23, count: ConfigText.limit + 1), file: "c")

        #expect(
            text.problems.map(\.description) == ["c:1: the file is longer than 64 KB; settings take less, so name another file"])
    }
}

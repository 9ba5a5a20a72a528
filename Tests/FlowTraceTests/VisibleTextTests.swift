import FlowTrace
import Testing

@Suite("VisibleText")
struct VisibleTextTests {
    @Test func `what is unsafe is what Unicode calls a control, a bidirectional control, a separator of lines, or ignorable`() {
        for scalar in (0...0x10_FFFF).compactMap(Unicode.Scalar.init) {
            let properties = scalar.properties
            let isControl = [.control, .lineSeparator, .paragraphSeparator].contains(properties.generalCategory)
            let isHidden = properties.isDefaultIgnorableCodePoint || (0xFFF9...0xFFFB).contains(scalar.value)
            let isJoining = properties.isVariationSelector || properties.isJoinControl
            let isUnsafe = isControl || properties.isBidiControl || isHidden && !isJoining

            #expect(VisibleText.isUnsafe(scalar) == isUnsafe, "\(scalar.value)")
        }
    }

    @Test(arguments: [
        ("\u{1B}]0;x\u{7}\r\n\t\0", "␛]0;x␇␍␊␉␀", "␛]0;x␇␍\n␉␀"),
        ("a\u{7F}\u{9B}31m\u{85}", "a␡\u{FFFD}31m\u{FFFD}", "a␡\u{FFFD}31m\u{FFFD}"),
        (
            "\u{202E}a\u{2066}\u{61C}\u{200F}\u{2028}", "\u{FFFD}a\u{FFFD}\u{FFFD}\u{FFFD}\u{FFFD}",
            "\u{FFFD}a\u{FFFD}\u{FFFD}\u{FFFD}\u{FFFD}"
        ),
        (
            "a\u{200B}b\u{FEFF}\u{AD}\u{2060}\u{E0041}\u{3164}", "a\u{FFFD}b\u{FFFD}\u{FFFD}\u{FFFD}\u{FFFD}\u{FFFD}",
            "a\u{FFFD}b\u{FFFD}\u{FFFD}\u{FFFD}\u{FFFD}\u{FFFD}"
        ),
        (
            "a\u{200D}b\u{FE0F} é\u{200C}\u{200C}", "a\u{FFFD}b\u{FFFD} é\u{200C}\u{FFFD}", "a\u{FFFD}b\u{FFFD} é\u{200C}\u{FFFD}"
        ),
        ("❤️‍🔥 ☎️ می‌خواهم", "❤️‍🔥 ☎️ می‌خواهم", "❤️‍🔥 ☎️ می‌خواهم"),
        ("👩‍👩‍👧 e\u{301} 漢 \u{A0}", "👩‍👩‍👧 e\u{301} 漢 \u{A0}", "👩‍👩‍👧 e\u{301} 漢 \u{A0}"), ("", "", ""),
    ]) func `what is unsafe is shown, and the rest stays`(text: String, line: String, lines: String) {
        #expect(VisibleText.line(text) == line)
        #expect(VisibleText.lines(text) == lines)
    }

    @Test(arguments: [(10, "abcdefghij"), (9, "abcd…ghij"), (4, "a…ij"), (3, "a…j")])
    func `what is too long loses its middle`(limit: Int, line: String) {
        #expect(VisibleText.line("abcdefghij", limit: limit) == line)
        #expect(VisibleText.line("abcdefghi\n", limit: limit) == line.replacing("j", with: "␊"))
    }
}

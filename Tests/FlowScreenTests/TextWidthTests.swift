import FlowScreen
import Testing

@Suite("TextWidth")
struct TextWidthTests {
    @Test(arguments: [
        ("", 0), ("abc", 3), ("漢字", 4), ("한글", 4), ("e\u{301}", 1), ("👍", 2), ("👍🏽", 2), ("🇩🇪", 2), ("ｱ", 1), ("Ａ", 2),
        ("●○◆▲│━▏█⣿✕⊘∞▎▾‖", 15), ("\u{1112}\u{1161}\u{11AB}", 2), ("\u{200B}\u{FE0F}", 0), ("\u{3000}", 2), ("\u{A0}", 1),
        ("\u{301}", 1), ("a\nb", 3), ("🀄", 2), ("⚡", 2), ("👨‍👩‍👧", 6),
    ])
    func `columns of text`(text: String, columns: Int) {
        #expect(TextWidth.width(of: text) == columns)
    }

    @Test(arguments: [
        ("\u{1B}[31mred", "␛[31mred"), ("a\nb\tc\r", "a␊b␉c␍"), ("\u{0}\u{7F}", "␀␡"), ("\u{9B}31m", "\u{FFFD}31m"),
        ("\u{85}", "\u{FFFD}"), ("\u{E000}", "\u{FFFD}"), ("\u{378}", "\u{FFFD}"), ("\u{10FFFF}", "\u{FFFD}"),
        ("\u{2028}\u{2029}", "\u{FFFD}\u{FFFD}"), ("a\u{202E}b\u{200D}c\u{FEFF}", "abc"), ("❤\u{FE0F}", "❤"),
        ("👍🏽", "👍"), ("e\u{301}\u{302}", "e\u{301}"), ("\u{301}", "\u{25CC}\u{301}"), ("\u{A0}", " "),
        ("\u{1112}\u{1161}\u{11AB}", "한"), ("a\u{AD}b", "ab"), ("\u{E0041}", ""), ("漢字 ok", "漢字 ok"),
    ])
    func `text is made safe`(text: String, safe: String) {
        #expect(Array(TextWidth.sanitised(text).unicodeScalars) == Array(safe.unicodeScalars))
    }

    @Test func `every scalar is shown, marks or vanishes, and nothing that commands a terminal is left`() {
        for value in (0...UInt32(0x3FFFF)).compactMap(Unicode.Scalar.init) {
            let safe = TextWidth.sanitised(String(value))
            let isSafe = safe.unicodeScalars.allSatisfy { $0.value >= 0x20 && !(0x7F...0x9F ~= $0.value) }
            let width = TextWidth.width(of: safe)
            if !isSafe || width > 2 || TextWidth.sanitised(safe) != safe {
                Issue.record("U+\(String(value.value, radix: 16)) became \(safe.debugDescription), \(width) wide")
            }
        }
    }

    @Test(arguments: [
        ("abcdef", 6, "abcdef"), ("abcdef", 5, "abcd…"), ("abcdef", 1, "…"), ("abcdef", 0, ""), ("abcdef", .min, ""),
        ("", 3, ""), ("漢字漢", 6, "漢字漢"), ("漢字漢", 5, "漢字…"), ("漢字漢", 4, "漢…"), ("漢字漢", 2, "…"),
        ("e\u{301}e\u{301}e\u{301}", 2, "e\u{301}…"), ("a\nb", 3, "a␊b"),
    ])
    func `text is cut to fit`(text: String, columns: Int, cut: String) {
        #expect(TextWidth.cut(text, to: columns) == cut)
    }

    @Test func `the mark of a cut is the caller's`() {
        #expect(TextWidth.cut("abcdef", to: 4, mark: "~") == "abc~")
        #expect(TextWidth.cut("abcdef", to: 1, mark: "漢") == "")
    }
}

import FlowTestSupport
import Testing

@Suite("VirtualTerminal")
struct VirtualTerminalTests {
    @Test(arguments: ["\u{1B}", "\u{1B}(", "\u{1B}[", "\u{1B}[12;4", "\u{1B}[?10"])
    func `a sequence that was cut off leaves the next one whole`(beginning: String) {
        expectBack(after: Array(beginning.utf8))
    }

    @Test(arguments: 1...3) func `a character that was cut off leaves the next sequence whole`(length: Int) {
        expectBack(after: Array("😀".utf8.prefix(length)))
    }

    /// `\e[2;4r` lets the rows 2 to 4 of five scroll.
    @Test(
        arguments: [
            ("\u{1B}[2S", ["a", "d", "", "", "e"]), ("\u{1B}[T", ["a", "", "b", "c", "e"]),
            ("\u{1B}[3H\u{1B}[M", ["a", "b", "d", "", "e"]), ("\u{1B}[3H\u{1B}[9L", ["a", "b", "", "", "e"]),
            ("\u{1B}[4H\n", ["a", "c", "d", "", "e"]), ("\u{1B}[2H\u{1B}M", ["a", "", "b", "c", "e"]),
            ("\u{1B}[5H\u{1B}[M", ["a", "b", "c", "d", "e"]),
        ])
    func `text scrolls within its rows alone`(command: String, rows: [String]) {
        var terminal = VirtualTerminal(columns: 4, rows: 5)

        terminal.feed("a\r\nb\r\nc\r\nd\r\ne\u{1B}[2;4r\(command)\u{1B}[r".utf8)

        #expect(terminal.rows == rows)
    }

    private func expectBack(after bytes: [UInt8]) {
        var terminal = VirtualTerminal(columns: 8, rows: 2)
        terminal.feed("\u{1B}[?1049h".utf8)
        terminal.feed(bytes)
        terminal.feed("\u{1B}[?1049lback".utf8)

        #expect(!terminal.isAlternate && terminal.rows == ["back", ""])
    }
}

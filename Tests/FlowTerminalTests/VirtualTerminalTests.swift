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

    private func expectBack(after bytes: [UInt8]) {
        var terminal = VirtualTerminal(columns: 8, rows: 2)
        terminal.feed("\u{1B}[?1049h".utf8)
        terminal.feed(bytes)
        terminal.feed("\u{1B}[?1049lback".utf8)

        #expect(!terminal.isAlternate && terminal.rows == ["back", ""])
    }
}

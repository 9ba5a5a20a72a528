@testable import FlowTerminal
import FlowScreen
import Testing

@Suite("InputDecoder")
struct InputDecoderTests {
    private func scalars(_ text: String) -> [RawInput] {
        text.unicodeScalars.map { .scalar($0.value) }
    }

    @Test(arguments: [
        ("a", [Key.character("a")]), ("\u{0}\u{1}\u{1A}\u{1C}", [.control(" "), .control("a"), .control("z"), .control("\\")]),
        ("\t\r\n\u{7F}\u{8}", [.tab, .enter, .enter, .backspace, .backspace]),
        ("\u{1B}\u{1B}q", [.escape, .escape, .character("q")]),
        ("\u{1B}[1;5A", []), ("\u{1B}[38;5mz", [.character("z")]), ("\u{1B}Oz", []), ("\u{1B}O", [.escape, .character("O")]),
        ("\u{1B}[", []), ("\u{85}", []), (" ", [.character(" ")]),
    ])
    func `scalars are keys`(text: String, keys: [Key]) {
        var decoder = InputDecoder()

        #expect(decoder.decode(scalars(text)) == keys.map(TerminalInput.key))
    }

    @Test func `a pasted text may come in pieces and has lines that end alike`() {
        var decoder = InputDecoder()

        let first = decoder.decode([.code(InputDecoder.pasteBeginsCode)] + scalars("a\r\nb\u{1B}"))
        let second = decoder.decode(scalars("[c\rd\ne") + [.code(InputDecoder.pasteEndsCode)] + scalars("f"))

        #expect(first == [])
        #expect(second == [.paste("a\nb\u{1B}[c\nd\ne"), .key(.character("f"))])
    }

    @Test func `an endless paste keeps only so much`() {
        var decoder = InputDecoder()
        let text = [RawInput](repeating: .scalar(0x61), count: InputDecoder.pasteLimit + 5)

        let inputs = decoder.decode([.code(InputDecoder.pasteBeginsCode)] + text + [.code(InputDecoder.pasteEndsCode)])

        #expect(inputs == [.paste(String(repeating: "a", count: InputDecoder.pasteLimit))])
    }

    @Test func `the mouse passes through and unknown codes do not`() {
        var decoder = InputDecoder()
        let event = MouseEvent(.click, at: Point(x: 3, y: 4))

        #expect(decoder.decode([.code(0x3FF), .mouse(event)]) == [.mouse(event)])
    }
}

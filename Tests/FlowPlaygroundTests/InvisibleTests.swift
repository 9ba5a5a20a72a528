@testable import FlowPlayground
import FlowCore
import FlowTrace
import Testing

/// Characters that command a terminal, or show a text as another, get neither into a chain nor out of it.
@Suite("Invisible characters")
struct InvisibleTests {
    static let scalars: [Unicode.Scalar] =
        (Array(0...0x9F) + [0x61C, 0x2028, 0x2029] + Array(0x200E...0x200F) + Array(0x202A...0x202E)
        + Array(0x2066...0x2069)).compactMap(Unicode.Scalar.init).filter {
            VisibleText.isUnsafe($0) && !"\t\n\r".unicodeScalars.contains($0)
        }

    /// Snippets with an invisible character at each kind of place.
    private static func places(_ scalar: Unicode.Scalar) -> [String] {
        [
            "// a\(scalar)\nJust(1)", "/* /* a\(scalar) */ */ Just(1)", "Just(\"a\(scalar)\")", "Just(\"\\(\"\(scalar)\")\")",
            "Just(1)\(scalar)",
        ]
    }

    @Test func `are refused wherever they stand, by number and place`() {
        #expect(InvisibleTests.scalars.count == 29 + 1 + 32 + 14)
        for scalar in InvisibleTests.scalars {
            for text in InvisibleTests.places(scalar) {
                let error = #expect(throws: Problem.self) { try Chain(text) }

                let lines = error?.lines(in: SourceText(text)) ?? []
                let number = String(scalar.value, radix: 16, uppercase: true)
                let name = "U+" + String("000\(number)".suffix(4))
                #expect(
                    lines.first?.hasSuffix(
                        "error: the control character \(name) is not allowed here; leave it out, or write \\u{\(number)} in a string"
                    ) == true)
                #expect(error.map { SourceText(text)[$0.span] } == String(scalar))
                #expect(!lines.joined().unicodeScalars.contains(where: VisibleText.isUnsafe), "\(name)")
            }
        }
    }

    @Test func `are shown where they stand, with the caret under them`() {
        let source = SourceText("Just(1) // e\u{301}\u{1B}]0;x\u{7}")
        let error = #expect(throws: Problem.self) { try Chain(source.text) }

        #expect(
            error?.lines(in: source) == [
                "1:13: error: the control character U+001B is not allowed here; leave it out, or write \\u{1B} in a string",
                "  Just(1) // e\u{301}␛]0;x␇", "              ^",
            ])
    }

    @Test func `come out of a printed test as their numbers`() throws {
        let chain = try Chain("Just(\"\\u{1B}\\u{9B}\\u{202E}\\u{2028}\\u{85}\\r\\n\\t\\0\\\"\\\\é\")")
        let output = ChainOutput(
            time: VirtualTime(nanoseconds: 0), sink: "output", text: "\u{1B}\u{9B}\u{202E}\u{2028}\u{85}\r\n\t\0\"\\é")

        let lines = SwiftPrinter(chain).test(expecting: [output]).split(separator: "\n").map { $0.drop { $0 == " " } }

        #expect(lines.contains(#""0 s output \u{1B}\u{9B}\u{202E}\u{2028}\u{85}\r\n\t\u{0}\"\\é","#))
    }

    @Test func `come out of what is sent as their numbers`() throws {
        let sends = [(VirtualTime(nanoseconds: 0), "\u{9B}\u{202E}\u{7}")] as [SwiftPrinter.Send]

        let lines = SwiftPrinter(try Chain("keys()"), sends: sends).program.split(separator: "\n").map { $0.drop { $0 == " " } }

        #expect(lines.contains(#"typed.send("\u{9B}\u{202E}\u{7}")"#))
    }

    @Test func `a carriage return does not get code out of a comment`() throws {
        let chain = try Chain("// harmless\rprint(\"pwned\") //\r\nJust(1)")

        let lines = SwiftPrinter(chain).program.split(separator: "\n")

        #expect(lines[2] == "// harmless")
        #expect(
            lines[6...9] == [
                "    // harmless", "    print(\"pwned\") //",
                "    subscriptions.append(Just(1).shown(as: \"output\", scheduler, show).sink(receiveCompletion: { _ in }, receiveValue: { _ in }))",
                "    scheduler.run()",
            ])
    }
}

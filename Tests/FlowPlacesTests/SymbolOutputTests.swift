import FlowTrace
import Testing

@testable import FlowPlaces

@Suite("The output of symbolizers")
struct SymbolOutputTests {
    private func functions(_ text: String, _ kind: SymbolTool.Kind = .symbolizer) -> [UInt64: [PlaceName.Function]] {
        SymbolOutput.functions(in: Array(text.utf8), kind)
    }

    @Test func `inlined functions come innermost first`() {
        let text = "0x10\ninner\n/a/b.swift:3:4\nouter\n/a/c.swift:5:6\n\n0x20\n??\n??:0:0\n\n"

        #expect(
            functions(text) == [
                0x10: [
                    .init(name: "inner", file: "/a/b.swift", line: 3, column: 4),
                    .init(name: "outer", file: "/a/c.swift", line: 5, column: 6),
                ]
            ])
    }

    @Test func `a place in several lines is one, and where a continued function begins no place of its call`() {
        let fields = { (start: Int, line: Int, column: Int) in
            "  Filename: /a/b.swift\n  Function start filename: /a/b.swift\n  Function start line: \(start)\n"
                + "  Function start address: 0x10\n  Line: \(line)\n  Column: \(column)\n"
        }
        let text = """
            0x10
            inner
            \(fields(2, 3, 4))outer
            \(fields(5, 5, 0))
            0x20
            $s1m1fyyYaFTQ1_
            \(fields(5, 5, 0))
            0x30
            $s1m1fyyYaFTQ1_
            \(fields(5, 7, 0))
            0x40
            ??
            \(fields(0, 0, 0))
            """

        #expect(
            functions(text) == [
                0x10: [
                    .init(name: "inner", file: "/a/b.swift", line: 3, column: 4),
                    .init(name: "outer", file: "/a/b.swift", line: 5),
                ],
                0x20: [.init(name: "$s1m1fyyYaFTQ1_", file: "/a/b.swift")],
                0x30: [.init(name: "$s1m1fyyYaFTQ1_", file: "/a/b.swift", line: 7)],
            ])
    }

    @Test func `addr2line has no columns, and words after the line`() {
        let text =
            "0x0000000000000010\nf\n/a/b.c:3 (discriminator 2)\n0x0000000000000020\ng\n/a/b.swift:?\n0x0000000000000030\n??\n??:0\n"

        #expect(
            functions(text, .addr2line) == [
                0x10: [.init(name: "f", file: "/a/b.c", line: 3)], 0x20: [.init(name: "g", file: "/a/b.swift")],
            ])
    }

    @Test(arguments: [
        "", "\n\n\n", "0x", "0xzz\nf\ng:1:1", "f\ng:1:1\n", "0x10", "0x10\nf", "0x10\nf\n\n", "0x10\nf\n:::\n",
        "0xffffffffffffffffffff\nf\ng:1:1",
    ])
    func `output that is none names nothing wrong`(text: String) {
        #expect(functions(text).values.joined().allSatisfy { $0.line == 0 && $0.column == 0 })
    }

    @Test func `numbers out of range are unknown`() {
        #expect(
            functions("0x10\nf\n/a:99999999999999999999:-3\n") == [0x10: [.init(name: "f", file: "/a", line: 0, column: 0)]])
    }

    @Test func `bytes that are no text, and lines without an end, are read up to a limit`() {
        let long = Array("0x10\n".utf8) + [UInt8](repeating: 0xFF, count: 100_000) + Array("\nx:1:2\n".utf8)

        #expect(SymbolOutput.functions(in: long, .symbolizer)[0x10]?.count == 1)
        let many = "0x10\n" + String(repeating: "f\na:1:2\n", count: 10_000)
        #expect(functions(many)[0x10]?.count == 64)
    }

    @Test func `the parts of an async function are one function`() {
        #expect(NearbyLine.wholeFunction("$s4mdbg3BoxC7consumeyyYaFTY1_") == "$s4mdbg3BoxC7consumeyyYaF")
        #expect(NearbyLine.wholeFunction("$s4mdbg3BoxC7consumeyyYaFTQ12_") == "$s4mdbg3BoxC7consumeyyYaF")
        #expect(NearbyLine.wholeFunction("$s4mdbg3BoxC7consumeyyYaF") == "$s4mdbg3BoxC7consumeyyYaF")
        #expect(NearbyLine.wholeFunction("$s17FlowTracedProgramSbSicfU_") == "$s17FlowTracedProgramSbSicfU_")
    }
}

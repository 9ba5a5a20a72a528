import FlowTestSupport
import Foundation
import Testing

@testable import FlowTry

@Suite("TriedFile")
struct TriedFileTests {
    private func write(_ text: String, to path: String) throws {
        try text.write(toFile: path, atomically: true, encoding: .utf8)
    }

    @Test func `a file that was saved is read again, once, and not while it is empty`() throws {
        let folder = try TemporaryFolder()
        let path = folder.path("a.swift")
        try write("print(1)", to: path)
        var file = TriedFile(Snippet(name: "a.swift", text: "print(1)"), at: path)

        var seen = [file.reload()]
        for text in ["print(22)", "", nil, "print(3)"] {
            if let text { try write(text, to: path) } else { try FileManager.default.removeItem(atPath: path) }
            seen += [file.reload(), file.reload()]
        }

        #expect(seen == [false, true, false, false, false, false, false, true, false])
        #expect(file.snippet == Snippet(name: "a.swift", text: "print(3)"))
    }

    @Test func `what was saved without a change is not tried again, nor what came from elsewhere`() throws {
        let folder = try TemporaryFolder()
        let path = folder.path("a.swift")
        try write("print(1)", to: path)
        var file = TriedFile(Snippet(name: "a.swift", text: "print(1)"), at: path)
        var code = TriedFile(Snippet(name: "code", text: "print(1)"), at: nil)

        try write("print(1)", to: path)
        let seen = [file.reload(), code.reload()]

        #expect(seen == [false, false])
    }
}

@Suite("OutputTail")
struct OutputTailTests {
    private func tail(_ parts: [String]) -> OutputTail {
        var tail = OutputTail()
        for part in parts { tail.append(Array(part.utf8)) }
        return tail
    }

    @Test(arguments: [
        ([], 0, []), (["a\nb"], 2, ["a", "b"]), (["a\nb\n"], 2, ["a", "b"]), (["a", "b\n", "\n", "c"], 3, ["ab", "", "c"]),
    ]) func `lines are counted and cut where they end`(parts: [String], count: Int, lines: [String]) {
        #expect(tail(parts).lineCount == count)
        #expect(tail(parts).lines(10) == lines)
        #expect(tail(parts).lines(1) == Array(lines.suffix(1)))
    }

    @Test func `of a gigabyte the last lines are kept`() {
        let chunk = Array((String(repeating: "x", count: 99) + "\n").utf8)
        var tail = OutputTail()
        for _ in 0..<10_000 { tail.append(chunk + chunk) }
        tail.append(Array("end".utf8))

        #expect(tail.lineCount == 20_001)
        #expect(tail.byteCount <= 2 * OutputTail.kept)
        #expect(tail.lines(2) == [String(repeating: "x", count: 99), "end"])
        #expect(tail.lines(5_000).dropLast().allSatisfy { $0.count == 99 })
    }

    @Test func `a line without an end is cut`() {
        #expect(tail([String(repeating: "x", count: 5_000)]).lines(1)[0].count == 2_000)
    }
}

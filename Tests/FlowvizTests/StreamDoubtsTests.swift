import FlowTestSupport
import Foundation
import Testing

@testable import FlowTry

@Suite("What a trace of sources will not show")
struct StreamDoubtsTests {
    @Test func `types, own operators and the import of AsyncAlgorithms are named with their lines`() {
        let text = """
            import AsyncAlgorithms
            extension AsyncSequence {
                func removeDuplicates() -> Self { self }  // MultiProducerSingleConsumerAsyncChannel
                func helper() {}
            }
            let pair = MultiProducerSingleConsumerAsyncChannel.makeChannel(of: Int.self)
            let text = "NIOAsyncChannel"
            """

        #expect(
            StreamDoubts(text).doubts.map { "\($0.line) \($0.note.prefix { $0 != ":" })" } == [
                "1 import AsyncAlgorithms", "3 func removeDuplicates",
                "6 MultiProducerSingleConsumerAsyncChannel is not traced",
            ])
    }

    @Test func `a stream that is spelled with Swift's module is Swift's own`() {
        let text = """
            import _Concurrency
            func sum(_ stream: _Concurrency.AsyncStream<Int>) async -> Int { await stream.reduce(0, +) }  // _Concurrency.AsyncStream
            let task: _Concurrency.Task<Void, Never>
            let made = _Concurrency . AsyncThrowingStream<Int, any Error>.makeStream()
            """
        let notes = ["AsyncStream", "AsyncThrowingStream"].map {
            "_Concurrency.\($0) is Swift's own and is not traced: write \($0), or .probe(\"name\") behind the stream"
        }

        #expect(StreamDoubts(text).doubts == [.init(line: 2, note: notes[0]), .init(line: 4, note: notes[1])])
        #expect(Snippet(name: "a.swift", text: text).untracedNote == notes.joined(separator: "; "))
    }

    @Test func `an operator's name outside of an extension of a stream is nobody's operator`() {
        #expect(
            StreamDoubts("struct Tree { func map() {} }\nimport FlowAlgorithms\nextension Array { func zip() {} }").doubts == [])
    }

    @Test func `the operators are those that the modules declare`() throws {
        let streams = #/(?ms)^( *)extension (?:Publisher|AsyncSequence)\b[^{]*\{\n(.*?)^\1\}/#
        let method = #/(?m)^ *public (?:consuming )?func (\w+)/#
        let files = ["FlowCore", "FlowAsync", "FlowAlgorithms"].flatMap { Repository.swiftFiles(in: "Sources/\($0)") }
        let declared = try files.flatMap { try Repository.text($0).matches(of: streams).map(\.output.2) }
            .flatMap { $0.matches(of: method).map(\.output.1) }

        #expect(declared.count > 20)
        #expect(Set(declared).subtracting(StreamDoubts.operators) == [])
    }

    @Test func `a tried file says what it names that is never traced, and more where nothing was seen`() {
        let channel = Snippet(
            name: "a.swift", text: "import AsyncAlgorithms\nMultiProducerSingleConsumerAsyncChannel.makeChannel()")
        let own = Snippet(name: "a.swift", text: "struct A: AsyncSequence, AsyncIteratorProtocol {}")
        let note =
            "MultiProducerSingleConsumerAsyncChannel is not traced: neither the producers that wait in its send nor its values are seen"

        #expect(channel.untracedNote == note)
        #expect(channel.nothingSeenNote == "no stream was seen; \(note)")
        #expect(own.untracedNote == nil)
        #expect(
            own.nothingSeenNote
                == "no stream was seen; AsyncIteratorProtocol makes a sequence of the file's own: it is traced from .probe(\"name\") on"
        )
        #expect(Snippet(name: "a.swift", text: "print(1)").nothingSeenNote == "no stream was seen")
    }

    @Test func `OpenCombine's own subjects are those of a file that imports OpenCombine`() {
        func exports(_ module: String) -> [String] { Snippet(name: "a.swift", text: "import \(module)\n").exports }

        #expect(exports("Combine") == ["TryKit", "Combine"])
        #expect(exports("OpenCombine") == ["TryKit", "FlowCore", "OpenCombineShim"])
        #expect(exports("OpenCombineShim") == ["TryKit", "FlowCore", "OpenCombineShim"])
    }

    @Test func `AsyncAlgorithms is there without an import only where nothing is imported, and nothing collides`() {
        func exports(_ text: String) -> [String] { Snippet(name: "a.swift", text: text).exports }

        #expect(exports("print(1)") == ["TryKit", "Combine", "FlowAlgorithms"])
        #expect(exports("import Foundation\nprint(1)") == ["TryKit", "Combine"])
        #expect(exports("extension AsyncSequence {\n    func share() {}\n}") == ["TryKit", "Combine"])
        #expect(exports("stream.share()") == ["TryKit", "Combine", "FlowAlgorithms"])
        let spelled = exports("import Foundation\nfunc f(_ s: _Concurrency.AsyncStream<Int>) {}")
        #expect(spelled == ["TryKit", "Combine", "func FlowUntraced.AsyncStream"])
        #expect(exports("import Foundation\n// _Concurrency.AsyncStream") == ["TryKit", "Combine"])
    }

    @Test func `doctor reads the sources below a folder, in order`() throws {
        let folder = try TemporaryFolder()
        try FileManager.default.createDirectory(atPath: folder.path("a/.build"), withIntermediateDirectories: true)
        for path in ["a/B.swift", "a/A.swift", "a/.build/C.swift", "a/D.txt"] {
            try Data("let a = NIOAsyncWriter<Int>()\n".utf8).write(to: URL(filePath: folder.path(path)))
        }

        let run = try Program.run(["doctor", "--sources", folder.path("a")])
        let note = "NIOAsyncWriter is traced as part of a NIOAsyncChannel only"
        #expect(run.output == "\(folder.path("a/A.swift")):1: \(note)\n\(folder.path("a/B.swift")):1: \(note)\n")
        #expect(
            try Program.run(["doctor", "--sources", folder.path("b")]).errors
                == "flowviz: there is no '\(folder.path("b"))'; name a folder or a file of Swift\n")
    }
}

import FlowTestSupport
import Foundation
import Testing

@testable import FlowTry

@Suite("PackageSurvey")
struct PackageSurveyTests {
    private func package(_ files: [String: String]) throws -> TemporaryFolder {
        let folder = try TemporaryFolder()
        for (path, text) in files {
            let file = URL(filePath: folder.path(path))
            try FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
            try Data(text.utf8).write(to: file)
        }
        return folder
    }

    @Test func `doctor says what try would show of a package, and what not`() throws {
        let folder = try package([
            "Package.swift": "import PackageDescription\n",
            "Sources/A/A.swift": "import AsyncAlgorithms\nlet a = AsyncStream<Int> { _ in }\nlet b = AsyncChannel<Int>()\n",
            "Sources/A/B.swift":
                "// AsyncThrowingStream\nfunc f(_ c: AsyncStream<Int>, _ d: NIOAsyncChannel<Int, Int>) {}\nlet n: NIOAsyncWriter<Int>\n",
            "Tests/T.swift": "\nlet n: NIOAsyncWriter<Int>\n",
            ".build/C.swift": "let a: AsyncStream<Int>\n",
        ])
        let run = try Program.run(["doctor", folder.path])
        let note = "NIOAsyncWriter is traced as part of a NIOAsyncChannel only"
        #expect(
            run.output == """
                Sources/A/B.swift:3: \(note)
                Tests/T.swift:2: \(note)
                flowviz try traces AsyncStream in 2 files, AsyncChannel in 1 file, AsyncAlgorithms in 1 file, NIOAsyncChannel in 1 file

                """)
        #expect(try PackageSurvey(of: folder.path + "/").reasons == [note])
    }

    @Test func `a package without streams, and a folder that is not there`() throws {
        let folder = try package(["a.swift": "print(\"AsyncStream\")\n"])
        #expect(try Program.run(["doctor", folder.path]).output == "no file names a stream that flowviz try traces\n")
        let missing = folder.path("missing")
        #expect(try Program.run(["doctor", missing]).errors == "flowviz: '\(missing)' is not a folder; name that of a package\n")
    }
}

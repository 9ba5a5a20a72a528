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

    @Test func `doctor reads the dependencies that are here, and names Combine's libraries`() throws {
        let manifest = "import PackageDescription\nlet package = Package(dependencies: [.package(url: \"a\", from: \"1.0.0\")])\n"
        let own = [
            "Package.swift": manifest, "Sources/A.swift": "@testable import OpenCombine\nimport class Foundation.Thread\n",
            "Sources/B.swift":
                "#if canImport(Combine)\n    import Combine\n#else\n    import OpenCombine\n#endif\n// import Combine\n",
        ]
        let combine = """
            OpenCombine is not traced in a package: link FlowAgent, and record the program with 'flowviz record -- PROGRAM' \
            (imported in 2 files)
            Combine is Apple's and not traced, and there is none on Linux (imported in 1 file)
            no file names a stream that flowviz try traces

            """
        let absent = try package(own)
        #expect(
            try Program.run(["doctor", absent.path]).output == combine
                + "its dependencies are not read: their sources are not here; 'swift package resolve' fetches them\n")

        let here = try package(
            own.merging([
                ".build/checkouts/nio/Sources/N.swift": "let a: AsyncStream<Int>\n",
                ".build/checkouts/nio/Tests/N.swift": "let a: AsyncThrowingStream<Int>\n",
                ".build/checkouts/log/Sources/L.swift": "let a = 1\n",
            ]) { $1 })
        #expect(
            try Program.run(["doctor", here.path]).output == combine
                + "nio: AsyncStream in 1 file\n1 other dependency names no stream\n")
    }

    @Test func `a package without streams, and a folder that is not there`() throws {
        let folder = try package(["a.swift": "print(\"AsyncStream\")\n"])
        #expect(try Program.run(["doctor", folder.path]).output == "no file names a stream that flowviz try traces\n")
        let missing = folder.path("missing")
        #expect(try Program.run(["doctor", missing]).errors == "flowviz: '\(missing)' is not a folder; name that of a package\n")
    }
}

import FlowTestSupport
import Foundation
import Testing

@testable import FlowTry

/// The messages of `try` before it builds anything; `make test-try` builds and runs.
@Suite("flowviz try", .notForever)
struct TryCommandTests {
    private static let usual = "it takes a time from 1ms to 1000000s, for example 5s"

    @Test(arguments: [
        (["try"], "no file is given; write flowviz try FILE.swift, or --code 'SWIFT'"),
        (["try", "a.swift", "--code", "print(1)"], "both a file and --code are given; give one"),
        (["try", "--code", " \n"], "'code' is empty; it takes Swift, for example [1, 2, 3].publisher.sink { print($0) }"),
        (["try", "--code", "print(1)", "--for", "5"], "--for '5' is not valid; \(usual)"),
        (["try", "--code", "print(1)", "--for", "0s"], "--for '0s' is not valid; \(usual)"),
    ]) func `a mistake is one line`(words: [String], answer: String) throws {
        let run = try Program.run(words)

        #expect(run.errors == "flowviz: \(answer)\n")
        #expect(run.output == "" && run.status == .exited(2))
    }

    @Test func `a file that is not there, or is too long, is said`() throws {
        let folder = try TemporaryFolder()
        let long = folder.path("long.swift")
        try String(repeating: "/", count: Snippet.limit + 1).write(toFile: long, atomically: true, encoding: .utf8)

        #expect(
            try Program.run(["try", "/no/such.swift"]).errors
                == "flowviz: cannot read '/no/such.swift': No such file or directory; name a file of Swift, or the folder of a package\n"
        )
        #expect(
            try Program.run(["try", long]).errors
                == "flowviz: '\(long)' is longer than 1 MB; try takes a smaller file\n")
    }

    @Test func `what is missing is said: a toolchain, a folder for what is built, flowviz's sources`() throws {
        let folder = try TemporaryFolder()
        let bin = folder.path("prefix/bin")
        try FileManager.default.createDirectory(atPath: bin, withIntermediateDirectories: true)
        try folder.copyProgram(Program.path, to: "prefix/bin/flowviz")
        let (words, tools) = (["try", "--code", "print(1)"], ["PATH": bin])

        #expect(
            try Program.run(words, tools).errors
                == "flowviz: try compiles with Swift, and no folder of PATH has a 'swift'; install a toolchain from swift.org\n")
        try folder.copyProgram("/bin/true", to: "prefix/bin/swift")
        #expect(
            try Program.run(words, tools.merging(["HOME": ""]) { $1 }).errors
                == "flowviz: try builds in the user's cache, and neither XDG_CACHE_HOME nor HOME is an absolute path; set one\n")
        let run = try ProgramRun("\(bin)/flowviz", words, environment: Program.environment.merging(tools) { $1 })
        #expect(
            run.errors == """
                flowviz: try needs flowviz's sources, and there are none in '\(folder.path("prefix/share/flowviz/source"))'; \
                install flowviz with make install, or run it from its clone

                """)
        #expect(run.status == .exited(1))
    }

    @Test func `in virtual time the last line is another, and what virtual time does not reach is named`() {
        let code = "_ = Thread.isMainThread // Process\nURLSession.shared.flush {}\nsem_wait(&s)\nprint(\"Pipe\", Thread())"
        var snippet = Snippet(name: "a.swift", text: code)
        let note = snippet.virtualNote
        snippet.isVirtual = true

        #expect(note == nil)
        #expect(snippet.virtualNote == "not in virtual time, and not waited for: URLSession, sem_wait")
        #expect(snippet.source == "#sourceLocation(file: \"a.swift\", line: 1)\n\(code)\nTryVirtual.goOn()\n")
    }

    @Test(arguments: [("a\u{1B}[2J.swift", "a␛[2J.swift"), ("a\"\u{301}\\(b)\r\n", "a_\u{301}_(b)␍␊"), ("漢.swift", "漢.swift")])
    func `whatever a file is called, its name is a literal`(name: String, literal: String) {
        #expect(Snippet(name: name, text: "").source.hasPrefix("#sourceLocation(file: \"\(literal)\", line: 1)\n"))
    }

    @Test func `the package is named by what it is made of, and names flowviz's sources`() throws {
        let sources = try FlowvizSources(of: Program.path)
        let manifest = TryPackage.manifest(of: sources)

        #expect(sources.folder == Repository.root.path)
        #expect(manifest.contains("path: \"\(sources.folder)/TryKit\""))
        #expect(BuildCache.key(of: ["a", "b"]) == BuildCache.key(of: ["a", "b"]))
        #expect(BuildCache.key(of: ["a", "b"]) != BuildCache.key(of: ["ab", ""]))
    }
}

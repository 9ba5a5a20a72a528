import Testing

@testable import FlowTry

/// Command lines of the compiler as SwiftPM writes them, read by the wrapper.
@Suite("CompilerCall")
struct CompilerCallTests {
    private func call(_ line: String, _ files: [String: String] = [:]) -> CompilerCall {
        CompilerCall(CommandWords.words(line)) { files[$0] }
    }

    @Test func `a module's sources stand in a response file`() {
        let files = ["/b/sources": "/p/A.swift\n'/p/the user'\\''s/B.swift'\n/p/C\\ D.swift\n"]
        let line = "-module-name App -emit-module -c @/b/sources -I /b/Modules -Xcc -I -Xcc /c -parseable-output"
        #expect(
            call(line, files).work
                == .module(name: "App", sources: ["/p/A.swift", "/p/the user's/B.swift", "/p/C D.swift"]))
        #expect(call(line, files).moduleFolders == ["/b/Modules"])
        #expect(call(line, files).searchWords == ["-I", "/b/Modules", "-Xcc", "-I", "-Xcc", "/c"])
    }

    @Test func `a module may use the macros of its package`() {
        let line = "-module-name App -c /p/main.swift -plugin-path /usr/lib/swift/host/plugins"
        #expect(!call(line).usesMacros)
        #expect(call("\(line) -Xfrontend -load-plugin-executable -Xfrontend /b/Macros-tool#Macros").usesMacros)
    }

    @Test func `a program and a library are linked`() {
        #expect(
            call("-o App -emit-executable @/b/Objects.LinkFileList", ["/b/Objects.LinkFileList": "/b/a.swift.o\n"]).work == .link)
        #expect(call("-o libA.so -emit-library @/b/Objects.LinkFileList").work == .link)
    }

    @Test(arguments: [
        "-print-target-info", "--version", "-h", "", "@/missing",
        "-modulewrap /b/A.swiftmodule -o /b/A.o",
        "-I /pm/ManifestAPI -package-description-version 6.0.0 /p/Package.swift -o m",
        "-package-description-version 6.0.0 -emit-executable /p/Plugins/Stamp.swift -o s",
        "-frontend -c /p/A.swift -module-name A",
    ])
    func `everything else is passed on`(_ line: String) {
        #expect(call(line).work == .other)
    }

    @Test func `quoted words are read as they were`() {
        var generator = SystemRandomNumberGenerator()
        let characters = Array("a b'\"\\\n\t$&<é")
        for _ in 0..<200 {
            let words = (0..<Int.random(in: 0...4, using: &generator)).map { _ in
                String((0..<Int.random(in: 0...6, using: &generator)).map { _ in characters.randomElement(using: &generator)! })
            }
            #expect(CommandWords.words(words.map(CommandWords.quoted).joined(separator: " ")) == words)
        }
    }

    @Test(arguments: [
        ("AsyncStream", true, false), ("let s: AsyncThrowingStream<Int, Error>", true, false), ("MyAsyncStream", false, false),
        ("AsyncStreams", false, false), ("AsyncStream_", false, false), ("_AsyncStream", false, false),
        ("éAsyncStream", false, false),
        ("[AsyncStream]", true, false), ("import AsyncAlgorithms", false, true), ("", false, false),
        ("_Concurrency.AsyncStream AsyncAlgorithms", true, true),
    ])
    func `names are whole words`(_ text: String, _ streams: Bool, _ algorithms: Bool) {
        let names = StreamNames(in: [[], Array(text.utf8)])
        #expect((names.hasStreams, names.hasAlgorithms) == (streams, algorithms))
    }
}

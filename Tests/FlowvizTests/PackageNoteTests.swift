import FlowTestSupport
import Foundation
import Testing

@testable import FlowTry

/// The notes about a package's modules, and the compiler's messages about its files.
@Suite("Package notes")
struct PackageNoteTests {
    @Test func `the last note about a module holds`() throws {
        let folder = try TemporaryFolder()
        let notes = CompilerNotes(folder: folder.path)
        #expect(notes.all == [])
        notes.note(.traced(module: "A"))
        notes.note(.untraced(module: "B", reason: "B.swift:1:2: error: no"))
        notes.note(.traced(module: "C"))
        notes.note(.untraced(module: "C", reason: "C.swift:1:2: error: no"))
        notes.note(.traced(module: "B"))
        notes.note(.algorithms("error: what is this"))
        #expect(
            notes.all == [
                .traced(module: "A"), .algorithms("error: what is this"), .traced(module: "B"),
                .untraced(module: "C", reason: "C.swift:1:2: error: no"),
            ])
        #expect(
            notes.all.compactMap(\.words) == [
                "AsyncAlgorithms is not traced, since flowviz does not know this version: error: what is this",
                "module C is not traced, since it does not compile with flowviz's streams: C.swift:1:2: error: no",
            ])
        #expect(CompilerNotes.nothingSeen(notes.all) == "no stream was seen; the traced modules of the package are A, B")
        #expect(CompilerNotes.nothingSeen([]) == "no stream was seen: no module names AsyncStream or AsyncAlgorithms")
    }

    @Test func `a module is tried again once a source has changed`() throws {
        let folder = try TemporaryFolder()
        let source = folder.path("a.swift")
        try Data("let a = 1".utf8).write(to: URL(filePath: source))
        try setTime(of: source, Date(timeIntervalSince1970: 1_000))
        let notes = CompilerNotes(folder: folder.path)
        #expect(!notes.isUntraced("A", [source]))
        notes.note(.untraced(module: "A", reason: "no"))
        #expect(notes.isUntraced("A", [source]))
        try setTime(of: source, .distantFuture)
        #expect(!notes.isUntraced("A", [source]))
        #expect(!notes.isUntraced("A", [folder.path("missing.swift")]))
    }

    @Test func `messages about the package's files are kept, by their paths below it`() {
        var output = BuildOutput(below: "/p/the app")
        output.read(
            """
            [3/12] Compiling App main.swift
            /p/the app/Sources/App/main.swift:3:5: error: cannot find 'x' in scope
              |     `- error: cannot find 'x' in scope
            /p/the app/Sources/App/main.swift:3:5: error: cannot find 'x' in scope
            /p/the app 2/Sources/App/main.swift:3:5: error: elsewhere
            /p/the app/Sources/App/b.swift:0:5: error: no such line
            error: emit-module command failed

            """.utf8)
        #expect(
            output.messages.map { $0.words(naming: "the app") } == ["Sources/App/main.swift:3:5: error: cannot find 'x' in scope"]
        )
        #expect(output.failures == ["emit-module command failed"])
        #expect(output.progress?.words == "3 of 12")
    }

    private func setTime(of path: String, _ date: Date) throws {
        try FileManager.default.setAttributes([.modificationDate: date], ofItemAtPath: path)
    }
}

import FlowScreen
import FlowTestSupport
import FlowViews
import Foundation
import Testing

@testable import FlowApp
@testable import FlowSessions

@Suite("A text of the line that is tried as Swift", .notForever)
struct HandOverTests {
    private static let text = "FileManager.default.currentDirectoryPath.publisher.sink { print($0) }"

    private func screen(_ app: AppFixture) -> String {
        var surface = Surface(Size(width: 120, height: 36))
        RootView(Scene.screen(app.state, app.session)).draw(into: &surface)
        return TextOutput.render(surface)
    }

    @Test func `the first Enter says what the line has met and what a second does, which hands it over`() throws {
        var app = try AppFixture("pace")
        let choice = try #require(app.state.choice)
        app.type("i" + HandOverTests.text)

        let first = app.press(.enter)
        let offer = screen(app).rows(with: "If it is Swift")
        let problem = try #require(app.state.editor?.problem)
        let said = screen(app).rows(with: "error: \(problem.message)")
        let second = app.press(.enter)

        #expect(first == [])
        #expect(offer == ["    If it is Swift: Enter again compiles it, and runs it with your permissions."])
        #expect(said == ["    error: \(problem.message)"])
        #expect(second == [.keep(HandOverTests.text), .tryTyped(TypedText(text: HandOverTests.text, before: choice))])
        #expect(app.state.editor == nil)
    }

    @Test func `a text that was changed or pasted since is asked about again`() throws {
        var app = try AppFixture("pace")
        app.type("i" + HandOverTests.text)
        app.press(.enter)

        app.press(.backspace)
        let changed = app.press(.enter)
        let isInserted = app.state.insert("\n\nFileManager.default\n\n")
        let pasted = app.press(.enter)
        let again = app.press(.enter)

        #expect(isInserted)
        #expect([changed, pasted] == [[], []])
        #expect(again.count == 2)
    }

    @Test func `a chain that the line reads is never handed over`() throws {
        var app = try AppFixture("pace")
        app.type("imarbles(\"A|\").mapp { $0 }")

        app.press(.enter)
        app.press(.control("u"))
        app.type("marbles(\"A|\").map { $0 }")
        let effects = app.press(.enter)

        #expect(effects == [.keep("marbles(\"A|\").map { $0 }"), .restart])
    }

    @Test func `back from the list, what ran before runs again, below the line with the text`() throws {
        var app = try AppFixture("pace")
        let choice = try #require(app.state.choice)
        app.state.show(TypedText(text: HandOverTests.text, before: choice))

        let effects = Update.perform(.close, on: &app.state, facts: app.session.facts)

        #expect(effects == [.restart])
        #expect(app.state.choice == choice)
        #expect(app.state.editor?.line.text == HandOverTests.text)
    }

    /// The only Swift that can be found records that it was called.
    @Test func `nothing is compiled or run from eval, a chain file or a trace`() throws {
        let folder = try TemporaryFolder()
        let (called, chain, trace) = (folder.path("called"), folder.path("chain.swift"), folder.path("trace.fvz"))
        let script = folder.path("script")
        try "#!/bin/sh\necho \"$0 $*\" >> '\(called)'\n".write(toFile: script, atomically: true, encoding: .utf8)
        try FileManager.default.setAttributes([.posixPermissions: 0o700], ofItemAtPath: script)
        try FileManager.default.createDirectory(atPath: folder.path("bin"), withIntermediateDirectories: true)
        for name in ["swift", "swiftc"] { try folder.copyProgram(script, to: "bin/\(name)") }
        try HandOverTests.text.write(toFile: chain, atomically: true, encoding: .utf8)
        let environment = ["PATH": "\(folder.path("bin")):/usr/bin:/bin", "HOME": folder.path("")]

        let chains = try [
            ["eval", HandOverTests.text], ["eval", "--file", chain], ["frame", "--eval", HandOverTests.text],
            ["eval", HandOverTests.text, "--format", "swift"],
        ].map { try Program.run($0, environment).status }
        for words in [["run", "pace", "--until", "3", "-o", "FILE"], ["check", "FILE"]] + TraceCommand.all {
            _ = try Program.run(TraceCommand.words(words, of: trace), environment)
        }

        #expect(chains.allSatisfy { $0 == .exited(2) })
        #expect(!FileManager.default.fileExists(atPath: called))
        #expect(try Program.run(["try", "--code", HandOverTests.text], environment).status == .exited(1))
        #expect(FileManager.default.fileExists(atPath: called))
    }
}

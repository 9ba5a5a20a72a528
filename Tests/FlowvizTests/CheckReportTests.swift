@testable import flowviz
import FlowTestSupport
import FlowTrace
import Foundation
import Testing

/// The places of broken stages, in lines, in annotations and in a table.
@Suite("check that says where", .notForever)
struct CheckReportTests {
    /// A trace of two subscriptions of one stage each, which are cancelled; the first is labelled at a line.
    private func cancelled(_ path: String, at file: String) throws {
        let trace = try HookTrace(path)
        trace.recorder.record(name: file, of: 9)
        trace.subscribe(1, handed: 11) { trace.recorder.record(.location, HookKey(id: 12, tag: 9)) }
        trace.subscribe(2, handed: 12)
        for subscription in [11, 12] as [UInt64] { trace.cancel(subscription) }
        trace.recorder.close()
    }

    private static let lines = [
        "completes: subject:12 was cancelled (event 5 at 0.001 s, Orders.swift:12)",
        "completes: subject was cancelled (event 6 at 0.001 s)",
    ]

    @Test func `a broken stage is said with its line of source, and another of its name with its own event`() throws {
        let folder = try TemporaryFolder()
        let path = folder.path("app.fvz")
        try cancelled(path, at: "Shop/Orders.swift")

        let run = try Program.run(["check", path, "--completes"])

        #expect(run.status == .exited(3))
        #expect(run.output.split(separator: "\n").map(String.init) == CheckReportTests.lines)
    }

    @Test(arguments: [("package", "Sources/Shop/Orders.swift"), ("", "package/Sources/Shop/Orders.swift")])
    func `GitHub is told of a broken stage at its line, where its file is known`(workspace: String, file: String) throws {
        let folder = try TemporaryFolder()
        try cancelled(folder.path("app.fvz"), at: "Shop/Orders.swift")
        let sources = folder.path("package/Sources/Shop")
        try FileManager.default.createDirectory(atPath: sources, withIntermediateDirectories: true)
        try "// ".write(toFile: "\(sources)/Orders.swift", atomically: true, encoding: .utf8)

        let line = "cd \"$1/package\" && GITHUB_WORKSPACE=\"$1/$2\" \"$0\" check ../app.fvz --completes --github"
        let run = try Program.shell(line, [folder.path, workspace])

        #expect(run.status == .exited(3))
        let annotation = "::error file=\(file),line=12,title=flowviz completes::\(CheckReportTests.lines[0])"
        #expect(run.output.split(separator: "\n").map(String.init) == [annotation, CheckReportTests.lines[1]])
    }

    @Test func `GitHub is told nothing of a file that is not there`() throws {
        let folder = try TemporaryFolder()
        try cancelled(folder.path("app.fvz"), at: "Shop/Elsewhere.swift")

        let run = try Program.shell("cd \"$1\" && \"$0\" check app.fvz --completes --github", [folder.path])

        #expect(run.status == .exited(3) && run.errors.isEmpty)
        #expect(!run.output.contains("::"))
    }

    @Test func `an annotation is one command, as GitHub reads it`() {
        let command = GitHubReport.command(
            file: "a,b:c%.swift", line: 3, title: "max-wait a=1,0 s", message: "50 % of a::b, c\r\n::error::no\u{1B}[0m")

        #expect(
            command == "::error file=a%2Cb%3Ac%25.swift,line=3,title=max-wait a=1%2C0 s"
                + "::50 %25 of a::b, c␍%0A::error::no␛[0m")
    }

    @Test func `the table has a row for each broken stage and each expectation that holds`() throws {
        let folder = try TemporaryFolder()
        let (path, table) = (folder.path("app.fvz"), folder.path("check.md"))
        try cancelled(path, at: "Shop/Or|ders.swift")

        _ = try Program.run(["check", path, "--completes", "--max-wait", "1s", "--markdown", table])

        let rows = try String(contentsOfFile: table, encoding: .utf8).split(separator: "\n").dropFirst().map(String.init)
        #expect(
            rows == [
                "| outcome | expectation | stage | source | count | first event | finding |", "|---|---|---|---|---|---|---|",
                "| broken | completes | subject:12 | Shop/Or\\|ders.swift:12 | 1 | event 5 at 0.001 s | subject:12 was cancelled |",
                "| broken | completes | subject |  | 1 | event 6 at 0.001 s | subject was cancelled |",
                "| holds | max-wait 1.00 s |  |  |  |  |  |",
            ])
    }

    @Test func `two stages that hold too much are both said`() throws {
        let folder = try TemporaryFolder()
        let path = folder.path("two.fvz")
        let recorder = try Recorder(
            file: path, options: TraceFileOptions(size: TraceFileOptions.minimumSize), clock: .custom { 1_000_000_000 })
        for (name, count) in [("buffer", 2), ("share", 4)] {
            let node = recorder.declareNode(.buffer, name: name)
            let store = recorder.declareEdge(.store, label: "\(name) held", upstream: node, downstream: node)
            for value in 1...count { recorder.record(.buffered, on: store, value: .int(value)) }
        }
        recorder.close()

        let run = try Program.run(["check", path, "--max-buffered", "1"])

        #expect(
            run.output == """
                max-buffered 1: buffer holds 2 values, the newest is 2; at most 1 may wait (event 2 at 1 s)
                max-buffered 1: share holds 2 values, the newest is 2; at most 1 may wait; it held more 3 times, up to 4 values \
                (event 4 at 1 s)

                """)
    }
}

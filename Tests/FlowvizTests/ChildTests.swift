import FlowTestSupport
import FlowTrace
import Foundation
import Testing

/// Children and copies of a traced program inherit nothing of its trace.
@Suite("Children of traced programs", .notForever)
struct ChildTests {
    private static var traced: String { BuiltProgram.path("FlowTracedProgram") }

    @Test func `a child inherits no socket`() throws {
        let session = try TracedSession("child")

        #expect(session.program.screen.rows[0].hasPrefix("FLOWVIZ=1"))
        #expect(session.program.screen.rows[1].hasPrefix("inherits 0"))
    }

    @Test func `a child does not inherit the file`() throws {
        let folder = try TemporaryFolder()

        let run = try Program.shell(
            "FLOWVIZ=\"file:$1,size=2M\" \"$2\" child < /dev/null", [folder.path("a.fvz"), ChildTests.traced])

        #expect(run.output == "ready\n" && run.errors == "")
        #expect(try TraceFile(folder.path("a.fvz")).isClosed)
    }

    @Test func `a second process writes beside the trace of the first`() throws {
        let folder = try TemporaryFolder()
        let path = folder.path("a.fvz")
        let line = "FLOWVIZ=\"file:$1,size=2M\" \"$2\""
        _ = try Program.shell("echo 1 | " + line, [path, ChildTests.traced])
        let first = try Data(contentsOf: URL(fileURLWithPath: path))

        let second = try Program.shell("echo 2 | " + line, [path, ChildTests.traced])

        let traces = RecordingPath(path).traces()
        #expect(traces.map(\.name) == ["FlowTracedProgram", "FlowTracedProgram"] && traces.allSatisfy(\.hasEvents))
        #expect(try Data(contentsOf: URL(fileURLWithPath: path)) == first)
        #expect(
            second.errors
                == "flowviz: '\(path)' has the trace of another process; this one's is '\(folder.path)/a-\(traces[1].process).fvz'\n"
        )
    }

    @Test func `record says what each process wrote`() throws {
        let folder = try TemporaryFolder()
        let path = folder.path("a.fvz")
        let both = "echo 1 | \"$0\"; echo 2 | \"$0\""
        let record = ["record", "-o", path, "--size", "2M", "--", "/bin/sh", "-c", both, ChildTests.traced]
        _ = try Program.run(record)

        // The files of an earlier run are replaced.
        let run = try Program.run(record)

        let second = "\(folder.path)/a-\(try #require(RecordingPath(path).traces().last).process).fvz"
        #expect(
            run.errors.split(separator: "\n").suffix(2) == [
                "flowviz: 12 events, 0 missed, in '\(path)'; 'flowviz replay \(path)' shows them",
                "flowviz: 12 events, 0 missed, in '\(second)'; 'flowviz replay \(second)' shows them",
            ])
        for trace in [path, second] {
            #expect(try Program.run(["export", trace]).output.split(separator: "\n").count == 12)
        }
    }

    @Test func `a copy of the process neither writes into the trace nor ends it`() throws {
        let folder = try TemporaryFolder()
        let path = folder.path("a.fvz")
        let environment = Program.environment.merging(["FLOWVIZ": "file:\(path),size=2M"]) { $1 }
        let program = try PTY(ChildTests.traced, ["fork"], environment: environment)
        #expect(program.wait(for: "ready"))
        #expect(program.screen.text.rows(with: "doubled 14") == ["doubled 14"])

        let file = try TraceFile(path)
        #expect(!file.isClosed && file.endTime == nil)
        #expect(!(try Program.run(["export", path]).output.contains("\"value\":\"14\"")))
        program.send("21\n\u{4}")

        #expect(program.waitForExit() == .exited(0))
        #expect(file.isClosed)
        let values = try Program.run(["export", path]).output
        #expect(values.contains("\"value\":\"42\"") && !values.contains("\"value\":\"14\""))
    }

    /// Records the small program, which first performs `mode` and then reads numbers up to `count`.
    private func record(_ mode: String, _ count: Int, into path: String) throws -> ProgramRun {
        try Program.shell("seq \(count) | \"$0\" record -o \"$1\" --size 2M -- \"$2\" \(mode)", [path, ChildTests.traced])
    }

    @Test(arguments: ["daemon", "fork"]) func `that copies are not traced is said where there is little else`(mode: String) throws
    {
        let folder = try TemporaryFolder()
        let path = folder.path("a.fvz")
        let words = "called fork once, and copies are not traced"
        let note = "the program \(words); if they do the work, run it in the foreground"

        let run = try record(mode, 0, into: path)
        let diagnosis = try Program.run(["diagnose", path])
        let replay = try Program.start(["replay", path], columns: 80, rows: 24)

        #expect(run.errorLines.last == "flowviz: \(note)")
        #expect(diagnosis.output.hasSuffix("\nmissing: \(note)\n"))
        #expect(replay.wait { $0.isWholeFrame && $0.text.contains(words) })
        replay.send("q")
        #expect(replay.waitForExit() == .exited(0))
    }

    @Test func `of copies beside a program that works nothing is said`() throws {
        let folder = try TemporaryFolder()

        let run = try record("fork", 100, into: folder.path("a.fvz"))

        #expect(run.errorLines.count == 1 && run.errors.contains("events, 0 missed"))
        #expect(!(try Program.run(["diagnose", folder.path("a.fvz")]).output.contains("fork")))
    }

    @Test func `a program that forks nothing has no copies`() throws {
        let folder = try TemporaryFolder()

        let run = try record("start", 0, into: folder.path("a.fvz"))

        #expect(run.errorLines.count == 1)
        #expect(!(try Program.run(["diagnose", folder.path("a.fvz")]).output.contains("fork")))
    }

    @Test func `a copy of the process leaves the socket to it`() throws {
        let session = try TracedSession("fork")

        #expect(try ViewerConnection(session.socket).isAlive)
        #expect(access(session.trace, F_OK) == 0)
        #expect(session.works(with: 21))
    }

    @Test(arguments: [("1", true), ("0", false)])
    func `a program may ask whether it is traced`(setting: String, isTraced: Bool) throws {
        let folder = try TemporaryFolder()
        let environment = Program.environment.merging(["FLOWVIZ": setting, "XDG_RUNTIME_DIR": folder.path]) { $1 }

        let run = try ProgramRun(ChildTests.traced, ["start"], environment: environment)

        #expect(run.output == "traced \(isTraced)\nready\n" && run.errors == "")
    }
}

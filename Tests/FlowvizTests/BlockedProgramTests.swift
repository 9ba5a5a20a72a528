import FlowTestSupport
import FlowTrace
import Testing

/// Programs whose executors do not serve run traced as they do untraced, and nothing false is said of them.
@Suite("programs whose executors do not serve", .notForever)
struct BlockedProgramTests {
    private let folder: TemporaryFolder
    private let program: KeptProgram
    private var path: String { folder.path("a.fvz") }

    init() throws {
        folder = try TemporaryFolder()
        let environment = Program.environment.merging(["FLOWVIZ": "file:\(folder.path("a.fvz")),size=2M"]) { $1 }
        program = try KeptProgram(BuiltProgram.path("FlowBlockedProgram"), [], environment: environment)
        // Its loop has begun.
        #expect(program.line() == "got 0")
    }

    private func executors() throws -> ExecutorHistory {
        var log = TraceLog()
        _ = try TraceFile(path).read(into: &log)
        return log.executors
    }

    /// Waits until the pool has run a number of jobs of the agent.
    private func waitForJobs(_ count: UInt64) throws {
        while try executors().delay(of: .pool, at: .max)?.count ?? 0 < count { yieldThread() }
    }

    /// Ends the program's input, and with it the program.
    private func end() throws {
        program.endInput()
        #expect(program.rest() == "")
        #expect(program.wait() == .exited(0))
        #expect(try TraceFile(path).isClosed)
    }

    /// The lines of a diagnosis that name an executor.
    private func named(_ executor: String) throws -> [String] {
        let run = try Program.run(["diagnose", path, "--all"])
        #expect(run.status == .exited(0))
        return run.output.split(separator: "\n").map(String.init).filter { $0.contains(executor) }
    }

    @Test func `a main actor that never runs a job is not measured, and nothing is said of it`() throws {
        try waitForJobs(2)
        program.write("1\n")
        #expect(program.line() == "got 1")
        try end()

        #expect(try executors().measured == [.pool])
        #expect(try named("main actor") == [])
    }

    @Test func `a copy of a program that is measured ends, and the program is measured further`() throws {
        try waitForJobs(1)
        let count = try executors().delay(of: .pool, at: .max)?.count ?? 0
        program.write("fork\n")
        #expect(program.line() == "forked 0")
        try waitForJobs(count + 2)
        program.write("2\n")
        #expect(program.line() == "got 2")
        try end()

        #expect(try named("main actor") == [])
    }

    @Test func `a program ends while jobs wait for its pool`() throws {
        try waitForJobs(1)
        program.write("block\n")
        #expect(program.line() == "blocked")
        while try executors().delay(of: .pool, at: .max)?.waiting == nil { yieldThread() }
        try end()

        let delay = try #require(try executors().delay(of: .pool, at: .max))
        #expect(delay.waiting != nil && delay.longest >= 100_000_000)
        #expect(try named("main actor") == [])
    }
}

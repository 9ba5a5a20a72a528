import FlowTestSupport
import FlowTrace
import Synchronization
import Testing

/// `check --max-executor-delay`.
@Suite("check of executors", .notForever)
struct CheckExecutorTests {
    /// Checks a trace with an event and some measurements, 300 ms apart; waits are in milliseconds.
    private func check(
        _ measurements: [(kind: ExecutorKind, executor: TracedExecutor, wait: UInt64)], _ options: String...
    ) throws -> ProgramRun {
        let folder = try TemporaryFolder()
        let path = folder.path("a.fvz")
        let now = Mutex<UInt64>(1_000_000_000)
        let recorder = try Recorder(
            file: path, options: TraceFileOptions(size: TraceFileOptions.minimumSize), clock: .custom { now.withLock { $0 } })
        recorder.record(.subscribed, on: recorder.declareEdge(.link, label: "link"))
        for (kind, executor, wait) in measurements {
            now.withLock { $0 += 300_000_000 }
            let figures = ExecutorFigures(wait: wait * 1_000_000, word: wait * 1_000_000, number: 1)
            recorder.record(kind, of: executor, figures)
        }
        recorder.close()
        return try Program.run(["check", path] + options)
    }

    @Test func `waits up to the limit hold`() throws {
        let run = try check([(.served, .pool, 50), (.served, .mainActor, 1)], "--max-executor-delay", "50ms")

        #expect(run.status == .exited(0))
        #expect(run.output == "a.fvz: 1 expectation holds over 1 events\n")
    }

    @Test func `each executor over the limit is said with its longest wait, and the time of the first`() throws {
        let run = try check(
            [
                (.served, .mainActor, 51), (.waits, .pool, 100), (.waits, .pool, 400), (.waited, .pool, 600),
                (.served, .pool, 600),
                (.waits, .mainActor, 250),
            ], "--max-executor-delay", "50ms", "--no-drops")

        #expect(run.status == .exited(3))
        #expect(
            run.output == """
                max-executor-delay 0.05 s: a job for the main actor has waited 0.25 s and still waits; at most 0.05 s is allowed (at 1.3 s)
                max-executor-delay 0.05 s: a job for the thread pool waited 0.60 s; at most 0.05 s is allowed (at 1.6 s)

                """)
    }

    @Test func `without a record of a wait nothing is known, and that is no success`() throws {
        let run = try check([], "--max-executor-delay", "50ms", "--no-drops")

        #expect(run.status == .exited(1))
        #expect(run.output == "")
        #expect(run.errorLines == ["flowviz: max-executor-delay 0.05 s: cannot know: the trace has no waits for executors"])
    }

    @Test func `what is broken is said although waits are unknown`() throws {
        let run = try check([], "--max-executor-delay", "50ms", "--completes")

        #expect(run.status == .exited(3))
        #expect(
            run.output == """
                completes: link has not finished (at the end, 1 s)
                max-executor-delay 0.05 s: cannot know: the trace has no waits for executors

                """)
    }
}

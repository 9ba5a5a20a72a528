import FlowTestSupport
import FlowTrace
import Foundation
import Synchronization
import Testing

/// The findings of `check --no-drops`, and their limits.
@Suite("check --no-drops", .notForever)
struct CheckDropsTests {
    /// A subject without demand for 3 of 4 seconds.
    private func unaskedSubject(_ path: String, dropping reasons: [DropReason] = []) throws {
        let now = Mutex<UInt64>(0)
        let recorder = try Recorder(
            file: path, options: TraceFileOptions(size: TraceFileOptions.minimumSize), clock: .custom { now.withLock { $0 } })
        let subject = recorder.declareNode(.source, name: "PassthroughSubject")
        let debounce = recorder.declareNode(.transform, name: "debounce")
        let edge = recorder.declareEdge(.link, label: "PassthroughSubject", upstream: subject, downstream: debounce)
        let store = recorder.declareEdge(.store, label: "debounce held", upstream: debounce, downstream: debounce)
        recorder.record(.subscribed, on: edge)
        recorder.record(.request, on: edge, demand: .max(1))
        now.withLock { $0 = 1_000_000_000 }
        recorder.record(.value, on: edge, value: .int(1))
        for reason in reasons { recorder.record(.dropped, on: store, value: .int(1), reason: reason) }
        now.withLock { $0 = 4_000_000_000 }
        recorder.record(.request, on: edge, demand: .unlimited)
        recorder.close()
    }

    private static let unasked =
        "no-drops: cannot know: PassthroughSubject had no demand for 75 % of its time, and values sent then leave no record"

    @Test func `what a subject sends that nobody had asked for cannot be known`() throws {
        let folder = try TemporaryFolder()
        let (path, report) = (folder.path("subject.fvz"), folder.path("check.xml"))
        try unaskedSubject(path)

        let run = try Program.run(["check", path, "--no-drops", "--junit", report])

        #expect(run.status == .exited(1))
        #expect(run.output == "")
        #expect(run.errorLines == ["flowviz: \(CheckDropsTests.unasked)"])
        #expect(
            try String(contentsOfFile: report, encoding: .utf8)
                == CheckTests.xml(of: path, "no-drops", "error", CheckDropsTests.unasked))
        #expect(try Program.run(["check", path, "--no-drops", "--except", "stage=PassthroughSubject"]).status == .exited(0))
    }

    @Test func `each stage that dropped is listed with its counts, and what may be lost can be excepted`() throws {
        let folder = try TemporaryFolder()
        let path = folder.path("subject.fvz")
        try unaskedSubject(path, dropping: [.superseded, .superseded, .error])
        func check(_ exceptions: String...) throws -> String {
            try Program.run(["check", path, "--no-drops"] + exceptions.flatMap { ["--except", $0] }).output
        }

        let (all, excepted) = (try check(), try check("superseded"))
        #expect(
            all == """
                no-drops: debounce dropped 3 values: 1 error, 2 superseded; the first was 1 (event 4 at 1 s)
                \(CheckDropsTests.unasked)

                """)
        #expect(
            excepted == """
                no-drops except superseded: debounce dropped 1 value, error; it was 1 (event 6 at 1 s)
                \(CheckDropsTests.unasked.replacing("no-drops:", with: "no-drops except superseded:"))

                """)
        #expect(try check("stage=debounce", "stage=PassthroughSubject").hasSuffix("1 expectation holds over 7 events\n"))
    }

    @Test(arguments: [
        (
            ["--no-drops", "--except", "buffer"],
            "--except 'buffer' is not valid; it takes superseded or a stage, for example stage=debounce"
        ),
        (["--completes", "--except", "superseded"], "--except says what --no-drops lets pass; add --no-drops"),
        (["--no-drops", "--except", "stage=bufer"], "no stage 'bufer'; did you mean 'buffer'?"),
    ])
    func `an exception that does not fit is refused`(options: [String], message: String) throws {
        let run = try Program.run(["check", "overflow", "--until", "10"] + options)

        #expect(run.status == .exited(2))
        #expect(run.errorLines == ["flowviz: \(message)"])
    }

    /// A stream that holds two values and has never been read.
    private func unreadStream(_ path: String) throws -> Recorder {
        let recorder = try Recorder(
            file: path, options: TraceFileOptions(size: TraceFileOptions.minimumSize), clock: .custom { 2_000_000_000 })
        let stream = recorder.declareNode(.buffer, name: "AsyncStream")
        let store = recorder.declareEdge(.store, label: "AsyncStream held", upstream: stream, downstream: stream)
        for value in 1...2 { recorder.record(.buffered, on: store, value: .int(value)) }
        return recorder
    }

    @Test func `what is left where nobody ever read is lost, once the program has ended`() throws {
        let folder = try TemporaryFolder()
        let path = folder.path("unread.fvz")
        let recorder = try unreadStream(path)

        let live = try Program.run(["check", path, "--no-drops"])
        recorder.close()
        let over = try Program.run(["check", path, "--no-drops"])

        #expect(live.status == .exited(1))
        #expect(
            live.errorLines == ["flowviz: no-drops: cannot know: nobody has read AsyncStream yet, and it holds 2 values"])
        #expect(over.status == .exited(3))
        #expect(over.output == "no-drops: nobody ever read AsyncStream: 2 values were left in it (event 1 at 2 s)\n")
        #expect(try Program.run(["check", path, "--no-drops", "--except", "stage=AsyncStream"]).status == .exited(0))
    }

    @Test func `values that wait where all consumers have left are lost`() throws {
        let folder = try TemporaryFolder()
        let path = folder.path("left.fvz")
        let recorder = try Recorder(
            file: path, options: TraceFileOptions(size: TraceFileOptions.minimumSize), clock: .custom { 2_000_000_000 })
        let stream = recorder.declareNode(.buffer, name: "AsyncStream")
        let store = recorder.declareEdge(.store, label: "AsyncStream held", upstream: stream, downstream: stream)
        let loop = recorder.declareEdge(.link, label: "AsyncStream", upstream: stream)
        for value in 1...3 { recorder.record(.buffered, on: store, value: .int(value)) }
        recorder.record(.subscribed, on: loop)
        recorder.record(.unbuffered, on: store, value: .int(1))
        recorder.record(.value, on: loop, value: .int(1))
        recorder.record(.cancel, on: loop)
        recorder.close()

        let run = try Program.run(["check", path, "--no-drops"])

        #expect(run.status == .exited(3))
        #expect(
            run.output
                == "no-drops: AsyncStream holds 2 values that were never taken: its consumers have left (event 7 at 2 s)\n")
    }
}

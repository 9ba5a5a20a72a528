import FlowTestSupport
import FlowTrace
import Foundation
import Testing

/// What CI is told of a run.
@Suite("check and diff", .timeLimit(.minutes(5)))
struct CheckTests {
    @Test func `what holds is said in one line`() throws {
        let run = try Program.run(["check", "pace", "--until", "20", "--no-drops", "--max-wait", "100s"])

        #expect(run.status == .exited(0))
        #expect(run.output == "pace: 2 expectations hold over 34 events\n")
    }

    @Test func `what is broken is said with its first event, and the program ends with 3`() throws {
        let run = try Program.run([
            "check", "overflow:keep-full", "--until", "12", "--max-buffered", "buffer=3", "--max-wait", "1s", "--completes",
            "--no-drops",
        ])

        #expect(run.status == .exited(3))
        #expect(
            run.output == """
                max-buffered buffer=3: buffer holds 4, with 5; at most 3 may wait (event 22 at 0.2 s)
                max-wait 1.00 s: 3 waited 1.90 s in buffer; at most 1.00 s are allowed (event 43 at 2 s)
                no-drops: source lost 7, no demand (event 27 at 0.3 s)
                completes: upstream has not finished (at the end, 12 s)

                """)
        #expect(run.errors.isEmpty)
    }

    @Test func `the report for CI is XML with a case for each expectation`() throws {
        let folder = try TemporaryFolder()
        let path = folder.path("check.xml")

        _ = try Program.run(["check", "overflow", "--until", "12", "--no-drops", "--max-buffered", "5", "--junit", path])

        #expect(
            try String(contentsOfFile: path, encoding: .utf8) == """
                <?xml version="1.0" encoding="UTF-8"?>
                <testsuites>
                  <testsuite name="flowviz check overflow" tests="2" failures="1">
                    <testcase classname="flowviz check overflow" name="max-buffered 5"/>
                    <testcase classname="flowviz check overflow" name="no-drops">
                        <failure message="no-drops: buffer lost 2, overflow: oldest (event 27 at 0.3 s)">no-drops: buffer lost 2, \
                overflow: oldest (event 27 at 0.3 s)</failure>
                    </testcase>
                  </testsuite>
                </testsuites>

                """)
    }

    /// A trace of one subscription below an operator.
    private func trace(_ path: String, below name: String, _ play: (Recorder, EdgeID) -> Void) throws {
        let recorder = try Recorder(
            file: path, options: TraceFileOptions(size: TraceFileOptions.minimumSize), clock: .custom { 2_000_000_000 })
        let above = recorder.declareNode(.transform, name: name)
        let sink = recorder.declareNode(.sink, name: "sink")
        let edge = recorder.declareEdge(.link, label: "values", upstream: above, downstream: sink)
        recorder.record(.subscribed, on: edge)
        play(recorder, edge)
        recorder.close()
    }

    @Test func `a broken rule is said with its event and its number`() throws {
        let folder = try TemporaryFolder()
        let path = folder.path("broken.fvz")
        let report = folder.path("check.xml")
        try trace(path, below: "rogue") { recorder, edge in
            recorder.record(.request, on: edge, demand: .max(1))
            for value in 1...3 { recorder.record(.value, on: edge, value: .int(value)) }
        }

        let run = try Program.run(["check", path, "--no-violations", "--junit", report])

        let line =
            "no-violations: values got a value with no demand outstanding: rule 1.1, more values than demand, "
            + "Reactive Streams §1.1 (event 4 at 2 s)"
        #expect(run.status == .exited(3))
        #expect(run.output == "\(line)\n")
        #expect(
            try String(contentsOfFile: report, encoding: .utf8).contains(
                "<testcase classname=\"flowviz check \(path)\" name=\"no-violations\">\n"
                    + "        <failure message=\"\(line)\">\(line)</failure>"))
    }

    @Test func `what an operator of OpenCombine is known to break is said to be known`() throws {
        let folder = try TemporaryFolder()
        let path = folder.path("known.fvz")
        try trace(path, below: "zip") { recorder, edge in
            recorder.record(.request, on: edge, demand: .unlimited)
            recorder.record(.finished, on: edge)
            recorder.record(.finished, on: edge)
        }

        let run = try Program.run(["check", path, "--no-violations"])

        #expect(run.status == .exited(3))
        #expect(
            run.output
                == "no-violations: values got an end after it had finished: rule 1.7, signal after the end, Reactive Streams §1.7; "
                + "known: OpenCombine's zip finishes again with each value that still comes to it (event 4 at 2 s)\n")
    }

    @Test func `what the rules allow is no violation`() throws {
        let folder = try TemporaryFolder()
        let path = folder.path("late.fvz")
        try trace(path, below: "map") { recorder, edge in
            recorder.record(.request, on: edge, demand: .max(2))
            recorder.record(.cancel, on: edge)
            recorder.record(.request, on: edge, demand: .max(1))
        }

        let run = try Program.run(["check", path, "--no-violations"])

        #expect(run.status == .exited(0))
        #expect(run.output == "late.fvz: 1 expectation holds over 4 events\n")
    }

    @Test func `a trace that lacks records is never said to hold`() throws {
        let folder = try TemporaryFolder()
        let path = folder.path("full.fvz")
        let recorder = try Recorder(file: path, options: TraceFileOptions(size: TraceFileOptions.minimumSize))
        let edge = recorder.declareEdge(.link, label: "link")
        recorder.record(.subscribed, on: edge)
        for number in 0..<100_000 { recorder.record(.value, on: edge, value: .int(number)) }
        recorder.close()

        let run = try Program.run(["check", path, "--no-drops"])

        #expect(recorder.missed > 0)
        #expect(run.status == .exited(1))
        #expect(run.output.isEmpty)
        #expect(
            run.errorLines == [
                "flowviz: \(path) breaks nothing in what it has, but cannot be trusted: \(recorder.missed) records missed"
            ])
    }

    @Test func `a recorded run and the scenario itself do not differ`() throws {
        let folder = try TemporaryFolder()
        let path = folder.path("pace.fvz")
        _ = try Program.run(["run", "pace", "--until", "5", "-o", path])

        let run = try Program.run(["diff", path, "pace", "--times", "--until", "5"])

        #expect(run.output == "no difference over 21 events\n")
        #expect(run.status == .exited(0))
    }

    @Test func `a difference is told by its stage, with both events`() throws {
        let run = try Program.run(["diff", "pace", "pace", "--until", "5", "--set", "interval=2"])

        #expect(run.status == .exited(3))
        #expect(
            run.output == """
                buffer: held 0 → 1
                output: values 4 → 3, asked 4 → 3

                first differences, by stage
                  output, event 8: request 1 at 3 s → nothing more
                  buffer, event 8: unbuffered D at 5 s → nothing more

                """)
    }
}

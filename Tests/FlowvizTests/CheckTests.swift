import FlowTestSupport
import FlowTrace
import Foundation
#if canImport(FoundationXML)
    import FoundationXML
#endif
import Synchronization
import Testing

/// The report on a run for CI.
@Suite("check", .notForever)
struct CheckTests {
    @Test func `what holds is said in one line`() throws {
        let run = try Program.run(["check", "pace", "--until", "20", "--no-drops", "--max-wait", "100s"])

        #expect(run.status == .exited(0))
        #expect(run.output == "pace: 2 expectations hold over 34 events\n")
    }

    @Test func `every broken stage is said with its count and first event, and the program ends with 3`() throws {
        let run = try Program.run([
            "check", "overflow:keep-full", "--until", "12", "--max-buffered", "buffer=3", "--max-wait", "1s", "--completes",
            "--no-drops",
        ])

        #expect(run.status == .exited(3))
        #expect(
            run.output == """
                max-buffered buffer=3: buffer holds 4 values, the newest is 5; at most 3 may wait; it held more 6 times, \
                up to 5 values (event 22 at 0.2 s)
                max-wait 1.00 s: value 3 waited 1.90 s in buffer; at most 1.00 s is allowed; 12 values waited too long, \
                up to 4.85 s (event 43 at 2.0 s)
                no-drops: source dropped 22 values, no demand; the first was 7 (event 27 at 0.3 s)
                completes: buffer has not finished (at the end, 12.0 s)
                completes: into buffer has not finished (at the end, 12.0 s)

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
                  <testsuite name="flowviz check overflow" tests="2" failures="1" errors="0">
                    <testcase classname="flowviz check overflow" name="max-buffered 5"/>
                    <testcase classname="flowviz check overflow" name="no-drops">
                        <failure message="no-drops: buffer dropped 22 values, overflow: oldest; the first was 2 (event 27 at 0.3 s)">no-drops: \
                buffer dropped 22 values, overflow: oldest; the first was 2 (event 27 at 0.3 s)</failure>
                    </testcase>
                  </testsuite>
                </testsuites>

                """)
    }

    /// The report of one expectation that was broken or could not be decided.
    static func xml(of path: String, _ expectation: String, _ element: String, _ line: String) -> String {
        let name = "flowviz check \(path)"
        let counts = element == "failure" ? "failures=\"1\" errors=\"0\"" : "failures=\"0\" errors=\"1\""
        return """
            <?xml version="1.0" encoding="UTF-8"?>
            <testsuites>
              <testsuite name="\(name)" tests="1" \(counts)>
                <testcase classname="\(name)" name="\(expectation)">
                    <\(element) message="\(line)">\(line)</\(element)>
                </testcase>
              </testsuite>
            </testsuites>

            """
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
            "no-violations: rogue sent sink a value with no demand outstanding: rule 1.1, more values than demand, "
            + "Reactive Streams §1.1; 2 times (event 4 at 2 s)"
        #expect(run.status == .exited(3))
        #expect(run.output == "\(line)\n")
        #expect(try String(contentsOfFile: report, encoding: .utf8) == CheckTests.xml(of: path, "no-violations", "failure", line))
    }

    @Test(arguments: [("zip", "zip3"), ("receive(on:)", "receive"), ("min/max", "max"), ("min/max", "min/max")])
    func `a stage is asked for by any spelling of its operator`(name: String, spelling: String) throws {
        let folder = try TemporaryFolder()
        let path = folder.path("spelled.fvz")
        try trace(path, below: name) { recorder, edge in recorder.record(.finished, on: edge) }

        let run = try Program.run(["check", path, "--max-buffered", "\(spelling)=0"])
        let other = try Program.run(["check", path, "--max-buffered", "map=0"])

        #expect(run.status == .exited(0))
        #expect(other.status == .exited(2))
    }

    @Test(arguments: ["--max-buffered map=5", "--max-wait map=1s"])
    func `a limit on what waits in a stage that holds nothing is refused`(limit: String) throws {
        let folder = try TemporaryFolder()
        let path = folder.path("map.fvz")
        try trace(path, below: "map") { recorder, edge in recorder.record(.finished, on: edge) }

        let run = try Program.run(["check", path] + limit.split(separator: " ").map(String.init))

        #expect(run.status == .exited(2))
        #expect(run.errorLines == ["flowviz: no value can wait in 'map'"])
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
                == "no-violations: zip sent an end after it had finished: rule 1.7, signal after the end, Reactive Streams §1.7; "
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

        let report = folder.path("check.xml")
        let run = try Program.run(["check", path, "--no-drops", "--junit", report])

        #expect(recorder.missed > 0)
        #expect(run.status == .exited(1))
        let message = "no-drops: cannot be decided, because the record has gaps: \(recorder.missed) records missed"
        #expect(try String(contentsOfFile: report, encoding: .utf8) == CheckTests.xml(of: path, "no-drops", "error", message))
        #expect(run.output.isEmpty)
        #expect(
            run.errorLines == [
                "flowviz: \(path) shows no breach, but it is incomplete: \(recorder.missed) records missed"
            ])
    }

    @Test func `of a trace without events nothing is said`() throws {
        let folder = try TemporaryFolder()
        let path = folder.path("empty.fvz")
        try Recorder(file: path, options: TraceFileOptions(size: TraceFileOptions.minimumSize)).close()

        let run = try Program.run(["check", path, "--no-drops"])

        #expect(run.status == .exited(1) && run.output.isEmpty)
        #expect(run.errorLines == ["flowviz: \(path) has no events, so there is nothing to judge"])
    }

    @Test(arguments: [("pace", Int32(1)), ("overflow", 3)])
    func `a report that cannot be written does not hide the outcome`(id: String, status: Int32) throws {
        let run = try Program.run(["check", id, "--until", "5", "--no-drops", "--junit", "/no/such/folder/check.xml"])

        #expect(run.status == .exited(status))
        #expect(run.output.hasPrefix(status == 1 ? "pace: 1 expectation holds over" : "no-drops: "))
        let reason = "No such file or directory; choose another file or folder"
        #expect(run.errorLines == ["flowviz: cannot write '/no/such/folder/check.xml': \(reason)"])
    }

    @Test func `what is broken in a trace that lacks records is said with what is missing`() throws {
        let folder = try TemporaryFolder()
        let path = folder.path("full.fvz")
        let recorder = try Recorder(file: path, options: TraceFileOptions(size: TraceFileOptions.minimumSize))
        let edge = recorder.declareEdge(.link, label: "link")
        recorder.record(.subscribed, on: edge)
        recorder.record(.dropped, on: edge, value: .int(1), reason: .noDemand)
        for number in 0..<100_000 { recorder.record(.value, on: edge, value: .int(number)) }
        recorder.close()

        let run = try Program.run(["check", path, "--no-drops"])

        #expect(run.status == .exited(3))
        let lines = run.output.split(separator: "\n").map(String.init)
        #expect(lines.count == 2)
        #expect(lines.first?.hasPrefix("no-drops: link dropped 1 value, no demand; it was 1 (event 2 at ") == true)
        #expect(lines.last == "missing: \(recorder.missed) records missed")
    }

    /// Records a trace whose last event is followed by three seconds without one, or by `last`.
    private func record(
        _ path: String, _ first: (Recorder) -> Void, threeSecondsLater last: (Recorder) -> Void = { _ in }
    ) throws {
        let now = Mutex<UInt64>(0)
        let recorder = try Recorder(
            file: path, options: TraceFileOptions(size: TraceFileOptions.minimumSize), clock: .custom { now.withLock { $0 } })
        first(recorder)
        now.withLock { $0 = 3_000_000_000 }
        last(recorder)
        recorder.close()
    }

    @Test func `of a long value a sentence has the beginning, wherever it stands`() throws {
        let folder = try TemporaryFolder()
        let path = folder.path("long.fvz")
        let value = TraceValue.string(String(repeating: "x", count: 1000))
        var edge: EdgeID?
        try record(path) { recorder in
            let source = recorder.declareNode(.source, name: "source")
            let sink = recorder.declareNode(.sink, name: "sink")
            let link = recorder.declareEdge(.link, label: "source", upstream: source, downstream: sink)
            let buffer = recorder.declareNode(.buffer, name: "buffer")
            let store = recorder.declareEdge(.store, label: "buffer held", upstream: buffer, downstream: buffer)
            recorder.record(.subscribed, on: link)
            recorder.record(.dropped, on: link, value: value, reason: .noDemand)
            recorder.record(.buffered, on: store, value: value)
            edge = link
        } threeSecondsLater: { recorder in
            if let edge { recorder.record(.finished, on: edge) }
        }

        for words in [["check", path, "--no-drops", "--max-wait", "1s"], ["diagnose", "--all", path]] {
            let run = try Program.run(words)
            let cut = String(repeating: "x", count: 59)
            #expect(run.output.contains(cut + "…"))
            #expect(!run.output.contains(cut + "x"))
        }
    }

    @Test func `a value that waits still has waited until the end of the run, not until its last event`() throws {
        let folder = try TemporaryFolder()
        let path = folder.path("waits.fvz")
        try record(path) { recorder in
            let buffer = recorder.declareNode(.buffer, name: "buffer")
            let store = recorder.declareEdge(.store, label: "buffer held", upstream: buffer, downstream: buffer)
            recorder.record(.buffered, on: store, value: .int(7))
        }

        let run = try Program.run(["check", path, "--max-wait", "2s"])

        #expect(run.status == .exited(3))
        #expect(
            run.output
                == "max-wait 2.00 s: value 7 has waited 3.00 s in buffer and still waits; at most 2.00 s is allowed (event 1 at 0 s)\n"
        )
        #expect(try Program.run(["check", path, "--max-wait", "3s"]).status == .exited(0))
    }

    @Test func `a wait and its limit are told apart`() throws {
        let folder = try TemporaryFolder()
        let path = folder.path("near.fvz")
        let now = Mutex<UInt64>(0)
        let recorder = try Recorder(
            file: path, options: TraceFileOptions(size: TraceFileOptions.minimumSize), clock: .custom { now.withLock { $0 } })
        let buffer = recorder.declareNode(.buffer, name: "buffer")
        let store = recorder.declareEdge(.store, label: "buffer held", upstream: buffer, downstream: buffer)
        recorder.record(.buffered, on: store, value: .int(2_000))
        now.withLock { $0 = 10_012_000 }
        recorder.record(.unbuffered, on: store, value: .int(2_000))
        recorder.close()

        let run = try Program.run(["check", path, "--max-wait", "10ms"])

        #expect(
            run.output
                == "max-wait 0.01 s: value 2000 waited 0.010012 s in buffer; at most 0.010000 s is allowed (event 2 at 0.010 s)\n"
        )
    }

    @Test func `the report for CI holds only what XML can`() throws {
        let folder = try TemporaryFolder()
        let path = folder.path("odd.fvz")
        let report = folder.path("check.xml")
        try trace(path, below: "odd") { recorder, edge in
            let codes: [UInt32] = [
                0x61, 0, 0x1B, 0xFFFE, 0xFFFF, 0x1FFFE, 0xFDD0, 0x3C, 0x26, 0x22, 0x3E, 0xE000, 0x10FFFD, 0x1F600,
            ]
            let value = String(String.UnicodeScalarView(codes.compactMap(Unicode.Scalar.init)))
            recorder.record(.dropped, on: edge, value: .string(value), reason: .noDemand)
        }

        _ = try Program.run(["check", path, "--no-drops", "--junit", report])

        let text = "a␀␛\(String(repeating: "\u{FFFD}", count: 4))&lt;&amp;&quot;&gt;\u{E000}\u{10FFFD}\u{1F600}"
        let xml = try String(contentsOfFile: report, encoding: .utf8)
        let line = "no-drops: odd dropped 1 value, no demand; it was \(text) (event 2 at 2 s)"
        #expect(xml == CheckTests.xml(of: path, "no-drops", "failure", line))
        #expect(XMLParser(data: Data(xml.utf8)).parse())
    }
}

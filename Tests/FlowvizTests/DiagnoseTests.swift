import FlowTestSupport
import FlowTrace
import Foundation
import Synchronization
import Testing

@Suite("Diagnose", .notForever)
struct DiagnoseTests {
    /// A command line and the first line of its output.
    struct Diagnosed: CustomTestStringConvertible, Sendable {
        let line: String
        let verdict: String

        var testDescription: String { line }
    }

    fileprivate static let whileItHad = "while its input had values"

    private static let scenarios = [
        Diagnosed(
            line: "batch-demand",
            verdict:
                "cancelled at 10.00 s; subscriber asks too early: demand never reached 0 while busy, so 4, 5, 9 and 10 came meanwhile"
        ),
        Diagnosed(
            line: "batch-demand --at 5",
            verdict: "subscriber asks too early: it has been busy since 3.001 s, and 2 more may come; 4 and 5 came meanwhile"),
        Diagnosed(line: "demand-sink", verdict: "finished at 7.00 s; 3 and 6 dropped at source: no demand"),
        Diagnosed(line: "across-threads", verdict: "finished at 3.00 s; 2, 3, 5 and 6 dropped at source: no demand"),
        Diagnosed(line: "share-replay", verdict: "finished at 9.00 s; value 0 dropped at source: no subscriber"),
        Diagnosed(
            line: "overflow --variant custom-error --until 12",
            verdict:
                "failed at 1.00 s: the buffer is full; held back by output: it requested nothing for 100 % of its time, values waited in buffer for 95 %; "
                + "7, 3, 4, 5 and 6 dropped at buffer: error"),
        Diagnosed(
            line: "overflow --until 20",
            verdict:
                "the run: dropping at buffer: 38 (overflow: oldest), because it was held back by output: it requested nothing for 100 % of its time \(whileItHad)"
        ),
        Diagnosed(
            line: "overflow --variant keep-full --until 20",
            verdict:
                "the run: dropping at source: 38 (no demand), because it was held back by output: it requested nothing for 100 % of its time \(whileItHad)"
        ),
        Diagnosed(
            line: "pace --at 3",
            verdict: "at 3.00 s: waiting for source: it has sent nothing for 2.4 s"
        ),
        Diagnosed(line: "pace --at 4.5", verdict: "at 4.50 s: silent for 3.9 s: pace waits for source"),
        Diagnosed(
            line: "demand-basics --until 3",
            verdict: "the run: held back by subscriber: it requested nothing for 100 % of its time"),
        Diagnosed(line: "demand-basics", verdict: "stalled since 0.00 s: held back by subscriber, which requests no more"),
        Diagnosed(
            line: "dispatch-timer --variant no-demand",
            verdict: "stalled since 2.00 s: held back by subscriber, which requests no more"),
    ]

    @Test(arguments: scenarios) func `a scenario is diagnosed in a line`(diagnosed: Diagnosed) throws {
        let run = try Program.run(["diagnose"] + diagnosed.line.split(separator: " ").map(String.init))

        #expect(run.errors == "")
        #expect(run.output.components(separatedBy: "\n").first == diagnosed.verdict)
    }

    /// The first words about a moment, with or without a mark that separates it from the run.
    private static func present(_ output: String) -> String {
        let line = output.components(separatedBy: "\n").first ?? ""
        guard line.hasPrefix("at "), let colon = line.firstRange(of: " s: ") else { return line }
        return String(line[colon.upperBound...])
    }

    /// The words about a window, at moments in different states.
    private static let moments = [
        Diagnosed(
            line: "pausable-sink --send 1.13:pause --until 3.2",
            verdict:
                "held back by sink: paused since 1.13 s, 7 values wait in buffer, it has requested nothing for 2.0 s and for 61 % of the last 3.2 s \(whileItHad)"
        ),
        Diagnosed(
            line: "pausable-sink --send 1.13:pause --until 1.63",
            verdict:
                "held back by sink: paused since 1.13 s, 1 value waits in buffer, it has requested nothing for 0.4 s and for 23 % of the last 1.6 s \(whileItHad)"
        ),
        Diagnosed(
            line: "pausable-sink --send 5:pause --until 6",
            verdict:
                "held back by sink: paused since 5.00 s, 3 values wait in buffer, it has requested nothing for 0.8 s and for 13 % of the last 6.0 s \(whileItHad)"
        ),
        Diagnosed(
            line: "pausable-sink --until 5",
            verdict: "flowing: values pass as fast as source sends them; 4.0 a second arrived in the last 5.0 s"),
        Diagnosed(
            line: "task-group --variant batches --until 4",
            verdict:
                "held back by for await: it requested nothing for 75 % of the last 4.0 s, values waited in AsyncChannel for 68 %, it asked again 0.1 s ago"
        ),
        Diagnosed(line: "pace --until 3.5", verdict: "waiting for source: it has sent nothing for 2.9 s"),
        Diagnosed(
            line: "pace --until 5.7",
            verdict:
                "held back by pace: 2 values wait in buffer, it has requested nothing for 0.7 s and for 65 % of the last 5.7 s, values waited in buffer for 37 %"
        ),
        Diagnosed(
            line: "pace --until 6.4",
            verdict:
                "held back by pace: 1 value waits in buffer, it has requested nothing for 0.4 s and for 69 % of the last 6.4 s, values waited in buffer for 44 %"
        ),
        Diagnosed(
            line: "pace --until 7.5",
            verdict: "source has ended, but its end has not arrived yet; 0.8 a second arrived in the last 7.5 s"),
        Diagnosed(
            line: "dispatch-timer --variant no-demand --until 5",
            verdict: "held back by subscriber: it has requested nothing for 3.0 s and for 60 % of the last 5.0 s"),
        Diagnosed(
            line: "subscribers --until 1",
            verdict: "waiting: assign, AnySubscriber and empty have not subscribed yet, and all others have ended"),
        Diagnosed(
            line: "subscribers --until 2",
            verdict: "waiting: AnySubscriber and empty have not subscribed yet, and all others have ended"),
        Diagnosed(line: "subscribers --until 3", verdict: "waiting: empty has not subscribed yet, and all others have ended"),
        Diagnosed(line: "subscribers --until 4", verdict: "finished at 4.00 s"),
    ]

    @Test(arguments: moments) func `a verdict begins with what holds now, of a run and of its recording`(diagnosed: Diagnosed)
        throws
    {
        let folder = try TemporaryFolder()
        let words = diagnosed.line.split(separator: " ").map(String.init)
        _ = try Program.run(["run"] + words + ["-o", folder.path("run.fvz")])
        let until = try #require(words.last)

        let run = try Program.run(["diagnose"] + words.dropLast(2) + ["--at", until])
        let recorded = try Program.run(["diagnose", folder.path("run.fvz"), "--at", until])

        #expect(DiagnoseTests.present(run.output) == diagnosed.verdict)
        #expect(DiagnoseTests.present(recorded.output) == diagnosed.verdict)
    }

    @Test(arguments: [
        ("zip", "1", "waiting for marbles 2: zip needs its next value, 3 values of marbles wait for it"),
        ("zip", "3", "finished at 2.75 s; zip waited for marbles 2 at the end, 1 value of marbles was left"),
        ("combine-latest", "0.2", "waiting for marbles 2: combineLatest needs its first value, 1 value of marbles waits for it"),
        ("merge", "1.4", "flowing: merge has no input left but marbles 2; 4.3 a second arrived in the last 1.4 s"),
        ("search", "1", "waiting for the inner publisher of switchToLatest: it has sent nothing for 0.3 s"),
    ]) func `the input that decides is named, and how many values of the others wait`(chain: String, time: String, line: String)
        throws
    {
        let folder = try TemporaryFolder()
        _ = try Program.run(["eval", "--chain", chain, "--until", time, "-o", folder.path("run.fvz")])

        let run = try Program.run(["diagnose", folder.path("run.fvz"), "--at", time])

        #expect(DiagnoseTests.present(run.output) == line)
    }

    private static let losses = [
        Diagnosed(
            line: "overflow --until 12",
            verdict:
                "buffer (5 · dropOldest) dropped 22 values (overflow: oldest): 2, 3, 4, 5, 6, 7, 12, 13, 14, 15, 16, 17, 18, 19, "
                + "24, 25, …"),
        Diagnosed(
            line: "overflow --variant drop-newest --until 12",
            verdict:
                "buffer (5 · dropNewest) dropped 22 values (overflow: newest): 7, 8, 9, 10, 11, 12, 17, 18, 19, 20, 21, 22, 23, 24, "
                + "29, 30, …"),
        Diagnosed(
            line: "overflow --variant custom-error --until 12",
            verdict: "buffer (5 · customError) dropped 5 values (error: the buffer is full): 7, 3, 4, 5, 6"),
        Diagnosed(
            line: "overflow --variant keep-full --until 12",
            verdict: "source dropped 22 values (no demand): 7, 8, 9, 10, 11, 12, 17, 18, 19, 20, 21, 22, 23, 24, 29, 30, …"),
        Diagnosed(line: "demand-sink", verdict: "source dropped 2 values (no demand): 3, 6"),
        Diagnosed(
            line: "batch-demand --variant true-batches", verdict: "source dropped 6 values (no demand): 4, 5, 9, 10, 14, 15"),
    ]

    @Test(arguments: losses) func `which strategy lost which values is said in words`(diagnosed: Diagnosed) throws {
        let run = try Program.run(["diagnose"] + diagnosed.line.split(separator: " ").map(String.init))

        #expect(run.output.components(separatedBy: "\n").filter { $0.hasPrefix("note: ") } == ["note: \(diagnosed.verdict)"])
    }

    @Test func `the table fits 80 columns`() throws {
        let run = try Program.run(["diagnose", "overflow", "--until", "20"])
        let table = run.output.components(separatedBy: "\n").filter { $0.hasPrefix("  ") }

        #expect(table.count == 6)
        #expect(table.allSatisfy { $0.count <= 80 })
        #expect(table.last == "  held at most: 5 in buffer")
    }

    @Test(arguments: [
        (
            "6",
            "held back by sink: paused since 4.00 s, 7 values wait in buffer, it has requested nothing for 1.8 s and for 29 % of the last 6.0 s \(DiagnoseTests.whileItHad)"
        ),
        (
            "9",
            "held back by sink: paused since 4.00 s, 19 values wait in buffer, it has requested nothing for 4.8 s and for 53 % of the last 9.0 s \(DiagnoseTests.whileItHad)"
        ),
        (
            "11.6",
            "dropping at buffer: 9 in the last 10 s (overflow: oldest), because it is held back by sink: paused since 4.00 s, 20 values wait in buffer, it has requested nothing for 7.4 s and for 74 % of the last 10 s \(DiagnoseTests.whileItHad)"
        ),
    ]) func `a sink that has just been paused is named before a window is full of it`(until: String, line: String) throws {
        let run = try Program.run(["diagnose", "pausable-sink", "--send", "4:pause", "--at", until])

        #expect(DiagnoseTests.present(run.output) == line)
    }

    @Test(arguments: [
        "overflow --until 20", "demand-basics", "demand-basics --until 3", "dispatch-timer --variant no-demand",
        "overflow --variant custom-error --until 12", "batch-demand", "pausable-sink --variant as-taught", "pace --until 4.5",
    ]) func `a recorded run is diagnosed as the run is`(line: String) throws {
        let folder = try TemporaryFolder()
        let file = folder.path("run.fvz")
        let words = line.split(separator: " ").map(String.init)
        _ = try Program.run(["run"] + words + ["-o", file])

        let recorded = try Program.run(["diagnose", file, "--json"])
        let run = try Program.run(["diagnose"] + words + ["--json"])

        #expect(recorded.errors == "")
        #expect(recorded.output == run.output)
    }

    @Test func `a run that a condition ended is not said to be stalled`() throws {
        let folder = try TemporaryFolder()
        let file = folder.path("run.fvz")
        _ = try Program.run(["run", "pausable-sink", "--variant", "as-taught", "--break", "demand = 0 for 1s", "-o", file])

        let recorded = try Program.run(["diagnose", file])

        #expect(recorded.output.hasPrefix("the run: held back by sink: it requested nothing for 100 % of its time"))
    }

    @Test func `the rates of stages between probes count every value`() throws {
        // Four bursts of nine in nine seconds, and a sink that takes one a second from the start.
        let lines = try Program.run(["diagnose", "overflow", "--until", "9"]).output.components(separatedBy: "\n")

        #expect(
            lines[3...6] == [
                "  stage    busy  starved  held back  in/s  out/s  out:in  avg wait  holds  drops",
                "  source    0 %        –        0 %  4.00   4.00    1.00         –      –      –",
                "  buffer    0 %      0 %       99 %  4.00   1.11    0.28   0.879 s    4/5     22",
                "  output  100 %      0 %        0 %  1.11      –       –         –      –      –",
            ])
    }

    // MARK: Many

    /// A trace in which values go from subjects to sinks through a `map` each, 10 ms from event to event.
    private func crowded(_ path: String, subjects: Int, sinks: Int) throws {
        let ticks = Atomic<UInt64>(0)
        let recorder = try Recorder(
            file: path, clock: .custom { ticks.wrappingAdd(10_000_000, ordering: .relaxed).newValue })
        for _ in 0..<subjects {
            let subject = recorder.declareNode(.source, name: "subject")
            let edges = (0..<sinks).map { _ in
                let map = recorder.declareNode(.transform, name: "map")
                let sink = recorder.declareNode(.sink, name: "sink")
                return [
                    recorder.declareEdge(.link, label: "sink", upstream: map, downstream: sink),
                    recorder.declareEdge(.link, label: "map", upstream: subject, downstream: map),
                ]
            }
            for edge in edges.joined() {
                recorder.record(.subscribed, on: edge)
                recorder.record(.request, on: edge, demand: .unlimited)
            }
            for edge in edges.joined() { recorder.record(.value, on: edge, value: .int(1)) }
        }
        recorder.close()
    }

    @Test func `alike stages are counted in one row`() throws {
        let folder = try TemporaryFolder()
        let file = folder.path("crowd.fvz")
        try crowded(file, subjects: 1, sinks: 5)

        let lines = try Program.run(["diagnose", file]).output.components(separatedBy: "\n")
        let all = try Program.run(["diagnose", file, "--all"]).output.components(separatedBy: "\n")

        #expect(
            lines == [
                "flowing: each of 5 subscribers got 3.3 a second in 0.3 s", "",
                "  stage    busy  starved  held back  in/s  out/s  out:in  avg wait  holds  drops",
                "  subject   0 %        –        4 %     –      –       –         –      –      –",
                "  map ×5    5 %     90 %        5 %     –      –       –         –      –      –",
                "  sink ×5   5 %     95 %        0 %     –      –       –         –      –      –",
                "  at 0.31 s; shares and rates of the last 0.30 s; where stages are counted (×), shares are means, rates are sums",
                "",
            ])
        #expect(
            all[3...13].map { $0.prefix(8) } == [
                "  subjec", "  map   ", "  map 2 ", "  map 3 ", "  map 4 ", "  map 5 ", "  sink  ", "  sink 2", "  sink 3",
                "  sink 4",
                "  sink 5",
            ])
    }

    @Test func `sixty lines are written of many pipelines, and all if they are wanted`() throws {
        let folder = try TemporaryFolder()
        let file = folder.path("crowd.fvz")
        try crowded(file, subjects: 30, sinks: 1)

        let lines = try Program.run(["diagnose", file]).output.components(separatedBy: "\n").dropLast()
        let all = try Program.run(["diagnose", file, "--all"]).output.components(separatedBy: "\n").dropLast()

        #expect(lines.count <= 60)
        #expect(
            lines.prefix(3) == [
                "30 pipelines: 13 waiting, 17 flowing; nothing dropped; nothing held", "", "subject ▸ map ▸ sink",
            ])
        #expect(lines.suffix(2) == ["", "24 more pipelines: 7 waiting, 17 flowing; --all lists them"])
        #expect(all.count == 2 + 30 * 9 - 1)
    }

    /// A trace of seven pipelines: one fails, one loses a value, one is held back, and the others finish.
    private func troubled(_ path: String) throws {
        let ticks = Atomic<UInt64>(0)
        let recorder = try Recorder(
            file: path, clock: .custom { ticks.wrappingAdd(10_000_000, ordering: .relaxed).newValue })
        for number in 1...7 {
            let subject = recorder.declareNode(.source, name: "subject")
            let sink = recorder.declareNode(.sink, name: "sink")
            let edge = recorder.declareEdge(.link, label: "subject", upstream: subject, downstream: sink)
            recorder.record(.subscribed, on: edge)
            recorder.record(.request, on: edge, demand: number == 6 ? .max(1) : .unlimited)
            recorder.record(.value, on: edge, value: .int(1))
            switch number {
            case 3: recorder.record(.failure, on: edge, value: .string("timed\nout"))
            case 5:
                recorder.record(.dropped, on: edge, value: .int(2), reason: .noDemand)
                recorder.record(.finished, on: edge)
            case 6: break
            default: recorder.record(.finished, on: edge)
            }
        }
        recorder.close()
    }

    @Test func `many pipelines are summed up, the worst come first with their names, and those with nothing wrong share a line`()
        throws
    {
        let folder = try TemporaryFolder()
        let file = folder.path("troubled.fvz")
        try troubled(file)

        let lines = try Program.run(["diagnose", file]).output.components(separatedBy: "\n").dropLast()
        let all = try Program.run(["diagnose", file, "--all"]).output.components(separatedBy: "\n").dropLast()

        let named = ["subject 5 ▸ sink 5", "subject 3 ▸ sink 3", "subject 6 ▸ sink 6"]
        #expect(lines.first == "7 pipelines: 1 failed, 1 held back, 5 finished; 1 value dropped in 1 pipeline; nothing held")
        #expect(lines.filter { $0.hasPrefix("subject") } == named)
        #expect(lines.filter { $0.hasPrefix("failed") } == ["failed at 0.12 s: timed␊out"])
        #expect(lines.suffix(2) == ["", "4 pipelines with nothing wrong: 4 finished; --all lists them"])
        #expect(all.filter { $0.hasPrefix("subject") }.count == 7)
    }

    @Test func `a trace that is cut short is judged as far as it goes, with exit code 1`() throws {
        let folder = try TemporaryFolder()
        let path = folder.path("cut.fvz")
        let recorder = try Recorder(file: path, options: TraceFileOptions(size: TraceFileOptions.minimumSize))
        let edge = recorder.declareEdge(.link, label: "link")
        for number in 0..<20_000 { recorder.record(.value, on: edge, value: .int(number)) }
        recorder.close()
        let file = try FileHandle(forUpdating: URL(filePath: path))
        try file.truncate(atOffset: 70_000)
        try file.close()

        let run = try Program.run(["diagnose", path])

        #expect(run.status == .exited(1) && run.errors == "")
        #expect(run.output.split(separator: "\n").last?.hasSuffix("could not be read") == true)
    }

    /// Every two seconds, two values arrive, a quarter of a second apart.
    @Test(arguments: [
        ("4.8", "flowing: values pass as fast as marbles sends them"), ("6.2", "flowing: values pass as fast as marbles"),
    ])
    func `a source that sends in bursts is not overdue between them`(end: String, verdict: String) throws {
        let folder = try TemporaryFolder()
        let (chain, path) = ("marbles(\"ab------ab------ab------ab------|\")", folder.path("bursts.fvz"))
        let rest = ".buffer(size: 9, prefetch: .byRequest, whenFull: .dropOldest).pace(.milliseconds(20))"
        _ = try Program.run(["eval", chain + rest, "--until", end, "-o", path])

        let run = try Program.run(["diagnose", path])

        #expect(run.output.hasPrefix(verdict))
    }

    @Test func `a trace without a readable event is said so once`() throws {
        let folder = try TemporaryFolder()
        let path = folder.path("cut.fvz")
        let recorder = try Recorder(file: path, options: TraceFileOptions(size: TraceFileOptions.minimumSize))
        recorder.record(.value, on: recorder.declareEdge(.link, label: "link"), value: .int(1))
        recorder.close()
        let file = try FileHandle(forUpdating: URL(filePath: path))
        try file.truncate(atOffset: 8_192)
        try file.close()

        let run = try Program.run(["diagnose", path])

        #expect(run.status == .exited(1))
        #expect(run.output.split(separator: "\n").filter { $0.contains("there are no events") }.count == 1)
    }

    @Test func `a moment after the end of a trace shows its end`() throws {
        let folder = try TemporaryFolder()
        let trace = folder.path("a.fvz")
        _ = try Program.run(["run", "pace", "--until", "3", "-o", trace])

        #expect(
            try Program.run(["diagnose", trace, "--at", "999"]).output == Program.run(["diagnose", trace, "--at", "3"]).output)
    }

    @Test func `what is missing of a trace is said as everywhere`() throws {
        let folder = try TemporaryFolder()
        let file = folder.path("full.fvz")
        let recorder = try Recorder(file: file, options: TraceFileOptions(size: TraceFileOptions.minimumSize))
        let node = recorder.declareNode(.sink, name: "sink")
        let edge = recorder.declareEdge(.link, label: "link", downstream: node)
        for number in 0..<100_000 { recorder.record(.value, on: edge, value: .int(number)) }
        for number in 0..<20_000 { _ = recorder.declareEdge(.link, label: "edge \(number)", downstream: node) }
        recorder.close()

        let run = try Program.run(["diagnose", file])
        let lost = try TraceFile(file).lostFacts

        #expect(lost > 0)
        #expect(
            run.output.rows(with: "missing: incomplete: \(lost) facts of the graph had no room")
                == ["missing: incomplete: \(lost) facts of the graph had no room"])
    }
}

import FlowScreen
import FlowTestSupport
import FlowTrace
import FlowViews
import Synchronization
import Testing

@testable import FlowApp
@testable import flowviz

/// The times in a file may go back. Every output treats such a time as the latest before it, and says so.
@Suite("Times that go back, on every way out", .notForever)
struct BackwardTimeTests {
    private static let times: [UInt64] = [0, 1, 700_000_000, 2_000_000_000, 9_000_000_000, 1 << 62, .max - 1]

    /// Whether a text reports that times go back.
    private static func tells(_ text: String) -> Bool {
        text.contains(/times go back in \d+ records?, each counted at the latest time before it/)
    }

    /// A clock that begins at 0, stands still for some reads, moves to and fro within two seconds for a while, and then jumps
    /// anywhere.
    private final class Clock: Sendable {
        private let state: Mutex<(chance: SeededChance, reads: Int)>

        init(seed: UInt64, still: Int) { state = Mutex((SeededChance(seed: seed), 1 - still)) }

        func read() -> UInt64 {
            state.withLock { state in
                defer { state.reads += 1 }
                guard state.reads > 0 else { return 0 }
                return times[state.chance.below(state.reads < 60 ? 4 : times.count)]
            }
        }
    }

    /// The writer of a file: a program with a probe, a program traced by the hook, whose calls begin and end, or a scenario.
    private enum Writer: CaseIterable {
        case program, hook, scenario

        /// Writes a file with random times.
        func write(to path: String, seed: UInt64) throws {
            // The clock stands still at first, so that the list of pipelines has one from the start.
            let clock = Clock(seed: seed, still: self == .hook ? 40 : 1)
            switch self {
            case .program: try BackwardTimeTests.write(to: path, command: ["App"], clock)
            case .scenario: try BackwardTimeTests.write(to: path, command: ["flowviz", "run", "pace"], clock)
            case .hook: try BackwardTimeTests.writeCalls(to: path, clock)
            }
        }
    }

    /// Calls that deliver values, one inside another, with the work of their sinks.
    private static func writeCalls(to path: String, _ clock: Clock) throws {
        let trace = try HookTrace(path, clock: clock.read)
        trace.subscribe(1, handed: 2) { trace.subscribe(3, handed: 4, parent: 2) }
        for number in 1...30 {
            trace.send(number, to: 3) {
                trace.send(number, to: 1) {
                    if number % 5 == 0 { trace.subscribe(UInt64(10 + number), handed: UInt64(100 + number)) }
                }
            }
            if number % 10 == 0 { trace.cancel(UInt64(100 + number)) }
        }
        trace.recorder.close()
    }

    private static func write(to path: String, command: [String], _ clock: Clock) throws {
        let recorder = try Recorder(
            file: path, options: TraceFileOptions(size: 1 << 20), command: command,
            clock: .custom(clock.read))
        let node = recorder.declareNode(.buffer, name: "buffer", capacity: 1 << 62, overflow: .dropOldest, prefetch: .byRequest)
        let sink = recorder.declareNode(.sink, name: "sink")
        let edges = [
            recorder.declareEdge(.source, label: "source", upstream: node, downstream: node),
            recorder.declareEdge(.store, label: "buffer", upstream: node, downstream: node),
            recorder.declareEdge(.link, label: "output", upstream: node, downstream: sink),
        ]
        recorder.record(.subscribed, on: edges[2])
        for number in 1...40 {
            recorder.record(.request, on: edges[2], demand: .max(1))
            recorder.record(.offered, on: edges[0], value: .int(number))
            recorder.record(.buffered, on: edges[1], value: .int(number))
            if number % 3 == 0 { recorder.record(.dropped, on: edges[1], value: .int(number), reason: .overflowOldest) }
            if number % 2 == 0 { recorder.record(.unbuffered, on: edges[1], value: .int(number)) }
            recorder.record(.value, on: edges[2], value: .int(number))
            if number % 7 == 0 { recorder.record(.state, on: edges[2], value: .string("paused")) }
        }
        recorder.close()
    }

    private static let commands: [[String]] =
        ExportFormat.allCases.map { ["export", "FILE", "--format", $0.rawValue] }
        + [
            ["frame", "--trace", "FILE", "--open", "1", "--at", "5"],
            ["frame", "--trace", "FILE", "--at", "900000", "--playhead", "3"],
            ["frame", "--trace", "FILE", "--at", "5", "--overlay", "inspector"],
            ["frame", "--trace", "FILE", "--open", "1", "--from", "0", "--to", "2", "--format", "svg"],
            ["frame", "--trace", "FILE", "--open", "1", "--from", "0", "--to", "2", "--format", "cast"],
            ["diagnose", "FILE"], ["metrics", "FILE"],
        ]

    @Test(arguments: commands) func `each command ends as it does of other files`(words: [String]) throws {
        let folder = try TemporaryFolder()
        for (number, writer) in Writer.allCases.enumerated() {
            let path = folder.path("\(number).fvz")
            try writer.write(to: path, seed: UInt64(number))

            let run = try Program.run(words.map { $0 == "FILE" ? path : $0 })

            let isRefused = run.status == .exited(2) && words.contains("--open") && writer == .scenario
            #expect(run.status == .exited(0) || isRefused, "\(words), \(writer): \(run.errors)")
            if words[0] != "frame", !isRefused { #expect(BackwardTimeTests.tells(run.output + run.errors), "\(words)") }
        }
    }

    @Test(arguments: Rounds.seeds(full: 500, sample: 4)) func `they are drawn, and said, whatever is pressed`(seed: UInt64)
        throws
    {
        let folder = try TemporaryFolder()
        for writer in Writer.allCases {
            try writer.write(to: folder.path("a.fvz"), seed: seed)
            let recorded = RecordedSource(try TraceFile(folder.path("a.fvz")))
            var state = recorded.state(size: Size(width: 120, height: 36))
            let playback = recorded.playback
            playback.start(state)
            for key in [Key.end, .enter, .left, .left, .right, .character("d"), .character("i"), .escape, .end] {
                playback.refresh(&state)
                for effect in Update.press(key, on: &state, facts: playback.facts) { _ = effect.perform(on: &state, playback) }
                playback.advance(by: .max)
                playback.refresh(&state)
                var surface = Surface(state.size)
                RootView(playback.screen(state)).draw(into: &surface)
            }

            let notes = playback.screen(state).notes
            #expect(notes.count(where: BackwardTimeTests.tells) == 1, "seed \(seed): \(notes)")
        }
    }
}

import FlowExport
import FlowScreen
import FlowTestSupport
import FlowTrace
import FlowViews
import Testing

@testable import FlowApp
@testable import FlowSessions
@testable import flowviz

/// Commands that read trace files with changed bytes: figures, frames, films, and a replay with key presses. Each of them ends.
///
/// `make fuzz` writes the figures of a million files.
@Suite("commands over mutated traces", .serialized, .notForever)
struct TraceCommandFuzzTests {
    /// The frames of a file cost many times as much as its figures.
    private static let framesEvery = Rounds.isLong ? 256 : 16

    /// A program with a buffer, and all kinds of events.
    private static func writeProgram(to path: String) throws {
        let trace = try HookTrace(path)
        let node = trace.recorder.declareNode(.buffer, name: "buffer", capacity: 2, overflow: .dropOldest, prefetch: .byRequest)
        let sink = trace.recorder.declareNode(.sink, name: "sink")
        let edges = [
            trace.recorder.declareEdge(.source, label: "source", upstream: node, downstream: node),
            trace.recorder.declareEdge(.store, label: "buffer", upstream: node, downstream: node),
            trace.recorder.declareEdge(.link, label: "output", upstream: node, downstream: sink),
        ]
        for id in 1...4 { trace.subscribe(UInt64(10 * id), handed: UInt64(10 * id + 1)) }
        for number in 0..<40 {
            for kind in SignalKind.allCases where kind != .causeLink && (number % 8 == 7 || !kind.isTerminal) {
                trace.recorder.record(kind, on: edges[number % 3], value: .int(number), reason: .noDemand)
            }
            trace.send(number, to: UInt64(10 * (1 + number % 4))) {
                trace.recorder.record(.value, on: edges[2], value: .string("a text of more than fifteen bytes"))
            }
        }
        trace.cancel(11)
        trace.recorder.close()
    }

    private static func writeSamples(in folder: TemporaryFolder) throws -> [String] {
        let program = folder.path("program.fvz")
        try writeProgram(to: program)
        let runs = try [["pace"], ["async-buffer"], ["subscribers"]].enumerated().map { number, words in
            let path = folder.path("\(number).fvz")
            try RunCommand.parse(words + ["--until", "3", "--output", path]).run()
            return path
        }
        return [program] + runs
    }

    @Test func `ends with figures, frames, films and replays`() throws {
        print("FLOWVIZ_SEED=\(String(Rounds.seed, radix: 16))")
        let folder = try TemporaryFolder()
        var chance = SeededChance(seed: Rounds.seed)
        let samples = try TraceCommandFuzzTests.writeSamples(in: folder)
        let rounds = Rounds.count(sample: 400) / samples.count
        var opened = 0
        for path in samples {
            let file = MutatedFile(path, and: Array(0..<256))
            for round in 0..<rounds {
                file.mutate(&chance)
                let seed = chance.next()
                Rounds.hold("\(path), round \(round)") {
                    guard let trace = try? TraceFile(path) else { return }
                    opened += 1
                    TraceCommandFuzzTests.measure(trace)
                    guard round % TraceCommandFuzzTests.framesEvery == 0 else { return }
                    TraceCommandFuzzTests.draw(trace)
                    TraceCommandFuzzTests.play(trace, SeededChance(seed: seed))
                }
                file.restore()
            }
        }
        #expect(opened > rounds * samples.count / 2)
    }

    /// `metrics`.
    private static func measure(_ trace: TraceFile) {
        var programs = FollowedPrograms([FollowedProgram(trace)])
        programs.read()
        let figures = programs.figures()
        for format in MetricsFormat.allCases { _ = MetricsText.text(of: figures, as: format) }
        for program in programs.programs { _ = program.notes }
    }

    /// `frame --open 1`, and the same with `--from 0 --to 1` as both kinds of film, with some of their frames.
    private static func draw(_ trace: TraceFile) {
        var plan = FramePlan(subject: .trace(trace), at: TraceTime(seconds: 2), config: .standard)
        plan.pipelines.opensFirst = true
        for overlay in [nil, .inspector, .log, .why, .journey] as [FrameOverlay?] {
            plan.overlay = overlay
            _ = try? plan.surface()
        }
        plan.overlay = nil
        var source = FrameSource(plan)
        let times = [0.0, 0.5, 1]
        let frames = times.compactMap { try? plan.surface(of: source.screen(at: TraceTime(seconds: $0))) }
        guard frames.count == times.count else { return }
        _ = CastOutput.render(frames, at: times, theme: plan.config.theme, mode: .colours256)
        _ = SVGFilm.render(frames, at: times, pause: Film.pause, theme: plan.config.theme)
    }

    /// `replay`, with key presses.
    private static func play(_ trace: TraceFile, _ seeded: SeededChance) {
        var chance = seeded
        let recorded = RecordedSource(trace)
        var state = recorded.state(size: Size(width: 100, height: 30))
        let playback = recorded.playback
        playback.start(state)
        let keys = KeyName.all.map(\.key)
        for _ in 0..<6 {
            playback.refresh(&state)
            let key = chance.oneIn(3) ? Key.end : chance.oneIn(2) ? .enter : keys[chance.below(keys.count)]
            for effect in Update.press(key, on: &state, facts: playback.facts) { _ = effect.perform(on: &state, playback) }
            playback.advance(by: UInt64(chance.below(3_000_000_000)))
            playback.refresh(&state)
            var surface = Surface(state.size)
            let screen = playback.screen(state)
            RootView(screen).draw(into: &surface)
            _ = PlainRenderer(screen).lines
        }
    }
}

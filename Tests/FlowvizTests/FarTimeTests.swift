import FlowModel
import FlowScenarios
import FlowScreen
import FlowTestSupport
import FlowTrace
import FlowViews
import Synchronization
import Testing

@testable import FlowApp
@testable import FlowSystem
@testable import flowviz

/// A file may contain any time, including the largest that fits into 64 bits.
@Suite("Times at the end of what a number holds", .notForever)
struct FarTimeTests {
    private final class Clock: Sendable {
        let nanoseconds = Atomic<UInt64>(0)
    }

    /// Writes the file of a scenario's run, or of a program. Its second half happens at the last representable moments.
    private func write(to path: String, command: [String]) throws -> TraceFile {
        let clock = Clock()
        let recorder = try Recorder(
            file: path, options: TraceFileOptions(size: 1 << 20), command: command,
            clock: .custom { clock.nanoseconds.load(ordering: .relaxed) })
        let node = recorder.declareNode(.buffer, name: "buffer", capacity: 4, overflow: .dropOldest, prefetch: .byRequest)
        let sink = recorder.declareNode(.sink, name: "sink")
        let edges = [
            recorder.declareEdge(.source, label: "source", upstream: node, downstream: node),
            recorder.declareEdge(.store, label: "buffer", upstream: node, downstream: node),
            recorder.declareEdge(.link, label: "output", upstream: node, downstream: sink),
        ]
        recorder.record(.subscribed, on: edges[2])
        recorder.record(.request, on: edges[2], demand: .max(9))
        for number in 1...8 {
            clock.nanoseconds.store(0, ordering: .relaxed)
            if number > 4 { clock.nanoseconds.store(.max - 1, ordering: .relaxed) }
            recorder.record(.offered, on: edges[0], value: .int(number % 4))
            recorder.record(.buffered, on: edges[1], value: .int(number))
        }
        recorder.record(.state, on: edges[2], value: .string("paused"))
        for number in 1...4 {
            recorder.record(.unbuffered, on: edges[1], value: .int(number))
            recorder.record(.value, on: edges[2], value: .int(number % 4))
        }
        recorder.close()
        return try TraceFile(path)
    }

    private func draw(_ playback: Playback, _ state: AppState) {
        var surface = Surface(state.size)
        RootView(playback.screen(state)).draw(into: &surface)
    }

    private func press(_ key: Key, _ playback: Playback, _ state: inout AppState) {
        playback.refresh(&state)
        for effect in Update.press(key, on: &state, facts: playback.facts) { _ = effect.perform(on: &state, playback) }
        playback.refresh(&state)
    }

    /// Presses every key at the end, before the end, and after a look into the past. Draws after each key.
    private func pressAll(_ playback: Playback, _ state: inout AppState) {
        for way in [[Key.end], [.end, .left], [.end, .left, .left, .right]] {
            for key in KeyName.all.map(\.key) {
                for before in way { press(before, playback, &state) }
                press(key, playback, &state)
                draw(playback, state)
                playback.advance(by: .max)
                press(.escape, playback, &state)
            }
        }
        state.size = Size(width: 500, height: 200)
        draw(playback, state)
        state.size = Size(width: 120, height: 36)
    }

    @Test func `a program's list and lanes are drawn whatever is pressed`() throws {
        let folder = try TemporaryFolder()
        let file = try write(to: folder.path("a.fvz"), command: ["App"])
        let replay = ProgramReplay(file)
        var state = AppState(.program(), length: replay.length, size: Size(width: 120, height: 36))

        pressAll(.trace(replay), &state)
        _ = Effect.openChosen.perform(on: &state, .trace(replay))
        pressAll(.trace(replay), &state)

        #expect(replay.length == TraceTime(nanoseconds: .max - 1))
    }

    @Test func `a scenario's run is drawn whatever is pressed`() throws {
        let folder = try TemporaryFolder()
        let file = try write(to: folder.path("a.fvz"), command: ["flowviz", "run", "pace"])
        guard case .run(let replay) = RecordedSource(file) else { throw Failure("no run") }
        var state = RecordedSource.run(replay).state(size: Size(width: 120, height: 36))

        pressAll(.recording(replay), &state)

        #expect(replay.model.end.time == TraceTime(nanoseconds: .max - 1))
    }

    @Test(arguments: ExportFormat.allCases.map(\.rawValue)) func `it is exported`(format: String) throws {
        let folder = try TemporaryFolder()
        for command in [["App"], ["flowviz", "run", "pace"]] {
            _ = try write(to: folder.path("a.fvz"), command: command)

            #expect(try Program.run(["export", folder.path("a.fvz"), "--format", format]).status == .exited(0))
        }
    }

    @Test(arguments: [["diagnose"], ["check", "--no-drops", "--max-wait", "60s"]])
    func `it is judged`(words: [String]) throws {
        let folder = try TemporaryFolder()
        _ = try write(to: folder.path("a.fvz"), command: ["App"])

        let run = try Program.run([words[0], folder.path("a.fvz")] + words.dropFirst())

        #expect(run.errors.isEmpty)
    }
}

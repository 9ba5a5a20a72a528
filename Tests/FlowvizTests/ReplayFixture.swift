import FlowScreen
import FlowTestSupport
import FlowTrace

@testable import FlowApp
@testable import FlowSystem
@testable import flowviz

/// The recording of a scenario's run without a terminal: keys go in, the state comes out.
final class ReplayFixture {
    var state: AppState
    let playback: Playback
    /// The recording, `nil` if it is the trace of a program.
    var replay: Replay? { if case .recording(let replay) = playback { replay } else { nil } }
    private let folder = try? TemporaryFolder()

    /// Records a run with these arguments, and plays some seconds of it.
    init(_ words: String, at seconds: Double = 0) throws {
        guard let path = folder?.path("run.fvz") else { throw Failure("no folder") }
        try RunCommand.parse(words.split(separator: " ").map(String.init) + ["--output", path]).run()
        let recorded = RecordedSource(try TraceFile(path))
        state = recorded.state(size: Size(width: 120, height: 36))
        playback = recorded.playback
        playback.start(state)
        playback.advance(by: UInt64(seconds * 1e9))
    }

    /// Presses keys and performs their effects, as the loop does.
    func press(_ keys: Key...) {
        for key in keys {
            playback.refresh(&state)
            for effect in Update.press(key, on: &state, facts: playback.facts) { _ = effect.perform(on: &state, playback) }
            repeat { playback.refresh(&state) } while playback.background == .everyFrame
        }
    }

    /// Types characters.
    func type(_ text: String) {
        for character in text { press(.character(character)) }
    }
}

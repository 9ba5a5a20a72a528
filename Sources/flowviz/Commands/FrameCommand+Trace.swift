import ArgumentParser
import FlowModel
import FlowTrace
import FlowViews

extension PipelineOrder: ExpressibleByArgument {}

extension FrameCommand {
    /// What a frame of a trace is drawn from.
    func screen(of path: String, openingFirst: Bool) throws -> ScreenState {
        let recording = Recorded(try Trace.open(path), waits: true)
        let playback = recording.playback
        var state = recording.state(size: try Arguments.size(size), theme: try chosenTheme)
        try refuseControls()
        playback.start(state)
        playback.seek(Moment(time: try Arguments.seconds(at, of: "--at"), sequence: 0))
        playback.advance(by: try Arguments.seconds(at, of: "--at") - playback.now)
        state.isFrozen = frozen
        state.program?.filter = filter
        if let order { state.program?.order = order }
        if let open {
            try openRow(open, &state, playback)
        } else if openingFirst, let first = playback.choose(0, state) {
            _ = Effect.open(first).perform(on: &state, playback)
        }
        try compare(&state, playback)
        if let select { state.selection = select - 1 }
        if let playhead { state.playhead = playback.facts.timeline.moment(at: try past(playhead)) }
        playback.look(at: &state)
        let facts = playback.facts
        state.overlay = overlay.flatMap {
            $0.overlay(scenario: state.choice?.scenario ?? 0, facts, at: state.playhead ?? facts.now)
        }
        return playback.screen(state)
    }

    private func refuseControls() throws {
        guard id == nil, eval == nil, typed == nil, variant == nil, send.isEmpty, set.isEmpty, !two else {
            throw ValidationError(
                "--trace draws what was recorded; it takes no scenario, --eval, --typed, --variant, --two, --send or --set")
        }
    }

    private func openRow(_ row: Int, _ state: inout AppState, _ playback: any Playback) throws {
        guard row > 0, let pipeline = playback.choose(row - 1, state), state.program != nil else {
            throw ValidationError("--open \(row) does not fit; the list of a program's trace has rows from 1")
        }
        // The last one is chosen by every row beyond it.
        guard row == 1 || playback.choose(row - 2, state) != pipeline else {
            throw ValidationError("--open \(row) does not fit; the list of this trace has fewer rows")
        }
        _ = Effect.open(pipeline).perform(on: &state, playback)
    }
}

import FlowModel

extension Effect {
    /// Does the work where it is about what is shown; the terminal's is left to the loop.
    ///
    /// - Returns: Whether it was done.
    func perform(on state: inout AppState, _ playback: any Playback) -> Bool {
        switch self {
        case .restart: restart(&state, playback)
        case .send(let control):
            if let answer = playback.send(control) { state.notice = answer }
        case .compare: compare(&state, playback)
        case .stepOn: TimeTravel.stepOn(&state, playback)
        case .find(let direction): Jump.perform(direction, &state, playback)
        case .findFirst: Jump.first(&state, playback)
        case .seek(let moment): playback.seek(moment)
        case .open(let pipeline): open(pipeline, &state, playback)
        case .openChosen:
            if let pipeline = playback.choose(0, state) { open(pipeline, &state, playback) }
        case .choose(let step):
            let chosen = playback.choose(step, state)
            state.program?.selection = chosen
        case .copyFrame, .saveFrame, .suspend, .quit: return false
        }
        return true
    }

    /// Begins at the start; of a watched program with its next run, whose pipelines are others.
    private func restart(_ state: inout AppState, _ playback: any Playback) {
        guard let found = playback.reconnect() else { return playback.start(state) }
        state.notice = found.answer
        guard found.isAnother else { return }
        state.program?.opened = nil
        state.program?.selection = nil
    }

    /// Shows a run beside another or alone; a moment looked at stays the same time in the one that keys are about then.
    private func compare(_ state: inout AppState, _ playback: any Playback) {
        if let answer = playback.compare(state) { state.notice = answer }
        let timeline = playback.facts.timeline
        state.playhead = state.playhead.map {
            timeline[sequence: $0.sequence]?.time == $0.time ? $0 : timeline.moment(at: $0.time)
        }
    }

    /// Shows a pipeline or the list; a moment looked at stays the same time.
    private func open(_ pipeline: PipelineID?, _ state: inout AppState, _ playback: any Playback) {
        playback.open(pipeline)
        state.following = nil
        state.program?.opened = pipeline
        if let pipeline { state.program?.selection = pipeline }
        state.selection = AppState.interestingLane(of: playback.facts.model)
        state.playhead = state.playhead.map { playback.facts.timeline.moment(at: $0.time) }
    }
}

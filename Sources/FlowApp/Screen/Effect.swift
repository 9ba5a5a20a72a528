import FlowAnalysis
import FlowModel
import FlowScenarios
import FlowSessions
import FlowTrace
import FlowVerdict
import FlowViews

/// Work requested by the update and performed by the loop.
package enum Effect: Equatable {
    /// Restart the chosen scenario.
    case restart
    /// Show the run beside a rerun with other numbers, or alone again.
    case compare
    case send(Control)
    /// Hold, step or slow the stage below the selected lane of a running program.
    case hand(HandKey)
    /// Foretell the store of the selected lane with a larger or a smaller size.
    case foretell(up: Bool)
    /// Run to the next event and show it.
    case stepOn
    /// Jump to the nearest event of the search.
    case find(Direction)
    /// Jump to the first match of the typed search.
    case findFirst
    /// Make a moment of a recording the present.
    case seek(Moment)
    /// Show the lanes of a pipeline, or the list of all.
    case open(PipelineID?)
    /// Show the lanes of the selected pipeline, or fold or unfold the selected line of several.
    case openChosen
    /// Show the lanes of the selected pipeline, and perform a command there.
    case performInChosen(Command)
    /// Select the line of the list this many rows below.
    case choose(Int)
    /// Go to the moment at which the trouble of what is shown began.
    case goToOnset
    /// Compile the typed text with Swift, run it, and show it.
    case tryTyped(TypedText)
    /// Save a chain in the history.
    case keep(String)
    /// Open the user's editor at a line of source.
    case edit(CodeLocation)
    /// Open the user's editor at the line of source of the selected pipeline.
    case editChosen
    /// Put the frame on the clipboard.
    case copyFrame
    /// Write the frame as an SVG file.
    case saveFrame
    /// Save the tour's position.
    case keepTour
    /// Release the terminal and stop the process until it is continued.
    case suspend
    case quit
}

extension Effect {
    /// Performs the effect if it does not need the terminal.
    ///
    /// - Returns: Whether it was performed.
    func perform(on state: inout AppState, _ playback: Playback) -> Bool {
        switch self {
        case .restart: restart(&state, playback)
        case .send(let control):
            if let answer = playback.session?.send(control) { state.notice = answer }
        case .hand(let key): hand(key, &state, playback)
        case .foretell(let up): ForetoldUpdate.change(up: up, &state, playback)
        case .compare: compare(&state, playback)
        case .stepOn: TimeTravel.stepOn(&state, playback)
        case .find(let direction): SearchNavigation.perform(direction, &state, playback)
        case .findFirst: SearchNavigation.first(&state, playback)
        case .seek(let moment): playback.recorded?.seek(moment)
        case .open(let pipeline): open(pipeline, &state, playback)
        case .openChosen:
            guard let line = playback.pipelines?.line(rowsBelow: 0, state) else { break }
            if let fold = line.fold {
                state.program?.toggle(fold)
            } else {
                state.program?.life = PipelineLife(line.row)
                open(chosen: line.row.id, &state, playback)
            }
        case .performInChosen(let command): performInChosen(command, &state, playback)
        case .goToOnset:
            let onset = playback.screen(state).panes[0].report?.onset
            for effect in ViewUpdate.show(onset, &state, playback.facts) { _ = effect.perform(on: &state, playback) }
        case .choose(let step):
            let chosen = playback.pipelines?.line(rowsBelow: step, state)
            state.program?.select(chosen?.row.id, chosen?.fold)
        case .tryTyped, .keep, .keepTour, .edit, .editChosen, .copyFrame, .saveFrame, .suspend, .quit: return false
        }
        return true
    }

    /// Starts again: a run from its start, a watched program with its next run, which has new pipelines.
    private func restart(_ state: inout AppState, _ playback: Playback) {
        state.beginStop()
        if let answer = playback.restart(state) { state.notice = answer }
    }

    private func hand(_ key: HandKey, _ state: inout AppState, _ playback: Playback) {
        let lanes = ScreenLane.lanes(of: playback.facts.model)
        guard let hands = playback.hands, lanes.indices.contains(state.selection) else {
            return state.notice = HandWords.needsControl
        }
        if let answer = hands.hand(key, lane: lanes[state.selection].index) { state.notice = answer }
    }

    /// Shows a run beside another or alone. The playhead keeps its time in the run that has the focus.
    private func compare(_ state: inout AppState, _ playback: Playback) {
        if let answer = playback.comparable?.compare(state) { state.notice = answer }
        let timeline = playback.facts.timeline
        state.playhead = state.playhead.map {
            timeline[sequence: $0.sequence]?.time == $0.time ? $0 : timeline.moment(at: $0.time)
        }
    }

    /// Opens the selected pipeline, and performs a command in its lanes. Of several that share a line, it is the one in most trouble.
    private func performInChosen(_ command: Command, _ state: inout AppState, _ playback: Playback) {
        guard let line = playback.pipelines?.line(rowsBelow: 0, state) else { return _ = state.refuse(.nothingHasHappened) }
        guard line.fold != .over else { return _ = state.refuse(.isOfSeveral) }
        state.program?.life = PipelineLife(line.row)
        open(chosen: line.row.id, &state, playback)
        guard state.program?.opened != nil else { return }
        if command == .why { goToLoss(of: line.row, &state, playback.facts) }
        for effect in Update.perform(command, on: &state, facts: playback.facts) { _ = effect.perform(on: &state, playback) }
    }

    /// Goes to the last value that a pipeline which is over has lost, since that is its trouble.
    private func goToLoss(of row: PipelineRow, _ state: inout AppState, _ facts: RunFacts) {
        guard row.isOver, [.dropping, .abandoned].contains(row.trouble), let time = row.summary.lastDrop else { return }
        let timeline = facts.timeline
        let moment = timeline.moment(at: time)
        guard let loss = timeline.entries.last(where: { $0.sequence <= moment.sequence && $0.kind == .dropped }) else { return }
        TimeTravel.jump(to: timeline.moment(ofEvent: loss.sequence), &state, facts)
        state.found = state.playhead ?? facts.now
    }

    /// Shows the pipeline chosen in the list, beside the first pipeline of a pair if the user has chosen one.
    private func open(chosen pipeline: PipelineID, _ state: inout AppState, _ playback: Playback) {
        guard let first = state.program?.beside else { return open(pipeline, &state, playback) }
        guard first.program != pipeline.program else { return _ = state.refuse(.isOfSameProgram) }
        state.program?.beside = pipeline
        open(first, &state, playback)
    }

    /// Shows a pipeline, or the list at the moment that it showed before.
    private func open(_ pipeline: PipelineID?, _ state: inout AppState, _ playback: Playback) {
        if pipeline != nil, state.program?.opened == nil { ViewUpdate.leaveList(&state) }
        playback.pipelines?.open(pipeline)
        (state.following, state.foretold) = (nil, nil)
        state.program?.opened = pipeline
        if let pipeline { state.program?.select(pipeline) }
        state.selection = AppState.interestingLane(of: playback.facts)
        state.views = []
        guard pipeline != nil else { return ViewUpdate.returnToList(&state, playback.facts) }
        state.playhead = state.playhead.map { playback.facts.timeline.moment(at: $0.time) }
        ViewUpdate.fitLife(&state, playback.facts)
    }
}

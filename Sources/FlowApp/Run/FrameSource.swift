import FlowModel
import FlowScenarios
import FlowSessions
import FlowSystem
import FlowTrace
import FlowViews

/// Supplies the screens of frames: advances a run or a recording from each moment to the next.
struct FrameSource {
    private let plan: FramePlan
    private let playback: Playback
    /// The initial state of the screen.
    private let beginning: AppState
    /// The remaining controls.
    private var sends: ArraySlice<(time: TraceTime, control: Control)>
    /// The remaining allowance of events and work.
    private var allowance = FrameAllowance(count: RunReport.maximumEvents)
    private var isAtStart = true

    init(_ plan: FramePlan) {
        self.plan = plan
        sends = plan.sends[...]
        switch plan.subject {
        case .scenario(let choice):
            playback = .scenario(Session())
            var state = AppState(.scenario(choice), size: plan.size).applying(plan.config)
            state.selection = AppState.interestingLane(of: choice)
            if plan.showsTwo { state.showTwo(true) }
            beginning = state
        case .trace(let file):
            let recording = RecordedSource(file, waits: true)
            playback = recording.playback
            beginning = recording.state(size: plan.size).applying(plan.config)
        }
        playback.start(beginning)
    }

    /// The end of a recording, `nil` for a run.
    var end: TraceTime? { playback.facts.recordedEnd }

    /// The screen at a moment.
    ///
    /// - Precondition: `moment` is not before the moment of the last call.
    mutating func screen(at moment: TraceTime) throws -> ScreenState {
        // A comparison advances both runs to one present, so the next moment needs a new comparison.
        if plan.otherNumbers != nil, !isAtStart { self = FrameSource(plan) }
        var state = beginning
        if let session = playback.session {
            try advance(session, to: moment)
        } else {
            seek(moment)
            state.program?.filter = plan.pipelines.filter
            if let order = plan.pipelines.order { state.program?.order = order }
            try open(&state)
        }
        isAtStart = false
        return screen(&state)
    }

    /// The screen at the present.
    private func screen(_ state: inout AppState) -> ScreenState {
        state.isFrozen = plan.isFrozen
        if let selection = plan.selection { state.selection = selection }
        if let otherNumbers = plan.otherNumbers {
            state.compare(with: WhatIf(numbers: otherNumbers, view: state.fitsTwo ? .both : .changed))
            _ = Effect.compare.perform(on: &state, playback)
            while playback.background == .everyFrame { playback.refresh(&state) }
        }
        if let playhead = plan.playhead { state.playhead = playback.facts.timeline.moment(at: playhead) }
        playback.refresh(&state)
        if let size = plan.foretoldSize { ForetoldUpdate.show(size: size, &state, playback) }
        let facts = playback.facts
        state.overlay = plan.overlay.flatMap {
            $0.overlay(scenario: state.choice?.scenario ?? 0, facts, at: state.playhead ?? facts.now)
        }
        if let typed = plan.typed { state.mode = .editor(ChainEditor(typed, history: [])) }
        return playback.screen(state)
    }

    // MARK: Time

    private mutating func advance(_ session: Session, to moment: TraceTime) throws {
        if isAtStart { try pass(session, until: session.now) }
        while let (time, control) = sends.first, time <= moment {
            if time > session.now { try pass(session, until: time) }
            _ = session.send(control)
            sends.removeFirst()
        }
        try pass(session, until: moment)
    }

    private mutating func pass(_ session: Session, until time: TraceTime) throws {
        session.advance(by: time - session.now, within: &allowance)
        guard allowance.isSpent else { return }
        throw Failure(
            "\(session.name) does more than \(RunReport.maximumEvents) events and pieces of work by \(session.now) s; draw an earlier moment"
        )
    }

    private func seek(_ moment: TraceTime) {
        if isAtStart { playback.recorded?.seek(Moment(time: moment, sequence: 0)) }
        playback.advance(by: moment - playback.now)
    }

    // MARK: Pipelines

    private func open(_ state: inout AppState) throws {
        guard let row = plan.pipelines.row ?? (plan.pipelines.opensFirst ? 1 : nil) else { return }
        guard row > 0 else { throw UsageError("--open \(row) is not valid; the list of a program's trace has rows from 1") }
        guard let line = playback.pipelines?.line(rowsBelow: row - 1, state) else {
            if plan.pipelines.row == nil { return }
            throw UsageError("--open \(row) is not valid; the list has no rows at this moment")
        }
        // Any row beyond the last one selects the last one.
        let above = row == 1 ? nil : playback.pipelines?.line(rowsBelow: row - 2, state)
        guard above.map({ $0.row.id != line.row.id || $0.fold != line.fold }) ?? true else {
            throw UsageError("--open \(row) is not valid; the list of this trace has fewer rows")
        }
        state.program?.life = PipelineLife(line.row)
        _ = Effect.open(line.row.id).perform(on: &state, playback)
    }
}

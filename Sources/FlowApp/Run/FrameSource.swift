import FlowModel
import FlowScenarios
import FlowSessions
import FlowSystem
import FlowTrace
import FlowViews

/// What frames are drawn from: a run or a recording that goes on from each moment to the next.
struct FrameSource {
    private let plan: FramePlan
    private let playback: any Playback
    private let recording: Recorded?
    /// The controls that are still to be pressed.
    private var sends: ArraySlice<(time: TraceTime, control: Control)>
    /// How much may still happen.
    private var allowance = FrameAllowance(count: RunReport.mostEvents)
    private var isAtStart = true

    init(_ plan: FramePlan) {
        self.plan = plan
        sends = plan.sends[...]
        switch plan.subject {
        case .scenario: (playback, recording) = (Session(), nil)
        case .trace(let file):
            let recording = Recorded(file, waits: true)
            (playback, self.recording) = (recording.playback, recording)
        }
        playback.start(state)
    }

    /// When a recording ends.
    var end: TraceTime? { playback.facts.recordedEnd }

    /// The screen at a moment.
    ///
    /// - Precondition: It is not before the one that was asked for last.
    mutating func screen(at moment: TraceTime) throws -> ScreenState {
        // A comparison is of two runs up to one present; it begins anew for the next.
        if plan.otherNumbers != nil, !isAtStart { self = FrameSource(plan) }
        var state = state
        if let choice = state.choice, recording == nil {
            try advance(to: moment, choice.scenarioValue.id)
        } else {
            seek(moment)
            state.program?.filter = plan.pipelines.filter
            if let order = plan.pipelines.order { state.program?.order = order }
            try open(&state)
        }
        isAtStart = false
        return screen(&state)
    }

    /// What the user has chosen, before anything has happened.
    private var state: AppState {
        if let recording { return recording.state(size: plan.size).looking(as: plan.config) }
        guard case .scenario(let choice) = plan.subject else { preconditionFailure("a trace without a recording") }
        var state = AppState(.scenario(choice), size: plan.size).looking(as: plan.config)
        state.selection = AppState.interestingLane(of: choice)
        if plan.showsTwo { state.showTwo(true) }
        return state
    }

    /// The screen, once the present is reached.
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
        let facts = playback.facts
        state.overlay = plan.overlay.flatMap {
            $0.overlay(scenario: state.choice?.scenario ?? 0, facts, at: state.playhead ?? facts.now)
        }
        if let typed = plan.typed { state.mode = .editor(ChainEditor(typed, history: [])) }
        return playback.screen(state)
    }

    // MARK: Time

    private mutating func advance(to moment: TraceTime, _ id: String) throws {
        guard let session = playback as? Session else { return }
        if isAtStart { try pass(session, until: session.now, id) }
        while let (time, control) = sends.first, time <= moment {
            if time > session.now { try pass(session, until: time, id) }
            _ = session.send(control)
            sends.removeFirst()
        }
        try pass(session, until: moment, id)
    }

    private mutating func pass(_ session: Session, until time: TraceTime, _ id: String) throws {
        session.advance(by: time - session.now, within: &allowance)
        guard allowance.isSpent else { return }
        throw Failure(
            "\(id) does more than \(RunReport.mostEvents) events and pieces of work by \(session.now) s; draw an earlier moment")
    }

    private func seek(_ moment: TraceTime) {
        if isAtStart { (playback as? any RecordedPlayback)?.seek(Moment(time: moment, sequence: 0)) }
        playback.advance(by: moment - playback.now)
    }

    // MARK: Pipelines

    private func open(_ state: inout AppState) throws {
        guard let row = plan.pipelines.row ?? (plan.pipelines.opensFirst ? 1 : nil) else { return }
        let program = playback as? any ProgramPlayback
        guard row > 0 else { throw UsageError("--open \(row) does not fit; the list of a program's trace has rows from 1") }
        guard let pipeline = program?.choose(row - 1, state) else {
            if plan.pipelines.row == nil { return }
            throw UsageError("--open \(row) does not fit; the list has no rows at this moment")
        }
        // The last one is chosen by every row beyond it.
        guard row == 1 || program?.choose(row - 2, state) != pipeline else {
            throw UsageError("--open \(row) does not fit; the list of this trace has fewer rows")
        }
        _ = Effect.open(pipeline).perform(on: &state, playback)
    }
}

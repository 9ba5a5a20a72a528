import FlowModel
import FlowSessions
import FlowText
import FlowTrace
import FlowVerdict
import FlowViews

/// The part of time that the lanes show.
struct TimeView: Equatable {
    let cell: UInt64
    let axisStart: TraceTime?
    let playhead: Moment?
    let isFrozen: Bool
}

/// Handles the keys that fit the time axis to the stream's life, go to the moment at which its trouble began, and go back.
enum ViewUpdate {
    /// The maximum number of earlier views.
    private static let limit = 32

    /// Shows the whole life of the stream.
    static func fit(_ state: inout AppState, _ facts: RunFacts) -> [Effect] {
        let before = view(state)
        guard let span = fitLife(&state, facts) else { return state.refuse(.nothingHasHappened) }
        guard span.isWhole else {
            push(before, &state)
            state.notice = "its life is longer than the screen, even with the longest cells; \(.viewBack) goes back"
            return []
        }
        guard view(state) != before else {
            state.notice = "the whole life is on the screen already"
            return []
        }
        push(before, &state)
        state.notice = "the whole life; \(.viewBack) goes back"
        return []
    }

    /// Goes to the moment at which the trouble of the stream began; `nil` if nothing marks one.
    static func show(_ onset: Onset?, _ state: inout AppState, _ facts: RunFacts) -> [Effect] {
        guard let onset else { return state.refuse(.hasNoOnset) }
        push(view(state), &state)
        let moment = facts.timeline.moment(at: onset.time)
        let effects = TimeTravel.show(moment, &state, facts)
        state.notice = "\(onset.words), at \(Seconds.text(onset.time)) s; \(.viewBack) goes back"
        return effects
    }

    /// Goes back to the view before the last of these keys.
    static func back(_ state: inout AppState) -> [Effect] {
        guard let view = state.views.popLast() else { return state.refuse(.isFirstView) }
        show(view, &state)
        return []
    }

    private static func view(_ state: AppState) -> TimeView {
        TimeView(cell: state.cell, axisStart: state.axisStart, playhead: state.playhead, isFrozen: state.isFrozen)
    }

    private static func show(_ view: TimeView, _ state: inout AppState) {
        (state.cell, state.axisStart) = (view.cell, view.axisStart)
        (state.playhead, state.isFrozen) = (view.playhead, view.isFrozen)
    }

    private static func push(_ view: TimeView, _ state: inout AppState) {
        state.views.append(view)
        if state.views.count > limit { state.views.removeFirst() }
    }

    // MARK: List and lanes

    /// Remembers the part of time that the list shows.
    static func leaveList(_ state: inout AppState) { state.listView = view(state) }

    /// Shows the list at the moment that it showed before, or at the present if it followed it.
    static func returnToList(_ state: inout AppState, _ facts: RunFacts) {
        state.program?.life = nil
        guard let list = state.listView else { return }
        let hasMoved = state.playhead?.time != list.playhead?.time
        (state.cell, state.axisStart, state.listView) = (list.cell, list.axisStart, nil)
        state.playhead = list.playhead.flatMap { $0.time < facts.now.time ? facts.timeline.moment(at: $0.time) : nil }
        if hasMoved { state.isFrozen = list.isFrozen }
    }

    /// Makes a cell so long that the life of the stream fits the screen. Of a stream that ended long ago, goes to its end.
    ///
    /// - Returns: The part of time shown; `nil` if its life is unknown.
    @discardableResult
    static func fitLife(_ state: inout AppState, _ facts: RunFacts) -> LifeSpan? {
        guard let life = state.program?.life ?? life(of: facts) else { return nil }
        let columns = RootView.timeColumns(of: facts.model, width: state.size.width)
        let span = LifeSpan(life, now: facts.now.time, columns: columns)
        // A live stream goes on: its values must not leave the screen at once.
        let isGrowing = life.ended == nil && facts.recordedEnd == nil && !facts.isOver
        let fitting = span.cell ?? state.cell
        state.cell = isGrowing ? max(state.cell, fitting) : fitting
        state.axisStart = span.start
        if let end = span.end { TimeTravel.jump(to: facts.timeline.moment(at: end), &state, facts) }
        return span
    }

    /// The life of what is shown, as far as its known events tell.
    private static func life(of facts: RunFacts) -> PipelineLife? {
        facts.timeline.entries.first.map { PipelineLife(began: $0.time) }
    }
}

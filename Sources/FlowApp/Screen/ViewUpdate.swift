import FlowModel
import FlowSessions
import FlowText
import FlowTrace
import FlowVerdict
import FlowViews

/// The part of time that the lanes show.
struct TimeView: Equatable {
    let cell: UInt64
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
        guard fitLife(&state, facts) else { return state.refuse(.nothingHasHappened) }
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
        (state.cell, state.playhead, state.isFrozen) = (view.cell, view.playhead, view.isFrozen)
        return []
    }

    private static func view(_ state: AppState) -> TimeView {
        TimeView(cell: state.cell, playhead: state.playhead, isFrozen: state.isFrozen)
    }

    private static func push(_ view: TimeView, _ state: inout AppState) {
        state.views.append(view)
        if state.views.count > limit { state.views.removeFirst() }
    }

    /// Makes a cell so long that the life of the stream fits the screen. Of a stream that ended long ago, goes to its end.
    ///
    /// - Returns: Whether its life is known.
    @discardableResult
    static func fitLife(_ state: inout AppState, _ facts: RunFacts) -> Bool {
        guard let life = state.program?.life else { return false }
        let (now, first) = (facts.now, life.began)
        let ended = life.ended.map { min($0, now.time) }
        let columns = RootView.timeColumns(of: facts.model, width: state.size.width)
        let whole = now.time - min(first, now.time)
        let lived = ended.map { $0 - min(first, $0) } ?? whole
        let isLongOver = ended != nil && whole > 4 * max(lived, 1_000_000)
        let fitting = cell(for: isLongOver ? lived : whole, columns: columns) ?? state.cell
        // A live stream goes on: its values must not leave the screen at once.
        let isGrowing = ended == nil && facts.recordedEnd == nil && !facts.isOver
        state.cell = isGrowing ? max(state.cell, fitting) : fitting
        if isLongOver, let ended { TimeTravel.jump(to: facts.timeline.moment(at: ended), &state, facts) }
        return true
    }

    /// The shortest cell with which some nanoseconds fit the columns; `nil` if they take no time.
    static func cell(for length: UInt64, columns: Int) -> UInt64? {
        guard length > 0, columns > 2 else { return nil }
        return AppState.cells.first { $0 * UInt64(columns - 2) >= length } ?? AppState.cells.last
    }
}

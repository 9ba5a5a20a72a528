import FlowModel
import FlowTrace
import FlowViews

/// Moves through time: freeze, one event forward and back, the playhead.
enum TimeTravel {
    /// Performs a command about time.
    static func perform(_ command: Command, on state: inout AppState, facts: RunFacts) -> [Effect] {
        switch command {
        case .freeze: freeze(&state, facts)
        case .stepForward: return stepForward(&state, facts)
        case .stepBack: stepBack(&state, facts)
        case .left: move(by: -1, &state, facts)
        case .right: move(by: 1, &state, facts)
        case .start: jump(to: .start, &state, facts)
        default: state.playhead = nil
        }
        return []
    }

    /// Runs to the next event; where several come at once, the first is shown.
    static func stepOn(_ state: inout AppState, _ session: Session) {
        let before = session.facts.now.sequence
        guard session.stepOn() else {
            state.notice = "nothing is scheduled: the stream waits for you"
            return
        }
        let facts = session.facts
        let first = facts.model.moment(ofEvent: before + 1)
        state.playhead = first.sequence < facts.now.sequence ? first : nil
    }

    private static func freeze(_ state: inout AppState, _ facts: RunFacts) {
        guard state.playhead == nil else {
            state.playhead = nil
            state.isFrozen = false
            return
        }
        if facts.isOver {
            state.isFrozen = false
            state.notice = "the run is over: time stands already; r restarts"
            return
        }
        state.isFrozen.toggle()
    }

    private static func stepForward(_ state: inout AppState, _ facts: RunFacts) -> [Effect] {
        guard let playhead = state.playhead else {
            if facts.isOver {
                state.notice = "the run is over: nothing happens any more; , steps back"
                return []
            }
            state.isFrozen = true
            return [.stepOn]
        }
        let next = facts.model.moment(ofEvent: playhead.sequence + 1)
        jump(to: next, &state, facts)
        return []
    }

    private static func stepBack(_ state: inout AppState, _ facts: RunFacts) {
        stop(&state, facts)
        let shown = state.playhead ?? facts.now
        // From a moment after the last event, the first step back is to that event.
        let isAfterEvent = facts.model.moment(ofEvent: shown.sequence) < shown
        let sequence = isAfterEvent ? shown.sequence : shown.sequence - 1
        guard sequence >= 0, shown != .start else {
            state.notice = "this is the start"
            return
        }
        jump(to: facts.model.moment(ofEvent: sequence), &state, facts)
    }

    private static func move(by cells: Int, _ state: inout AppState, _ facts: RunFacts) {
        let shown = (state.playhead ?? facts.now).time.nanoseconds
        if cells > 0, state.playhead == nil {
            state.notice = "this is now; ← moves into the past"
            return
        }
        guard cells > 0 || shown > 0 else {
            state.notice = "this is the start"
            return
        }
        let time = cells < 0 ? (shown > state.cell ? shown - state.cell : 0) : shown + state.cell
        jump(to: facts.model.moment(at: TraceTime(nanoseconds: time)), &state, facts)
    }

    /// Shows a moment; the present ends the journey.
    private static func jump(to moment: Moment, _ state: inout AppState, _ facts: RunFacts) {
        stop(&state, facts)
        let isNow = moment.sequence >= facts.now.sequence && moment.time >= facts.now.time
        let isLast = moment.sequence >= facts.now.sequence && facts.model.end.time == facts.now.time
        state.playhead = isNow || isLast ? nil : moment
    }

    /// Stops time for a look back; once the run is over there is none to stop.
    private static func stop(_ state: inout AppState, _ facts: RunFacts) {
        if !facts.isOver { state.isFrozen = true }
    }
}

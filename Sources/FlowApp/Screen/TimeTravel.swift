import FlowModel
import FlowSessions
import FlowTrace
import FlowViews

/// Handles the keys for time: freezing, steps from event to event, and the playhead.
enum TimeTravel {
    static func perform(_ key: TimeKey, on state: inout AppState, facts: RunFacts) -> [Effect] {
        switch key {
        case .freeze: return freeze(&state, facts)
        case .stepForward: return stepForward(&state, facts)
        case .stepBack: return stepBack(&state, facts)
        case .left: return move(by: -1, &state, facts)
        case .right: return moveOn(&state, facts)
        case .start: jump(to: .start, &state, facts)
        case .now: return end(&state, facts)
        }
        return []
    }

    /// Runs to the next event. Of several events at once, shows the first.
    static func stepOn(_ state: inout AppState, _ playback: Playback) {
        let before = playback.facts.now.sequence
        guard playback.stepOn() else {
            state.refuse(.nothingScheduled(state.subject))
            return
        }
        let facts = playback.facts
        guard facts.now.sequence > before else {
            state.refuse(.nothingRecordedYet)
            return
        }
        let first = facts.timeline.moment(ofEvent: before + 1)
        state.playhead = first.sequence < facts.now.sequence ? first : nil
    }

    private static func freeze(_ state: inout AppState, _ facts: RunFacts) -> [Effect] {
        if let playhead = state.playhead {
            state.playhead = nil
            state.isFrozen = false
            // A recording continues from the playhead, a run from its present.
            return facts.recordedEnd == nil ? [] : [.seek(playhead)]
        }
        if facts.isOver {
            state.isFrozen = false
            return state.refuse(.isOver(isRecording: facts.recordedEnd != nil))
        }
        state.isFrozen.toggle()
        return []
    }

    /// Moves one cell forward. At the present of a recording, moves the present itself.
    private static func moveOn(_ state: inout AppState, _ facts: RunFacts) -> [Effect] {
        guard let end = facts.recordedEnd, state.playhead == nil, !facts.isOver else { return move(by: 1, &state, facts) }
        state.isFrozen = true
        return [.seek(facts.timeline.moment(at: min(facts.now.time + state.cell, end)))]
    }

    /// Returns to the present; in a recording, goes to its end.
    private static func end(_ state: inout AppState, _ facts: RunFacts) -> [Effect] {
        guard let end = facts.recordedEnd, !facts.isOver else {
            if state.playhead != nil, state.isFrozen, !facts.isOver {
                state.notice = "back at the present; time stands still, \(.travel(.freeze)) runs it"
            }
            state.playhead = nil
            return []
        }
        state.playhead = nil
        return [.seek(facts.timeline.moment(at: end))]
    }

    private static func stepForward(_ state: inout AppState, _ facts: RunFacts) -> [Effect] {
        guard let playhead = state.playhead else {
            if facts.isOver { return state.refuse(.nothingMoreToStep) }
            state.isFrozen = true
            return [.stepOn]
        }
        // The present may be later than the last event.
        let isLast = playhead.sequence >= facts.now.sequence
        jump(to: isLast ? facts.now : facts.timeline.moment(ofEvent: playhead.sequence + 1), &state, facts)
        return []
    }

    private static func stepBack(_ state: inout AppState, _ facts: RunFacts) -> [Effect] {
        stop(&state, facts)
        let shown = state.playhead ?? facts.now
        // From a moment after the last event, the first step back goes to that event.
        let isAfterEvent = facts.timeline.moment(ofEvent: shown.sequence) < shown
        let sequence = isAfterEvent ? shown.sequence : shown.sequence - 1
        guard sequence >= 0, shown != .start else { return state.refuse(.isStart) }
        jump(to: facts.timeline.moment(ofEvent: sequence), &state, facts)
        return []
    }

    private static func move(by cells: Int, _ state: inout AppState, _ facts: RunFacts) -> [Effect] {
        let shown = (state.playhead ?? facts.now).time
        if cells > 0, state.playhead == nil { return state.refuse(.isNow) }
        guard cells > 0 || shown > .zero else { return state.refuse(.isStart) }
        let time = cells < 0 ? TraceTime(nanoseconds: shown - TraceTime(nanoseconds: state.cell)) : shown + state.cell
        jump(to: facts.timeline.moment(at: time), &state, facts)
        return []
    }

    /// Goes to an event and freezes time. In a recording the event may lie in the future.
    static func show(_ moment: Moment, _ state: inout AppState, _ facts: RunFacts) -> [Effect] {
        guard moment > facts.now, facts.recordedEnd != nil else {
            jump(to: moment, &state, facts)
            return []
        }
        state.isFrozen = true
        state.playhead = nil
        return [.seek(moment)]
    }

    /// Shows a moment; showing the current moment leaves the past.
    static func jump(to moment: Moment, _ state: inout AppState, _ facts: RunFacts) {
        stop(&state, facts)
        let isNow = moment.sequence >= facts.now.sequence && moment.time >= facts.now.time
        let isLast = moment.sequence >= facts.now.sequence && facts.timeline.end.time == facts.now.time
        state.playhead = isNow || isLast ? nil : moment
    }

    /// Freezes time to look back, unless the run is over.
    private static func stop(_ state: inout AppState, _ facts: RunFacts) {
        if !facts.isOver { state.isFrozen = true }
    }
}

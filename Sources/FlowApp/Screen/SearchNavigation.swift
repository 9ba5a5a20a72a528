import FlowAnalysis
import FlowModel
import FlowSessions
import FlowText
import FlowTrace
import FlowViews

/// Jumps to the next or previous event of the search: a drop or violation, or a match of the user's filter.
enum SearchNavigation {
    /// Jumps to the next or previous event of the search.
    static func perform(_ direction: Direction, _ state: inout AppState, _ playback: Playback) {
        show(playback.find(state.search, direction, from: state.playhead ?? playback.facts.now), &state, playback)
    }

    /// Jumps to the next match of the typed search, or, if there is none, to the previous match.
    static func first(_ state: inout AppState, _ playback: Playback) {
        let from = state.playhead ?? playback.facts.now
        let next = playback.find(state.search, .next, from: from)
        guard case .none = next else { return show(next, &state, playback) }
        show(playback.find(state.search, .previous, from: from), &state, playback)
    }

    /// Shows a match, and freezes time.
    static func arrive(at moment: Moment, _ words: String, _ state: inout AppState, _ playback: Playback) {
        for effect in TimeTravel.show(moment, &state, playback.facts) { _ = effect.perform(on: &state, playback) }
        state.found = state.playhead ?? playback.facts.now
        state.notice = KeyText(words)
    }

    /// The progress of a jump through a long trace.
    static func progress(_ search: TraceSearch, at time: TraceTime, of end: TraceTime) -> KeyText {
        "looking for a \(search.noun), at \(Seconds.text(time)) of \(Seconds.text(end)) s; any key stops it"
    }

    /// The message if there is no further match.
    static func nothing(_ search: TraceSearch, _ direction: Direction) -> KeyText {
        "no \(direction == .next ? "later" : "earlier") \(search.noun) in this trace"
    }

    /// Shows the outcome of a jump.
    static func show(_ outcome: JumpOutcome, _ state: inout AppState, _ playback: Playback) {
        switch outcome {
        case .found(let moment, let words): arrive(at: moment, words, &state, playback)
        case .none(let words): state.notice = words
        case .searching:
            state.isSearching = true
            if !playback.isOver { state.isFrozen = true }
            state.notice = "looking for a \(state.search.noun); any key stops it"
        }
    }
}

import FlowAnalysis
import FlowModel
import FlowText
import FlowTrace
import FlowViews

/// Jumps from event to event: to what is amiss, or to what was looked for.
enum Jump {
    /// Goes to the next or the last event of the search.
    static func perform(_ direction: Direction, _ state: inout AppState, _ playback: Playback) {
        show(playback.find(state.search, direction, from: state.playhead ?? playback.facts.now), &state, playback)
    }

    /// Goes to the next event that fits what was typed; where there is none, to the last one.
    static func first(_ state: inout AppState, _ playback: Playback) {
        let from = state.playhead ?? playback.facts.now
        let next = playback.find(state.search, .next, from: from)
        guard case .none = next else { return show(next, &state, playback) }
        show(playback.find(state.search, .previous, from: from), &state, playback)
    }

    /// Shows what was found, and freezes time.
    static func arrive(at moment: Moment, _ words: String, _ state: inout AppState, _ playback: Playback) {
        for effect in TimeTravel.show(moment, &state, playback.facts) { _ = effect.perform(on: &state, playback) }
        state.found = state.playhead ?? playback.facts.now
        state.notice = KeyText(words)
    }

    /// How far a jump has got that goes through a long trace.
    static func progress(_ search: TraceSearch, at time: TraceTime, of end: TraceTime) -> KeyText {
        "looking for a \(search.noun), at \(Seconds.text(time)) of \(Seconds.text(end)) s; any key stops it"
    }

    /// What is said where a trace has no more.
    static func nothing(_ search: TraceSearch, _ direction: Direction) -> KeyText {
        "no \(direction == .next ? "later" : "earlier") \(search.noun) in this trace"
    }

    /// Does what was found, or says what was not.
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

package enum JumpOutcome: Equatable {
    /// An event: its moment, and what to say about it.
    case found(Moment, String)
    /// Nothing, and what to say about that.
    case none(KeyText)
    /// Nothing yet: the trace is looked through on from frame to frame.
    case searching
}

/// What the update needs to know of what is shown, and cannot change.
package struct RunFacts {
    /// The events that steps go through.
    let timeline: TraceLog
    /// The lanes, and what is concluded from their events.
    let stream: StreamAnalysis
    /// The present.
    let now: Moment
    let isOver: Bool
    /// Where a recording ends, `nil` while something runs.
    var recordedEnd: TraceTime?

    var model: StreamModel { stream.model }
}

extension RunFacts {
    /// The nearest event among those that are known.
    ///
    /// - Parameter isWhole: Whether those are all events of the trace, so that they can be counted.
    func find(_ search: TraceSearch, _ direction: Direction, from moment: Moment, isWhole: Bool = true) -> JumpOutcome {
        let violations = search.filter == nil ? stream.violations(upTo: .max) : []
        var search = search
        if !violations.isEmpty { search.broken = Set(violations.map(\.sequence)) }
        let isKnown = isWhole && timeline.forgotten == 0
        let found = search.find(in: timeline, direction, of: origin(moment, direction), lane: lane)
        guard let found else { return .none(nothing(search, direction, isKnown: isKnown)) }
        let violation = violations.first { $0.sequence == found.sequence }
        let text = violation?.words ?? words(ofEvent: found.sequence)
        return .found(timeline.moment(ofEvent: found.sequence), words(for: search, at: found.sequence, isWhole: isKnown, text))
    }

    /// What an event is; empty if it is not known.
    func words(ofEvent sequence: Int) -> String {
        timeline[sequence: sequence].map { FoundEvent($0, in: timeline, lane: lane($0)).words } ?? ""
    }

    /// What is said of an event that was gone to: which it is of how many; in a part of a trace, of those in it.
    func words(for search: TraceSearch, at sequence: Int, isWhole: Bool, _ text: String) -> String {
        var search = search
        let own = search.filter == nil ? stream.violations(upTo: .max) : []
        if !own.isEmpty { search.broken = Set(own.map(\.sequence)) }
        let (number, total) = search.count(in: timeline, upTo: sequence, lane: lane)
        return "\(search.noun) \(number) of \(total)\(isWhole ? "" : " in this part of the trace"): \(text)"
    }

    /// The event from which to look; between two events that is the one before, which has happened.
    private func origin(_ moment: Moment, _ direction: Direction) -> Int {
        let isOnEvent = timeline[sequence: moment.sequence]?.time == moment.time
        return direction == .previous && !isOnEvent ? moment.sequence + 1 : moment.sequence
    }

    private func lane(_ entry: TraceEntry) -> String? { model.laneName(of: entry) ?? timeline.edge(entry.edge)?.label }

    private func nothing(_ search: TraceSearch, _ direction: Direction, isKnown: Bool) -> KeyText {
        let names = model.lanes.map(\.spec.name)
        if let name = search.filter?.missingLane(among: names), !names.isEmpty {
            return "no lane '\(name)'; lanes are \(names.joined(separator: ", "))"
        }
        let what = search.filter.map { "match for '\($0.text)'" } ?? search.noun
        guard isKnown else { return "no \(direction == .next ? "later" : "earlier") \(what) among the events that are kept" }
        let total = search.count(in: timeline, upTo: 0, lane: lane).total
        if total == 0 { return recordedEnd == nil ? "no \(what) so far" : "no \(what) in this trace" }
        let there = "there \(total == 1 ? "is 1" : "are \(total)")"
        return direction == .next ? "no later \(what); \(there), \(.previousMatch) goes back" : "no earlier \(what); \(there)"
    }
}

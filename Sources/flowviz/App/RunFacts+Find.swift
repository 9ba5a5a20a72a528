import FlowAnalysis
import FlowModel
import FlowTrace

extension RunFacts {
    /// The nearest event among those that are known.
    ///
    /// - Parameter isWhole: Whether those are all events of the trace, so that they can be counted.
    func find(
        _ search: TraceSearch, _ direction: Direction, from moment: Moment, isWhole: Bool = true
    ) -> JumpOutcome {
        let violations = search.filter == nil ? stream.violations(upTo: .max) : []
        var search = search
        if !violations.isEmpty { search.broken = Set(violations.map(\.sequence)) }
        let isKnown = isWhole && timeline.forgotten == 0
        let found = search.find(in: timeline, direction, of: place(moment, direction), lane: lane)
        guard let found else { return .none(nothing(search, direction, isKnown: isKnown)) }
        let violation = violations.first { $0.sequence == found.sequence }
        let text = violation?.words ?? TraceSearch.words(for: found, in: timeline, lane: lane(found))
        return .found(timeline.moment(ofEvent: found.sequence), words(for: search, at: found.sequence, isWhole: isKnown, text))
    }

    /// What is said of an event that was gone to: which it is of how many; in a part of a trace, of those in it.
    func words(for search: TraceSearch, at sequence: Int, isWhole: Bool, _ text: String) -> String {
        var search = search
        let own = search.filter == nil ? stream.violations(upTo: .max) : []
        if !own.isEmpty { search.broken = Set(own.map(\.sequence)) }
        let (number, total) = search.count(in: timeline, upTo: sequence, lane: lane)
        return "\(search.noun) \(number) of \(total)\(isWhole ? "" : " in this part of the trace"): \(text)"
    }

    /// The event from which to look; between two events that is the one before, which has passed.
    private func place(_ moment: Moment, _ direction: Direction) -> Int {
        let isOnEvent = timeline[sequence: moment.sequence]?.time == moment.time
        return direction == .previous && !isOnEvent ? moment.sequence + 1 : moment.sequence
    }

    private func lane(_ entry: TraceEntry) -> String? {
        model.laneName(of: entry) ?? timeline.edge(entry.edge)?.label
    }

    private func nothing(_ search: TraceSearch, _ direction: Direction, isKnown: Bool) -> String {
        let total = search.count(in: timeline, upTo: 0, lane: lane).total
        let what = search.filter.map { "match for '\($0.text)'" } ?? search.noun
        guard isKnown else { return "no \(direction == .next ? "later" : "earlier") \(what) among the events that are kept" }
        if total == 0 { return recordedEnd == nil ? "no \(what) so far" : "no \(what) in this trace" }
        let there = "there \(total == 1 ? "is 1" : "are \(total)")"
        return direction == .next ? "no later \(what); \(there), N goes back" : "no earlier \(what); \(there)"
    }
}

import FlowAnalysis
import FlowModel
import FlowText
import FlowTrace
import FlowViews

/// The result of a search.
package enum JumpOutcome: Equatable {
    /// The moment of an event, and the message about it.
    case found(Moment, String)
    /// No match, and the message about that.
    case none(KeyText)
    /// No match yet: the search continues with the next frame.
    case searching
}

/// The facts about the shown run that key handling may read.
package struct RunFacts {
    /// The events for stepping.
    package let timeline: TraceLog
    /// The lanes and their analysis.
    package let stream: StreamAnalysis
    /// The present.
    package let now: Moment
    package let isOver: Bool
    /// The end of a recording, `nil` for a live run.
    package let recordedEnd: TraceTime?

    package init(
        timeline: TraceLog, stream: StreamAnalysis, now: Moment, isOver: Bool, recordedEnd: TraceTime? = nil
    ) {
        (self.timeline, self.stream, self.now, self.isOver, self.recordedEnd) = (timeline, stream, now, isOver, recordedEnd)
    }

    package var model: StreamModel { stream.model }
}

extension RunFacts {
    /// Finds the nearest known event that matches.
    ///
    /// - Parameter isWhole: Whether the timeline has all events of the trace, so that matches can be counted.
    package func find(_ search: TraceSearch, _ direction: Direction, from moment: Moment, isWhole: Bool = true) -> JumpOutcome {
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

    /// The description of an event; empty if unknown.
    package func words(ofEvent sequence: Int) -> String {
        timeline[sequence: sequence].map { FoundEvent($0, in: timeline, lane: lane($0)).words } ?? ""
    }

    /// The message about a match: its number and the total, in the trace or in the known part of it.
    package func words(for search: TraceSearch, at sequence: Int, isWhole: Bool, _ text: String) -> String {
        var search = search
        let own = search.filter == nil ? stream.violations(upTo: .max) : []
        if !own.isEmpty { search.broken = Set(own.map(\.sequence)) }
        let (number, total) = search.count(in: timeline, upTo: sequence, lane: lane)
        return "\(search.noun) \(number) of \(total)\(isWhole ? "" : " in this part of the trace"): \(text)"
    }

    /// The event from which to search. Between two events it is the one behind: the earlier one to search forward, the later one
    /// to search back.
    private func origin(_ moment: Moment, _ direction: Direction) -> Int {
        let isOnEvent = timeline[sequence: moment.sequence]?.time == moment.time
        return direction == .previous && !isOnEvent ? moment.sequence + 1 : moment.sequence
    }

    private func lane(_ entry: TraceEntry) -> String? { model.laneName(of: entry) ?? timeline.edgeName(entry.edge) }

    private func nothing(_ search: TraceSearch, _ direction: Direction, isKnown: Bool) -> KeyText {
        let names = model.lanes.map(\.spec.name)
        if let name = search.filter?.missingLane(among: names), !names.isEmpty {
            return "no lane '\(name)'; lanes are \(names.joined(separator: ", "))"
        }
        let what = search.filter.map { "match for '\($0.text)'" } ?? search.noun
        guard isKnown else { return "no \(direction == .next ? "later" : "earlier") \(what) among the events that are kept" }
        let total = search.count(in: timeline, upTo: 0, lane: lane).total
        // The events of other pipelines may be in the trace.
        let scope = names.isEmpty ? "in this trace" : "in these lanes"
        if total == 0 { return recordedEnd == nil ? "no \(what) so far" : "no \(what) \(scope)" }
        let there = "there \(total == 1 ? "is 1" : "are \(total)")"
        return direction == .next ? "no later \(what); \(there), \(.previousMatch) goes back" : "no earlier \(what); \(there)"
    }
}

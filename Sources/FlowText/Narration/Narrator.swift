import FlowAnalysis
import FlowModel
import FlowTrace

/// The events of a moment, in a sentence without signs: `output received E; buffer holds F`.
public struct Narration: Hashable, Sendable {
    /// The time of the event.
    public let time: TraceTime
    /// The sequences of its first and last event.
    public let sequences: ClosedRange<Int>
    /// The sentence, without its time, unsanitised.
    public let text: String
    /// Whether it is always narrated, even in a summary: a beginning, an end, a pause, a broken rule.
    public let isNews: Bool
}

/// Narrates the events of a stream, for users who cannot see the lanes.
public enum Narrator {
    /// Narrates the events after a given one, up to a moment: one sentence for an event and all its consequences in the same
    /// call.
    ///
    /// - Parameters:
    ///   - stream: The lanes, and the analysis of their events.
    ///   - start: The sequence of the last narrated event, 0 for none.
    ///   - moment: The last moment to narrate.
    /// - Complexity: O(*n*) for *n* events in between.
    public static func narrations(of stream: StreamAnalysis, after start: Int, upTo moment: Moment) -> [Narration] {
        let end = min(moment.sequence, stream.model.log.count)
        guard start < end else { return [] }
        let facts = StreamFacts(stream.model, at: Moment(time: moment.time, sequence: end))
        let grouping = LogGrouping(facts: facts)
        let words = NarrationWords(facts: facts, violations: stream.violations)
        var calls: [[LogDraft]] = []
        for draft in LogWriter.drafts(in: facts, from: start, to: end) {
            let isCalled = grouping.depth(of: draft.head) > 0 && calls.last?.last?.head.time == draft.head.time
            if isCalled { calls[calls.count - 1].append(draft) } else { calls.append([draft]) }
        }
        return calls.map(words.narration)
    }

    /// A summary of the events after one moment up to another: `source sent 4, 9 to 12; buffer holds 3`; `nil` if there are none.
    ///
    /// - Parameters:
    ///   - model: The lanes.
    ///   - start: The sequence of the last narrated event, 0 for none.
    ///   - moment: The last moment to narrate.
    public static func sum(of model: StreamModel, after start: Int, upTo moment: Moment) -> String? {
        let facts = StreamFacts(model, at: moment)
        let clauses = model.lanes.indices.flatMap { SpanWords(facts: facts, lane: $0, start: start).clauses }
        return clauses.isEmpty ? nil : clauses.joined(separator: "; ")
    }
}

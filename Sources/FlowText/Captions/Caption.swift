import FlowModel
import FlowTrace

/// The last significant event, its reason, and its consequence.
public struct Caption: Hashable, Sendable {
    /// The time of its event.
    public let time: TraceTime
    /// The sequence of that event.
    public let sequence: Int
    /// Its colour: lost, error, past or asked, or else key.
    public let tone: Tone
    /// The event and its reason: one sentence, unsanitised.
    public let first: String
    /// The consequence or the lesson, unsanitised; `nil` if there is nothing to add.
    public let second: String?
    /// The value in question, to be marked in every lane.
    public let followed: String?

    /// Both sentences.
    public var text: String { [first, second].compactMap(\.self).joined(separator: " ") }

    /// The moment of the event.
    public var moment: Moment { Moment(time: time, sequence: sequence) }
}

/// A caption in the making.
struct CaptionDraft {
    let event: TraceEntry
    var tone = Tone.key
    var first: String
    var second: String?
    /// The values that the described end has cost, which no other second sentence may hide.
    var loss: String?
    var followed: String?
}

/// Describes the last event of a stream, its reason, and its consequence.
public enum CaptionWriter {
    /// The caption of a moment; `nil` before anything has happened on a lane.
    ///
    /// - Parameters:
    ///   - model: The lanes.
    ///   - moment: The moment, whose last event is explained.
    ///   - remarks: Additions by a scenario's author; the first match replaces the second sentence.
    ///   - nextRequest: The time of the subscriber's next request, if known.
    public static func caption(
        of model: StreamModel, at moment: Moment, remarks: [Remark] = [], nextRequest: TraceTime? = nil
    ) -> Caption? {
        let sequence = min(moment.sequence, model.log.count)
        let facts = StreamFacts(model, at: Moment(time: moment.time, sequence: sequence))
        var end = sequence
        for _ in 0..<64 {
            guard end > 0, let burst = Burst(endingAt: end, in: model) else { return nil }
            let words = CaptionWords(facts: facts, burst: burst, nextRequest: nextRequest)
            if var draft = words.draft() {
                draft.second =
                    draft.loss ?? words.lesson(on: draft) ?? draft.second
                    ?? (draft.event.kind == .dropped ? nil : words.endSentence())
                return caption(from: draft, burst: burst, remarks: remarks, facts: facts)
            }
            // An event without a lane does not interrupt a burst.
            end = (burst.entries.isEmpty ? end : min(end, burst.start)) - 1
        }
        return nil
    }

    private static func caption(from draft: CaptionDraft, burst: Burst, remarks: [Remark], facts: StreamFacts) -> Caption {
        let candidates = [draft.event] + burst.entries.reversed()
        let remark = candidates.lazy.compactMap { entry in self.remark(on: entry, remarks, facts) }.first
        let first = facts.sentence(draft.first, about: draft.followed)
        let second = (remark?.text ?? draft.second).map { facts.sentence($0, about: nil) }
        return Caption(
            time: draft.event.time, sequence: draft.event.sequence, tone: draft.tone, first: first, second: second,
            followed: draft.followed)
    }

    private static func remark(on entry: TraceEntry, _ remarks: [Remark], _ facts: StreamFacts) -> Remark? {
        remarks.first { remark in
            remark.kind == entry.kind && remark.lane == facts.model.laneName(of: entry)
                && (remark.value == nil || remark.value == facts.text(entry))
        }
    }
}

extension StreamFacts {
    /// Capitalises a sentence, even if it begins with a lane's name; a value keeps its case.
    fileprivate func sentence(_ text: String, about value: String?) -> String {
        guard text.first?.isLowercase == true else { return text }
        if let value, value != StreamFacts.undescribed, text.hasPrefix(value) { return "Value \(text)" }
        return text.prefix(1).uppercased() + text.dropFirst()
    }
}

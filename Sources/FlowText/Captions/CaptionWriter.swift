import FlowModel
import FlowTrace

/// Says what last happened on a stream, why, and what follows.
public enum CaptionWriter {
    /// The caption of a moment; `nil` before anything has happened on a lane.
    ///
    /// - Parameters:
    ///   - remarks: What a scenario's author adds; the first that fits takes the place of the second sentence.
    ///   - nextRequest: When the subscriber will ask again, where that is known.
    public static func caption(
        of model: StreamModel, at moment: Moment, remarks: [Remark] = [], nextRequest: TraceTime? = nil
    ) -> Caption? {
        let sequence = min(moment.sequence, model.log.count)
        let facts = StreamFacts(model, at: Moment(time: moment.time, sequence: sequence))
        var end = sequence
        for _ in 0..<64 {
            guard end > 0, let burst = Burst(endingAt: end, in: model) else { return nil }
            let teller = CaptionTeller(facts: facts, burst: burst, nextRequest: nextRequest)
            if var draft = teller.draft() {
                draft.second = teller.lesson(on: draft) ?? draft.second
                return caption(from: draft, burst: burst, remarks: remarks, facts: facts)
            }
            end = min(end, burst.start) - 1
        }
        return nil
    }

    private static func caption(from draft: CaptionDraft, burst: Burst, remarks: [Remark], facts: StreamFacts) -> Caption {
        let candidates = [draft.event] + burst.entries.reversed()
        let remark = candidates.lazy.compactMap { entry in self.remark(on: entry, remarks, facts) }.first
        let text = [draft.first, remark?.text ?? draft.second].compactMap(\.self).joined(separator: " ")
        return Caption(
            time: draft.event.time, sequence: draft.event.sequence, tone: draft.tone, text: text, followed: draft.followed)
    }

    private static func remark(on entry: TraceEntry, _ remarks: [Remark], _ facts: StreamFacts) -> Remark? {
        remarks.first { remark in
            remark.kind == entry.kind && remark.lane == facts.model.laneName(of: entry)
                && (remark.value == nil || remark.value == facts.text(entry))
        }
    }
}

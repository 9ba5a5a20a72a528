import FlowModel
import FlowTrace

/// What cannot be concluded because records are missing: what stages held, and what they had asked for.
extension FlowReporter {
    /// Up to when records are missing; `nil` if none are, or it is not known up to when.
    var gapEnd: TraceTime? { log.gapEnd.flatMap { $0.nanoseconds <= now ? $0 : nil } }

    /// What cannot be known; `nil` if that matters to no stage.
    var past: Verdict.Missing? {
        let held = judge.order.filter(isHeldUnknown)
        let asking = Set(edges.indices.filter(isDemandUnknown).compactMap { edges[$0].lower })
        let asked = judge.order.filter(asking.contains)
        guard !(held + asked).isEmpty else { return nil }
        return .past(held: held.map { stages[$0].name }, asked: asked.map { stages[$0].name }, before: gapEnd)
    }

    /// A verdict, if it follows from the events that are there.
    ///
    /// - Parameter past: What cannot be known (``past``).
    func seen(_ verdict: Verdict, _ past: Verdict.Missing?) -> Verdict {
        guard let past else { return verdict }
        let culprit = verdict.culprit.flatMap { id in judge.order.first { self.id($0) == id } }
        return verdict.reason.seen(verdict, by: self, at: culprit) ?? .unknown(past)
    }

    /// Whether it is known what all stages hold.
    var isHeldKnown: Bool { !judge.order.contains(where: isHeldUnknown) }

    /// Whether it is not known what a stage holds. It says so itself once something comes to it.
    func isHeldUnknown(_ stage: Int) -> Bool {
        let (meter, rule) = (stages[stage].meter, stages[stage].node?.operation.holding)
        guard !meter.isStore, let rule, rule.keeping != .nothing else { return meter.isHeldLeast }
        return edges.indices.contains { edges[$0].upper == stage && isLiveSinceBefore($0) }
    }

    /// Whether a stage is known to have got all that it asked for, if the events that are there say so.
    func knowsDemandIsMet(_ stage: Int?) -> Bool {
        guard let stage else { return true }
        if let buffer = bufferAbove(stage), stages[buffer].meter.held > 0 { return true }
        return !edges.indices.contains { edges[$0].lower == stage && isDemandUnknown($0) }
    }

    /// Whether a source is known to be asked for values, if the events that are there say so.
    func knowsDemandIsOpen(_ source: Int?) -> Bool {
        edges.indices.allSatisfy { edges[$0].upper != source || !isDemandUnknown($0) || edges[$0].account.isDemandLeast }
    }

    /// The nearest store above, if it delivers whatever is asked for.
    func bufferAbove(_ stage: Int) -> Int? {
        storeAbove(stage).flatMap { stages[$0].node?.operation.holding?.deliversWhileDemanded == true ? $0 : nil }
    }

    /// Whether what a live subscriber had asked for is not known: records of it are missing, and its demand is limited.
    private func isDemandUnknown(_ edge: Int) -> Bool {
        edges[edge].account.outstanding != .unlimited && isLiveSinceBefore(edge)
    }

    /// Whether records of a live subscription are missing.
    private func isLiveSinceBefore(_ edge: Int) -> Bool {
        edges[edge].connects && edges[edge].isLive && log.edge(ids[edge])?.doubts.contains(.incomplete) == true
    }
}

import FlowModel
import FlowTrace

/// Conclusions about held values and earlier demand that missing records may prevent.
extension BottleneckReporter {
    /// The time up to which records are missing; `nil` if none are, or the time is unknown.
    var gapEnd: TraceTime? { log.gapEnd.flatMap { $0.nanoseconds <= now ? $0 : nil } }

    /// The stages whose held values or demand are unknown because records are missing; `nil` if there are none.
    var past: Verdict.Missing? {
        let held = judge.order.filter(isHeldUnknown)
        let asking = Set(edges.indices.filter(isDemandUnknown).compactMap { edges[$0].lower })
        let asked = judge.order.filter(asking.contains)
        guard !(held + asked).isEmpty else { return nil }
        return .past(held: held.map { stages[$0].name }, asked: asked.map { stages[$0].name }, before: gapEnd)
    }

    /// The verdict if it follows from the remaining events; otherwise the verdict that records are missing.
    ///
    /// - Parameter past: The unknown past (``past``).
    func proven(_ verdict: Verdict, _ past: Verdict.Missing?) -> Verdict {
        guard let past else { return verdict }
        let culprit = verdict.culprit.flatMap { id in judge.order.first { self.id($0) == id } }
        return verdict.reason.proven(verdict, by: self, at: culprit) ?? .unknown(past)
    }

    /// Whether the buffers of all stages are known.
    var isHeldKnown: Bool { !judge.order.contains(where: isHeldUnknown) }

    /// Whether the number of values in a stage is unknown. For a recorded store, its own events tell.
    func isHeldUnknown(_ stage: Int) -> Bool {
        let (meter, rule) = (stages[stage].meter, stages[stage].node?.operation.holding)
        guard !meter.isStore, let rule, rule.keeping != .nothing else { return meter.heldIsLowerBound }
        return edges.indices.contains { edges[$0].upper == stage && isLiveSinceBefore($0) }
    }

    /// Whether the remaining events prove that a stage has received all requested values.
    func knowsDemandIsMet(_ stage: Int?) -> Bool {
        guard let stage else { return true }
        if let buffer = bufferAbove(stage), stages[buffer].meter.held > 0 { return true }
        return !edges.indices.contains { edges[$0].lower == stage && isDemandUnknown($0) }
    }

    /// Whether the remaining events prove that a source has demand.
    func knowsDemandIsOpen(_ source: Int?) -> Bool {
        edges.indices.allSatisfy { edges[$0].upper != source || !isDemandUnknown($0) || edges[$0].account.isDemandLeast }
    }

    /// The nearest store above, if it delivers every value that is requested.
    func bufferAbove(_ stage: Int) -> Int? {
        storeAbove(stage).flatMap { stages[$0].node?.operation.holding?.deliversWhileDemanded == true ? $0 : nil }
    }

    /// Whether the demand of a live subscriber is unknown: records of its subscription are missing, and its demand is limited.
    private func isDemandUnknown(_ edge: Int) -> Bool {
        edges[edge].account.outstanding != .unlimited && isLiveSinceBefore(edge)
    }

    /// Whether a subscription is live and some of its records are missing.
    private func isLiveSinceBefore(_ edge: Int) -> Bool {
        edges[edge].connects && edges[edge].isLive && log.edge(ids[edge])?.doubts.contains(.incomplete) == true
    }
}

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
        switch verdict.reason {
        case .held(let hold): return isSeen(hold, at: culprit) ? verdict : .unknown(past)
        case .caused: return verdict
        case .resting: return knowsDemandIsMet(culprit) ? verdict : .unknown(past)
        case .stalled(_, _, let isDemandLost):
            let isEmpty = !isDemandLost || culprit.map { !isHeldUnknown($0) } ?? true
            return isEmpty && knowsDemandIsMet(culprit) ? verdict : .unknown(past)
        case .silent, .waiting: return knowsDemandIsOpen(culprit) ? verdict : .unknown(past)
        case .flowing(let flow):
            // What the sources have sent may still wait.
            let isSettled = flow.ended.isEmpty || flow.isHeldKnown
            return isSettled && (flow.source == nil || knowsDemandIsOpen(culprit)) ? verdict : .unknown(past)
        case .dropping(let drop, .hold(let hold)):
            return isSeen(hold, at: culprit) ? verdict : Verdict(.dropping, .dropping(drop, by: nil))
        case .ended(var end):
            end.blame = nil
            return Verdict(verdict.kind, .ended(end))
        case .joining, .unbegun, .leaking, .dropping, .unknown: return verdict
        }
    }

    /// Whether it is known what all stages hold.
    var isHeldKnown: Bool { !judge.order.contains(where: isHeldUnknown) }

    /// Whether it is not known what a stage holds. It says so itself once something comes to it.
    private func isHeldUnknown(_ stage: Int) -> Bool {
        let (meter, rule) = (stages[stage].meter, stages[stage].node?.operation.holding)
        guard !meter.isStore, let rule, rule.keeping != .nothing else { return meter.isHeldLeast }
        return edges.indices.contains { edges[$0].upper == stage && isLiveSinceBefore($0) }
    }

    /// A stage that gets more than it passes on is too slow, whatever it was asked for before; so is one that leaves values in a buffer.
    private func isSeen(_ hold: Verdict.Hold, at stage: Int?) -> Bool {
        guard hold.rates == nil else { return true }
        return knowsDemandIsMet(stage)
            || (hold.items != nil || hold.present?.waiting.isEmpty == false) && stage.flatMap(bufferAbove) != nil
    }

    /// Whether a stage is known to have got all that it asked for, if the events that are there say so.
    private func knowsDemandIsMet(_ stage: Int?) -> Bool {
        guard let stage else { return true }
        if let buffer = bufferAbove(stage), stages[buffer].meter.held > 0 { return true }
        return !edges.indices.contains { edges[$0].lower == stage && isDemandUnknown($0) }
    }

    /// Whether a source is known to be asked for values, if the events that are there say so.
    private func knowsDemandIsOpen(_ source: Int?) -> Bool {
        edges.indices.allSatisfy { edges[$0].upper != source || !isDemandUnknown($0) || edges[$0].account.isDemandLeast }
    }

    /// The nearest store above, if it delivers whatever is asked for.
    private func bufferAbove(_ stage: Int) -> Int? {
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

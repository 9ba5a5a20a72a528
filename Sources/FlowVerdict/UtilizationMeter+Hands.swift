import FlowTrace

extension UtilizationMeter {
    /// Counts the time in which a viewer holds or slows the stage below an edge, apart from the stage's own time.
    mutating func countHand(_ index: Int) {
        let stage = edges[index].times.hand == nil ? nil : edges[index].lower
        guard stage != edges[index].handedAt else { return }
        if let old = edges[index].handedAt { setHands(-1, at: old) }
        if let stage { setHands(1, at: stage) }
        edges[index].handedAt = stage
    }

    private mutating func setHands(_ change: Int, at stage: Int) {
        stages[stage].settle(to: now)
        stages[stage].hands += change
        if change > 0 { stages[stage].holds += 1 }
    }
}

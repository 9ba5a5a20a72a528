import FlowModel

/// Successive streams that one line of a program makes in the same place of its graph.
extension UtilizationMeter {
    /// Records a subscription in the place of an ended one. If it feeds a stream of tasks, the stream is a new one, without
    /// events so far.
    mutating func beginLife(_ index: Int) {
        guard let lower = edges[index].lower else { return }
        if stages[lower].isStream {
            let readers = stages[lower].readers.filter { edges[$0].connects }
            stages[lower].lives.add(
                StreamLives.Outcome(isOver: true, readers: readers.map { edges[$0].account.end }),
                dropped: stages[lower].drops.reduce(0) { $0 + $1.count })
            leave(readers)
            for stage in [edges[index].upper, lower].compactMap(\.self) { stages[stage].beginLife(at: now) }
        } else if edges[index].life == .past, stages[lower].inputs.ever == 0 {
            stages[lower].beginLife(at: now)
        }
    }

    /// Removes ended edges, and the stages below them, from the pipeline.
    private mutating func leave(_ readers: [Int]) {
        var open = readers
        while let index = open.popLast() {
            guard edges[index].life == .over else { continue }
            setLife(of: index, .past)
            if let lower = edges[index].lower, stages[lower].inputs.ever == 0 { open += stages[lower].readers }
        }
    }

    /// The meter with the counts of replaced streams added, for counters, which must never decrease.
    var withPast: UtilizationMeter {
        var all = self
        for index in edges.indices where edges[index].life == .past { all.setLife(of: index, .over) }
        return all
    }

    private mutating func setLife(of index: Int, _ life: EdgeMeter.Life) {
        let before = edges[index].weight
        setLifeOnly(index, life)
        weigh(index, edges[index].weight - before)
    }
}

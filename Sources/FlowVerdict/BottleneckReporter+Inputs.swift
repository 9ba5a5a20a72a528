import FlowOperators

/// Helpers for stages with several inputs.
extension BottleneckReporter {
    typealias JoinInput = (edge: EdgeMeter, above: Int)

    /// By the index of the stage, the inputs of each stage with several inputs.
    var joinInputs: [Int: [JoinInput]] {
        edges.reduce(into: [:]) { inputs, edge in
            guard edge.connects, let lower = edge.lower, let upper = edge.upper, stages[lower].inputs.count > 1 else { return }
            inputs[lower, default: []].append((edge, upper))
        }
    }

    /// The name of the stage below a source whose other inputs have all ended; `nil` if there is none.
    func join(lastFedBy source: Int) -> String? {
        guard stages.contains(where: { $0.inputs.count > 1 }) else { return nil }
        let inputs = joinInputs
        var (above, seen) = (source, Set([source]))
        while let below = stages[above].outputs.first, seen.insert(below).inserted {
            let others = (inputs[below] ?? []).filter { $0.above != above }
            if !others.isEmpty, others.allSatisfy({ $0.edge.life == .over }) { return stages[below].name }
            above = below
        }
        return nil
    }

    /// The `switchToLatest` stage whose newest inner publisher has sent nothing yet; `nil` if there is none.
    var silentSwitch: Int? {
        judge.order.last { stage in
            let (view, meter) = (stages[stage], stages[stage].meter)
            guard view.node?.operation == .switchToLatest, meter.inner > 0, let came = meter.lastValue else { return false }
            return view.outputs.allSatisfy { stages[$0].meter.lastValue.map { $0 < came } ?? true }
        }
    }
}

import FlowModel
import FlowOperators
import FlowTrace

extension FlowReporter {
    /// The verdict on a stage that joins several streams and has values of some, but waits for those of another.
    var join: Verdict? {
        joinWait.map { Verdict(.waitingForSource, culprit: id($0.source), .joining($0.join)) }
    }

    /// The lowest stage that waits for one of its inputs, and the source of that input.
    var joinWait: (join: Verdict.Join, source: Int)? {
        let joins = judge.order.reversed().filter { stage in
            stages[stage].inputs.count > 1 && [.zip, .combineLatest].contains(stages[stage].node?.operation)
        }
        guard !joins.isEmpty, past == nil else { return nil }
        let inputs = inputs
        return joins.lazy.compactMap { joinWait(at: $0, inputs[$0] ?? []) }.first
    }

    private func joinWait(at stage: Int, _ inputs: [JoinInput]) -> (join: Verdict.Join, source: Int)? {
        guard inputs.count > 1, inputs.allSatisfy({ $0.edge.account.subscriptions == 1 }),
            let last = inputs.min(by: { $0.edge.account.values < $1.edge.account.values })
        else { return nil }
        let least = last.edge.account.values
        guard stages[stage].node?.operation == .zip || least == 0 else { return nil }
        let waiting = inputs.filter { $0.edge.account.values > least }.map { input in
            Verdict.Holding(stage: stages[input.above].name, count: HeldCount(input.edge.account.values - least))
        }
        guard !waiting.isEmpty else { return nil }
        let join = Verdict.Join(
            stage: stages[stage].name, input: stages[last.above].name, isFirst: least == 0, waiting: waiting)
        return (join, source(above: last.above))
    }

    /// The stage below a source whose other inputs have all ended, `nil` if there is none.
    func join(lastFedBy source: Int) -> String? {
        guard stages.contains(where: { $0.inputs.count > 1 }) else { return nil }
        let inputs = inputs
        var (above, seen) = (source, Set([source]))
        while let below = stages[above].outputs.first, seen.insert(below).inserted {
            let others = (inputs[below] ?? []).filter { $0.above != above }
            if !others.isEmpty, others.allSatisfy({ $0.edge.life == .over }) { return stages[below].name }
            above = below
        }
        return nil
    }

    private typealias JoinInput = (edge: EdgeMeter, above: Int)

    /// By stage with several inputs, those.
    private var inputs: [Int: [JoinInput]] {
        edges.reduce(into: [:]) { inputs, edge in
            guard edge.connects, let lower = edge.lower, let upper = edge.upper, stages[lower].inputs.count > 1 else { return }
            inputs[lower, default: []].append((edge, upper))
        }
    }

    /// The stage that passes on what a publisher made from a value sends, while that has sent nothing yet.
    var innerWait: Int? {
        judge.order.last { stage in
            let (view, meter) = (stages[stage], stages[stage].meter)
            guard view.node?.operation == .switchToLatest, meter.inner > 0, let came = meter.lastValue else { return false }
            return view.outputs.allSatisfy { stages[$0].meter.lastValue.map { $0 < came } ?? true }
        }
    }

    /// The highest stage above, as long as there is only one way up.
    private func source(above stage: Int) -> Int {
        var (source, seen) = (stage, Set([stage]))
        while stages[source].inputs.count == 1, seen.insert(stages[source].inputs[0]).inserted {
            source = stages[source].inputs[0]
        }
        return source
    }
}

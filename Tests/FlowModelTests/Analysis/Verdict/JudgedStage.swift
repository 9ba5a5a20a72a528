import FlowTrace
@testable import FlowVerdict

/// A stage of a chain with known shares of ten seconds, for the judge.
struct JudgedStage {
    var busy = 0.0
    var starved = 0.0
    var heldBack = 0.0
    /// Its last events before the end of the ten seconds, which leave it in its final state.
    var then: (inout StageMeter) -> Void = { _ in }

    static let window: UInt64 = 10_000_000_000

    /// The judge of a chain of stages, the source first.
    static func judge(_ chain: [JudgedStage]) -> BottleneckFinder {
        judge(chain) { $0 > 0 ? [$0 - 1] : [] }
    }

    /// The judge of stages; `inputs` gives the stages above each, which come before it.
    static func judge(_ stages: [JudgedStage], inputs: (Int) -> [Int]) -> BottleneckFinder {
        let above = stages.indices.map(inputs)
        var below = Array(repeating: [Int](), count: stages.count)
        for (stage, inputs) in above.enumerated() { for input in inputs { below[input].append(stage) } }
        let views = stages.indices.map { stages[$0].view(at: $0, inputs: above[$0], outputs: below[$0]) }
        return BottleneckFinder(stages: views, order: Array(views.indices))
    }

    private func view(at index: Int, inputs: [Int], outputs: [Int]) -> StageSnapshot {
        var meter = StageMeter(node: nil, edge: EdgeID(rawValue: UInt32(index + 1)))
        var now: UInt64 = 0
        meter.settle(to: now)
        for (share, above, below) in [(busy, 0, 1), (starved, 1, 1), (heldBack, 0, 0)] where share > 0 {
            if !inputs.isEmpty { meter.inputs = EdgeWeight(ever: 1, live: 1, open: above) }
            if !outputs.isEmpty { meter.outputs = EdgeWeight(ever: 1, live: 1, open: below) }
            meter.conclude()
            now += UInt64((share * Double(JudgedStage.window)).rounded())
            meter.settle(to: now)
        }
        then(&meter)
        meter.settle(to: JudgedStage.window)
        return StageSnapshot(
            meter: meter, name: "stage \(index)", ownName: "stage \(index)", operatorName: "stage \(index)", node: nil,
            inputs: inputs, outputs: outputs, depth: index, start: 0, now: JudgedStage.window, before: StageMark(),
            middle: StageMark(), judged: meter.totals, asked: .none, hasEnded: false, pausedSince: nil, hand: nil)
    }
}

import FlowModel
import FlowOperators
import FlowWords

/// A stage that joins several streams has values of some, and waits for the next value of another.
struct JoinWait: Cause {
    let stage: String
    /// The input that it waits for.
    let input: String
    /// Whether that input has never sent a value.
    let isFirst: Bool
    /// The other inputs, each with the number of its values that wait.
    let waiting: [Verdict.Holding]
    /// Whether the stage dropped values. They are reported separately.
    let hasDropped: Bool
    /// Values left in the streams above.
    let left: [StrandedValues]

    static func found(by reporter: BottleneckReporter, _ span: VerdictSpan) -> FoundCause? {
        reporter.joinWait.map { FoundCause($0.join, at: $0.source) }
    }

    var kind: Verdict.Kind { .waitingForSource }
    var limits: Bool { false }

    private var waitingText: String { ValueList.names(waiting.map(\.ofText)) }
    private var count: Int { waiting.map(\.count.count).reduce(0, +) }

    /// `waiting for slow: zip needs its next value, 3 values of fast wait for it`.
    var words: VerdictWords {
        let brief = "waiting for \(input)"
        let value = isFirst ? "first value" : "next value"
        return VerdictWords(
            "\(brief): \(stage) needs its \(value), \(waitingText) \(count == 1 ? "waits" : "wait") for it", brief: brief)
    }

    /// `zip waited for slow at the end, 1 value of fast was left`; with values in the stream above,
    /// `, and 49 values in AsyncStream`.
    var past: String {
        let own = hasDropped ? [] : ["\(waitingText) \(count == 1 ? "was" : "were") left"]
        let above = left.map { "\($0.held.ofValues) \($0.held.count == 1 ? "was" : "were") left in \($0.stage)" }
        return (["\(stage) waited for \(input) at the end"] + own + above).joined(separator: ", ")
    }
}

extension BottleneckReporter {
    /// The lowest stage that waits for one of its inputs, and the source of that input.
    var joinWait: (join: JoinWait, source: Int)? {
        let joins = judge.order.reversed().filter { stage in
            stages[stage].inputs.count > 1 && JoinKind(stages[stage].node?.operation) != nil
        }
        guard !joins.isEmpty, past == nil else { return nil }
        let inputs = joinInputs
        return joins.lazy.compactMap { joinWait(at: $0, inputs[$0] ?? []) }.first
    }

    private func joinWait(at stage: Int, _ inputs: [JoinInput]) -> (join: JoinWait, source: Int)? {
        guard let kind = JoinKind(stages[stage].node?.operation), inputs.count > 1,
            inputs.allSatisfy({ $0.edge.account.subscriptions == 1 }),
            let last = inputs.min(by: { $0.edge.account.values < $1.edge.account.values })
        else { return nil }
        let waiting = zip(inputs, kind.waiting(of: inputs.map(\.edge.account.values))).filter { $1 > 0 }.map { input, count in
            Verdict.Holding(stage: stages[input.above].name, count: HeldCount(count))
        }
        guard !waiting.isEmpty else { return nil }
        let above = Set(inputs.map { stages[$0.above].name })
        let join = JoinWait(
            stage: stages[stage].name, input: stages[last.above].name, isFirst: last.edge.account.values == 0, waiting: waiting,
            hasDropped: stages[stage].meter.drops.contains { [.ended, .error, .cancelled].contains($0.reason) },
            left: stranded.filter { above.contains($0.stage) })
        return (join, source(above: last.above))
    }

    /// The highest stage above a stage, through stages with a single input.
    private func source(above stage: Int) -> Int {
        var (source, seen) = (stage, Set([stage]))
        while stages[source].inputs.count == 1, seen.insert(stages[source].inputs[0]).inserted {
            source = stages[source].inputs[0]
        }
        return source
    }
}

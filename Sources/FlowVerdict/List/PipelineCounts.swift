import FlowModel

/// The pipelines of a program in numbers: how many are in each state, and what all of them dropped and hold.
public struct PipelineCounts: Sendable {
    public let count: Int
    /// The number of pipelines of each kind of verdict that has some, the most urgent kind first.
    public let kinds: [(kind: Verdict.Kind, count: Int)]
    public let dropped: Int
    public let held: HeldCount

    public init(_ reports: some Collection<PipelineReport>) {
        count = reports.count
        let counts = Dictionary(grouping: reports, by: \.verdict.kind).mapValues(\.count)
        kinds = PipelineCounts.order.compactMap { kind in counts[kind].map { (kind, $0) } }
        dropped = reports.map(\.lost).reduce(0, +)
        let held = reports.map(\.heldNow)
        self.held = HeldCount(held.map(\.count).reduce(0, +), isLeast: held.contains(where: \.isLeast))
    }

    private static let order: [Verdict.Kind] = [
        .stalled, .dropping, .unread, .failed, .heldBack, .leakingDemand, .waitingForSource, .unknown, .flowing, .finished,
        .cancelled,
    ]

    /// `52 pipelines: 9 failed, 25 finished, 18 cancelled; 1 value dropped; nothing held`.
    public var words: String {
        let lost = dropped == 0 ? "nothing dropped" : "\(dropped) \(dropped == 1 ? "value" : "values") dropped"
        let kept = held.count == 0 ? held.isLeast ? nil : "nothing held" : "\(held.ofValues) held"
        let head = "\(count) \(count == 1 ? "pipeline" : "pipelines"): \(kindWords)"
        return [head, lost, kept].compactMap(\.self).joined(separator: "; ")
    }

    /// `9 failed, 25 finished`.
    public var kindWords: String { kinds.map { "\($0.count) \($0.kind.word)" }.joined(separator: ", ") }
}

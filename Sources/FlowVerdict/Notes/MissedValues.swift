import FlowTrace

/// The values of a stage that one of its several subscribers missed.
public struct MissedValues: Hashable, Sendable {
    /// The name of the subscriber.
    public let subscriber: String
    public let count: Int

    package init(subscriber: String, count: Int) { (self.subscriber, self.count) = (subscriber, count) }

    /// The maximum number of subscribers to name.
    private static let listed = 6

    /// `sub missed them`, for one value `sub missed it`; for several subscribers `sub missed 3, sub 2 missed 1`; `nil` for none.
    package static func text(_ missed: [MissedValues]) -> String? {
        guard missed.count > 1 else { return missed.first.map { "\($0.subscriber) missed \($0.count == 1 ? "it" : "them")" } }
        let others = missed.dropFirst(listed)
        let rest = others.isEmpty ? [] : ["\(others.count) more missed \(others.reduce(0) { $0 + $1.count })"]
        return (missed.prefix(listed).map { "\($0.subscriber) missed \($0.count)" } + rest).joined(separator: ", ")
    }
}

extension BottleneckReporter {
    /// The subscribers that missed values of a stage for a reason; empty if the stage has only one subscriber.
    ///
    /// - Complexity: O(edges).
    func missed(of stage: Int, because reason: DropReason) -> [MissedValues] {
        let outputs = edges.filter { $0.connects && $0.upper == stage }
        guard outputs.count > 1 else { return [] }
        return outputs.filter { $0.missed[reason] > 0 }.map { edge in
            MissedValues(subscriber: edge.lower.map { stages[$0].name } ?? "another", count: edge.missed[reason])
        }
    }
}

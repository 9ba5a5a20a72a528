import FlowOperators
import FlowWords

/// A Swift concurrency stream with several consumers at the same time: each value goes to only one of them.
public struct StreamSplit: Hashable, Sendable {
    public struct Consumer: Hashable, Sendable {
        public let name: String
        /// The number of values it received.
        public let count: Int
        /// The number of values that others had received before it started.
        public let goneBy: Int
    }

    /// Whether it is a channel.
    public let isChannel: Bool
    /// The consumers in the order of their start.
    public let consumers: [Consumer]

    /// The maximum number of consumers to name.
    private static let listed = 6

    /// `for await got 16, for await 2 got 14: they share one stream; for await 2 came after 3 values`.
    var text: String {
        let shares = consumers.prefix(StreamSplit.listed).map { "\($0.name) got \($0.count)" }
        let others = consumers.count - shares.count
        let rest = others > 0 ? [others == 1 ? "another got its part" : "\(others) others got theirs"] : []
        let late = consumers.prefix(StreamSplit.listed).filter { $0.goneBy > 0 }
            .map { "; \($0.name) came after \(ValueCount.words($0.goneBy))" }
        return (shares + rest).joined(separator: ", ") + ": they share one \(isChannel ? "channel" : "stream")" + late.joined()
    }
}

extension BottleneckReporter {
    /// The streams whose consumers shared the values at the same time. Consumers that follow each other are no split.
    ///
    /// - Complexity: O(edges × streams).
    var splits: [StreamSplit] {
        judge.order.compactMap { stage in
            guard let operation = stages[stage].node?.operation, operation == .asyncStream || operation == .asyncChannel else {
                return nil
            }
            let outputs = edges.filter {
                $0.connects && $0.upper == stage && $0.lower != nil && $0.began != nil && $0.account.values > 0
            }
            .sorted { $0.began ?? 0 < $1.began ?? 0 }
            let overlap = zip(outputs, outputs.dropFirst()).contains {
                $1.began ?? 0 < $0.ended ?? .max && $0.lower != $1.lower
            }
            guard overlap else { return nil }
            let consumers = outputs.map { edge in
                StreamSplit.Consumer(
                    name: edge.lower.map { stages[$0].name } ?? "", count: edge.account.values, goneBy: edge.goneBy.went)
            }
            return StreamSplit(isChannel: operation == .asyncChannel, consumers: consumers)
        }
    }
}

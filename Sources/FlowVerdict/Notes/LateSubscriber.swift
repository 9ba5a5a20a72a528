import FlowOperators
import FlowWords

/// A subscriber that missed earlier values of a publisher, which sends each value to all current subscribers and keeps none.
public struct LateSubscriber: Hashable, Sendable {
    public let name: String
    public let publisher: String
    /// A lower bound of the missed values: a value without demand leaves no event.
    public let goneBy: Int

    /// The maximum number of subscribers to name.
    private static let listed = 6

    /// `sink 2 subscribed to PassthroughSubject after at least 3 values, and PassthroughSubject keeps none`, and the number of others.
    static func texts(of latecomers: [LateSubscriber]) -> [String] {
        let others = latecomers.count - listed
        return latecomers.prefix(listed).map { late in
            "\(late.name) subscribed to \(late.publisher) after at least \(ValueCount.words(late.goneBy)), and \(late.publisher) keeps none"
        } + (others > 0 ? ["\(others) more subscribed after values had been sent"] : [])
    }
}

extension BottleneckReporter {
    /// The subscribers that missed values and subscribed while another was live. Subscribers that follow each other do not count.
    ///
    /// - Complexity: O(edges × publishers).
    var latecomers: [LateSubscriber] {
        judge.order.flatMap { stage -> [LateSubscriber] in
            guard let operation = stages[stage].node?.operation, operation.endsForAll, operation.law.flow?.makesValues == false
            else { return [] }
            let outputs = edges.filter { $0.connects && $0.upper == stage && $0.began != nil && isSubscriber($0.lower) }
                .sorted { $0.began ?? 0 < $1.began ?? 0 }
            // The latest end of an earlier subscription.
            var occupied: UInt64 = 0
            return outputs.filter { edge in
                defer { occupied = max(occupied, edge.ended ?? .max) }
                return edge.goneBy.came > 0 && edge.began ?? 0 < occupied
            }
            .map { edge in
                LateSubscriber(
                    name: edge.lower.map { stages[$0].name } ?? "", publisher: stages[stage].name, goneBy: edge.goneBy.came)
            }
        }
    }

    /// Whether a stage counts as a subscriber: the `multicast` and the subject inside `share` do not.
    private func isSubscriber(_ stage: Int?) -> Bool {
        stage.map { stages[$0].node?.operation.endsForAll != true } ?? false
    }
}

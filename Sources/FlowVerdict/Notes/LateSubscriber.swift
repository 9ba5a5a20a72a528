import FlowOperators
import FlowWords

/// A subscriber that came to a publisher which gives every value to all and keeps none, after others had got some.
public struct LateSubscriber: Hashable, Sendable {
    public let name: String
    public let publisher: String
    /// A lower bound of the missed values: without demand a value leaves no event.
    public let goneBy: Int

    /// The most subscribers that are named.
    private static let listed = 6

    /// `sink 2 came to PassthroughSubject after at least 3 values, which it does not keep`, and how many others are not named.
    static func texts(of latecomers: [LateSubscriber]) -> [String] {
        let others = latecomers.count - listed
        return latecomers.prefix(listed).map { late in
            "\(late.name) came to \(late.publisher) after at least \(ValueCount.words(late.goneBy)), which it does not keep"
        } + (others > 0 ? ["\(others) more came when values had gone by"] : [])
    }
}

extension BottleneckReporter {
    /// Subscribers that came while another was there: so the values were not meant for one after the other.
    ///
    /// - Complexity: O(edges × publishers).
    var latecomers: [LateSubscriber] {
        judge.order.flatMap { stage -> [LateSubscriber] in
            guard let operation = stages[stage].node?.operation, operation.endsForAll, operation.law.flow?.makesValues == false
            else { return [] }
            let outputs = edges.filter { $0.connects && $0.upper == stage && $0.began != nil && isSubscriber($0.lower) }
                .sorted { $0.began ?? 0 < $1.began ?? 0 }
            // The end of the last life among the earlier subscribers.
            var occupied: UInt64 = 0
            return outputs.filter { edge in
                defer { occupied = max(occupied, edge.end?.time ?? .max) }
                return edge.goneBy.came > 0 && edge.began ?? 0 < occupied
            }
            .map { edge in
                LateSubscriber(
                    name: edge.lower.map { stages[$0].name } ?? "", publisher: stages[stage].name, goneBy: edge.goneBy.came)
            }
        }
    }

    /// Whether a stage is a subscriber itself. Inside `share` values pass a `multicast` and a subject for each of its
    /// subscribers.
    private func isSubscriber(_ stage: Int?) -> Bool {
        stage.map { stages[$0].node?.operation.endsForAll != true } ?? false
    }
}

import FlowGraph
import FlowTrace

/// The values that wait on a store edge, oldest first, and their peak.
///
/// The only place that chooses the waiting value that an event removes: events name a value, not one of several equal ones.
package struct HeldQueue: Sendable {
    /// A waiting value.
    package struct Item: Sendable {
        /// The sequence of the event of its entry.
        package let entered: Int
        package let time: TraceTime
        package let value: TraceValue?
    }

    private var waiting: ArrivalQueue<Item>
    package private(set) var peak: (held: Int, at: TraceTime) = (0, .zero)

    /// - Parameter items: Values that are already waiting, oldest first.
    package init(_ items: [Item] = []) { waiting = ArrivalQueue(items) }

    /// The waiting values, oldest first.
    package var items: ArraySlice<Item> { waiting.elements }

    /// Adds an event of the edge; returns the waiting value that it removed, the oldest equal to its own.
    package mutating func fold(_ entry: TraceEntry, value: TraceValue?) -> Item? {
        switch entry.kind {
        case .buffered:
            waiting.append(Item(entered: entry.sequence, time: entry.time, value: value))
            if waiting.count > peak.held { peak = (waiting.count, entry.time) }
            return nil
        case .unbuffered, .dropped:
            guard entry.event.dropReason?.removesHeld != false else { return nil }
            return waiting.removeFirst(within: HeldQueue.reach) { $0.value == value }
        case .subscribed, .request, .value, .returned, .finished, .failure, .cancel, .offered, .state, .note, .causeLink:
            return nil
        }
    }

    /// The most values searched, so that a file whose values never waited costs no more than its length.
    private static let reach = 4_096
}

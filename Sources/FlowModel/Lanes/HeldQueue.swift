import FlowGraph
import FlowTrace

/// The values that wait on a store edge, oldest first, and their peak.
///
/// Only this type chooses which waiting value an event removes: the event names a value, and several waiting ones may equal it.
package struct HeldQueue: Sendable {
    /// A waiting value.
    package struct Item: Sendable {
        /// The sequence number of its `buffered` event.
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

    /// Adds an event of the edge; returns the waiting value that it removed: the oldest one equal to the event's value.
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

    /// The maximum number of values searched. It keeps the time linear, even if a file removes values that never waited.
    private static let reach = 4_096
}

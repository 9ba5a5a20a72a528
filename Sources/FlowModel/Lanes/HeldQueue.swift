import FlowGraph
import FlowTrace

/// The values that wait on a store edge, oldest first, and the most there have been.
///
/// The one place that says which event takes out a value that waits: an event says what value it is about, and not which of several
/// equal ones.
package struct HeldQueue: Sendable {
    /// A value that waits.
    package struct Item: Sendable {
        /// The sequence of the event with which it entered.
        package let entered: Int
        package let time: TraceTime
        package let value: TraceValue?
    }

    private var waiting: WaitingList<Item>
    package private(set) var peak: (held: Int, at: TraceTime) = (0, .zero)

    /// Creates a queue in which some values wait already, oldest first.
    package init(_ items: [Item] = []) {
        waiting = WaitingList(items)
    }

    /// What waits, oldest first.
    package var items: ArraySlice<Item> {
        waiting.elements
    }

    /// Takes an event of the edge; returns the value that it took out, where that waited: the oldest that is equal to it.
    package mutating func take(_ entry: TraceEntry, value: @autoclosure () -> TraceValue?) -> Item? {
        switch entry.kind {
        case .buffered:
            waiting.append(Item(entered: entry.sequence, time: entry.time, value: value()))
            if waiting.count > peak.held { peak = (waiting.count, entry.time) }
            return nil
        case .dropped where entry.event.dropReason?.removesHeld == false: return nil
        case .unbuffered, .dropped:
            let value = value()
            return waiting.removeFirst(within: HeldQueue.reach) { $0.value == value }
        default: return nil
        }
    }

    /// How many of the oldest are searched, so that a file that names values which never waited does not cost more with each.
    private static let reach = 4_096
}

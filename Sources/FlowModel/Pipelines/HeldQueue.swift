import FlowTrace

/// The values that wait on a store edge, oldest first, and the most there have been.
///
/// The one place that says which event takes out a value that waits: an event says what value it is about, and not which of several
/// equal ones.
struct HeldQueue: Sendable {
    /// A value that waits.
    struct Item: Sendable {
        /// The sequence of the event with which it entered.
        let entered: Int
        let time: TraceTime
        let value: TraceValue?
    }

    private var all: [Item]
    /// How many at the beginning of ``all`` have left.
    private var left = 0
    private(set) var peak: (held: Int, at: TraceTime) = (0, .zero)

    /// Creates a queue in which some values wait already, oldest first.
    init(_ items: [Item] = []) {
        all = items
    }

    /// What waits, oldest first.
    var items: ArraySlice<Item> {
        all[left...]
    }

    /// Takes an event of the edge; returns the value that it took out, where that waited: the oldest that is equal to it.
    mutating func take(_ entry: TraceEntry, value: @autoclosure () -> TraceValue?) -> Item? {
        switch entry.kind {
        case .buffered:
            all.append(Item(entered: entry.sequence, time: entry.time, value: value()))
            if all.count - left > peak.held { peak = (all.count - left, entry.time) }
            return nil
        case .dropped where entry.event.dropReason?.takesOutHeld == false: return nil
        case .unbuffered, .dropped: return leave(value())
        default: return nil
        }
    }

    /// So many of the oldest are looked at: a file that names values which never waited must not cost more with each.
    private static let reach = 4_096

    /// The oldest with that value leaves.
    private mutating func leave(_ value: TraceValue?) -> Item? {
        guard let place = all[left...].prefix(HeldQueue.reach).firstIndex(where: { $0.value == value }) else { return nil }
        guard place == left else { return all.remove(at: place) }
        let item = all[left]
        left += 1
        if 2 * left > all.count {
            all.removeFirst(left)
            left = 0
        }
        return item
    }
}

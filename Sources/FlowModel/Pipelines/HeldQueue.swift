import FlowTrace

/// The values that wait on a store edge, oldest first, and the most there have been.
struct HeldQueue: Sendable {
    /// A value that waits.
    struct Item: Sendable {
        /// The sequence of the event with which it entered.
        let entered: Int
        let time: TraceTime
        let value: TraceValue?
    }

    private var all: [Item] = []
    /// How many at the beginning of ``all`` have left.
    private var left = 0
    private(set) var peak: (held: Int, at: TraceTime) = (0, .zero)

    /// What waits, oldest first.
    var items: ArraySlice<Item> {
        all[left...]
    }

    /// Takes an event of the edge; returns whether it took out a value that waits.
    mutating func take(_ entry: TraceEntry, value: @autoclosure () -> TraceValue?) -> Bool {
        switch entry.kind {
        case .buffered:
            all.append(Item(entered: entry.sequence, time: entry.time, value: value()))
            if all.count - left > peak.held { peak = (all.count - left, entry.time) }
            return false
        // A value refused at the door was never held, even where an equal one is.
        case .dropped where entry.event.dropReason == .overflowNewest: return false
        case .unbuffered, .dropped: return leave(value())
        default: return false
        }
    }

    /// The oldest with that value leaves.
    private mutating func leave(_ value: TraceValue?) -> Bool {
        guard let place = all[left...].firstIndex(where: { $0.value == value }) else { return false }
        guard place == left else {
            all.remove(at: place)
            return true
        }
        left += 1
        if 2 * left > all.count {
            all.removeFirst(left)
            left = 0
        }
        return true
    }
}

import FlowOperators
import FlowTrace

/// Rule: signals to one subscriber do not overlap.
struct NotSerial: Rule {
    static let number: RuleNumber = .notSerial
    static let title = "signals overlap"
    static let explanation =
        "Signals to one subscriber must come one after the other, from whatever threads. A subscriber need not be thread-safe: "
        + "overlapping calls corrupt its state."

    static func words(of violation: Violation) -> String {
        "\(violation.publisher) sent \(violation.subscriber) a signal on one thread while another thread was still delivering"
    }

    /// Two signals on one edge from two threads. The next event of the first thread shows whether they overlap.
    private struct Overlap {
        let first: (sequence: Int, thread: UInt32)
        let second: TraceEntry
    }

    /// The maximum number of overlaps awaiting their proof.
    private static let limit = 64

    private var overlaps: [Overlap] = []

    var isEmpty: Bool { overlaps.isEmpty }

    /// Adds a signal on a different thread from the previous one on the same edge.
    mutating func add(_ entry: TraceEntry, after first: (sequence: Int, thread: UInt32)) {
        if overlaps.count == NotSerial.limit { overlaps.removeFirst() }
        overlaps.append(Overlap(first: first, second: entry))
    }

    /// The signals that overlapped with earlier signals of the event's thread. If the call of the first signal is still open at
    /// this event, it was open at the second signal.
    mutating func proven(by entry: TraceEntry, _ calls: RuleCalls) -> [TraceEntry] {
        let due = overlaps.filter { $0.first.thread == entry.thread }
        guard !due.isEmpty else { return [] }
        overlaps.removeAll { $0.first.thread == entry.thread }
        return due.filter { overlap in calls.contains { $0.sequence == overlap.first.sequence } }.map(\.second)
    }
}

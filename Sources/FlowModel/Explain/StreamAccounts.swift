import FlowTrace

/// What is kept account of while a stream's events come: where values go, and which rules are broken.
///
/// The ledger is kept at its end, with copies on the way from which any moment is found.
struct StreamAccounts: Sendable {
    /// How many events lie between two copies of the ledger.
    private static let stride = 4_096

    /// The breaches.
    private(set) var violations = ViolationIndex()

    private var check = RuleCheck()
    private var ledger: Ledger
    /// Copies, each with the event up to which it goes.
    private var copies: [(sequence: Int, ledger: Ledger)] = []
    private var last: Int

    /// Starts after the event `sequence`, 0 for the first.
    init(after sequence: Int) {
        last = sequence
        ledger = Ledger(isWindow: sequence > 0)
        copies = [(sequence, ledger)]
    }

    /// Takes the next event; returns the breaches that it shows, which are to be added.
    mutating func take(_ entry: TraceEntry, in log: TraceLog) -> [Violation] {
        ledger.take(entry, in: log)
        last = entry.sequence
        if last - (copies.last?.sequence ?? 0) >= StreamAccounts.stride { copies.append((last, ledger)) }
        let found = check.take(entry, in: log)
        return found.isEmpty ? [] : found.filter { !$0.isNote }
    }

    /// Adds a breach.
    ///
    /// - Parameter lane: The lane on which it is shown, `nil` for none.
    mutating func add(_ violation: Violation, lane: Int?) {
        violations.add(violation, lane: lane)
    }

    /// Takes the breaches that were found by who saw the trace from its first event; own ones are none where it did not.
    mutating func learn(_ found: [(violation: Violation, lane: Int?)]) {
        violations = ViolationIndex()
        for (violation, lane) in found { violations.add(violation, lane: lane) }
    }

    /// The ledger after the event `sequence`.
    ///
    /// - Complexity: O(log *n*) and a bounded number of events.
    func ledger(after sequence: Int, in log: TraceLog) -> Ledger {
        guard sequence < last else { return ledger }
        let place = copies.partitioningIndex { $0.sequence > sequence }
        guard place > 0 else { return Ledger(isWindow: true) }
        var ledger = copies[place - 1].ledger
        for entry in log.entries(after: copies[place - 1].sequence, upTo: sequence) { ledger.take(entry, in: log) }
        return ledger
    }
}

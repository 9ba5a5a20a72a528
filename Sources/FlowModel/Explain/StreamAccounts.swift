import FlowTrace

/// What is kept account of while a stream's events come: where values go, and which rules are broken.
///
/// The ledger is kept at its end, with copies on the way from which any moment is found.
struct StreamAccounts: Sendable {
    /// How many events lie between two copies of the ledger.
    private static let stride = 4_096

    /// The breaches, in the order in which they showed.
    private(set) var violations: [Violation] = []
    /// The rules broken by an event.
    private var rulesOfEvent: [Int: [ContractRule]] = [:]

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

    /// Takes the next event.
    mutating func take(_ entry: TraceEntry, in log: TraceLog) {
        ledger.take(entry, in: log)
        last = entry.sequence
        for violation in check.take(entry, in: log) where !violation.isNote {
            violations.append(violation)
            rulesOfEvent[violation.sequence, default: []].append(violation.rule)
        }
        if last - (copies.last?.sequence ?? 0) >= StreamAccounts.stride { copies.append((last, ledger)) }
    }

    /// Takes the breaches that were found by who saw the trace from its first event; own ones are none where it did not.
    mutating func learn(_ found: [Violation]) {
        violations = found
        rulesOfEvent = found.reduce(into: [:]) { $0[$1.sequence, default: []].append($1.rule) }
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

    /// The rules that some events broke, each once.
    ///
    /// - Complexity: O(*n*) for *n* events.
    func rules(brokenBy sequences: [Int]) -> [ContractRule] {
        guard !violations.isEmpty else { return [] }
        let broken = Set(sequences.flatMap { rulesOfEvent[$0] ?? [] })
        return ContractRule.allCases.filter(broken.contains)
    }

    /// The breaches by the event `sequence`.
    func violations(upTo sequence: Int) -> [Violation] {
        violations.filter { $0.sequence <= sequence }
    }
}

import FlowTrace

/// The violations of a stream by event and by lane, so that the cost of a query depends only on its result.
package struct ViolationIndex: Sendable {
    private struct Lane: Sendable {
        var all: [Violation] = []
        var byRule: [ContractRule: [Violation]] = [:]
    }

    /// All violations, in order of their events.
    private(set) var all: [Violation] = []
    private var lanes: [Int: Lane] = [:]
    private var rulesOfEvent: [Int: [ContractRule]] = [:]

    /// Adds a violation, which may have happened before the last one added.
    ///
    /// - Parameter lane: The lane that shows it, if any.
    mutating func add(_ violation: Violation, lane: Int?) {
        ViolationIndex.insert(violation, into: &all)
        rulesOfEvent[violation.sequence, default: []].append(violation.rule)
        guard let lane else { return }
        ViolationIndex.insert(violation, into: &lanes[lane, default: Lane()].all)
        ViolationIndex.insert(violation, into: &lanes[lane, default: Lane()].byRule[violation.rule, default: []])
    }

    private static func insert(_ violation: Violation, into list: inout [Violation]) {
        var index = list.count
        while index > 0, list[index - 1].sequence > violation.sequence { index -= 1 }
        list.insert(violation, at: index)
    }

    // MARK: Queries

    /// The violations up to the event `sequence`.
    ///
    /// - Complexity: O(log *n*).
    func all(upTo sequence: Int) -> ArraySlice<Violation> { all.prefix(all.partitioningIndex { $0.sequence > sequence }) }

    /// The violations on a lane from a time on, up to the event `sequence`.
    ///
    /// - Complexity: O(log *n*).
    func on(_ lane: Int, from time: TraceTime, upTo sequence: Int) -> ArraySlice<Violation> {
        let own = lanes[lane]?.all ?? []
        let (start, end) = (own.partitioningIndex { $0.time >= time }, own.partitioningIndex { $0.sequence > sequence })
        return own[min(start, end)..<end]
    }

    /// The violations on a lane up to the event `sequence`, grouped by rule, the most recently broken rule first.
    ///
    /// - Complexity: O(log *n*).
    package func rules(brokenOn lane: Int, upTo sequence: Int) -> [ArraySlice<Violation>] {
        (lanes[lane]?.byRule.values ?? [:].values)
            .map { own in own.prefix(own.partitioningIndex { $0.sequence > sequence }) }
            .filter { !$0.isEmpty }
            .sorted { ViolationIndex.order($0) > ViolationIndex.order($1) }
    }

    private static func order(_ violations: ArraySlice<Violation>) -> (Int, String) {
        violations.last.map { ($0.sequence, $0.rule.number) } ?? (0, "")
    }

    /// The rules that any of these events broke.
    ///
    /// - Complexity: O(*n*) for *n* events.
    package func rules(brokenBy sequences: [Int]) -> [ContractRule] {
        guard !all.isEmpty else { return [] }
        let broken = Set(sequences.flatMap { rulesOfEvent[$0] ?? [] })
        return broken.sorted { $0.number < $1.number }
    }
}

import FlowOperators
import FlowTrace

/// The breaches of a stream by their events and by their lanes, so that what is shown of them costs no more than what is seen.
package struct ViolationIndex: Sendable {
    /// The breaches on a lane.
    private struct Lane: Sendable {
        var all: [Violation] = []
        var byRule: [ContractRule: [Violation]] = [:]
    }

    /// All of them, by their events.
    private(set) var all: [Violation] = []
    private var lanes: [Int: Lane] = [:]
    private var rulesOfEvent: [Int: [ContractRule]] = [:]

    /// Takes a breach; it may have happened before the one that was taken last.
    ///
    /// - Parameter lane: The lane on which it is shown, `nil` for none.
    mutating func add(_ violation: Violation, lane: Int?) {
        ViolationIndex.insert(violation, into: &all)
        rulesOfEvent[violation.sequence, default: []].append(violation.rule)
        guard let lane else { return }
        ViolationIndex.insert(violation, into: &lanes[lane, default: Lane()].all)
        ViolationIndex.insert(violation, into: &lanes[lane, default: Lane()].byRule[violation.rule, default: []])
    }

    private static func insert(_ violation: Violation, into list: inout [Violation]) {
        var place = list.count
        while place > 0, list[place - 1].sequence > violation.sequence { place -= 1 }
        list.insert(violation, at: place)
    }

    // MARK: Asking

    /// The breaches by the event `sequence`.
    ///
    /// - Complexity: O(log *n*).
    func all(upTo sequence: Int) -> ArraySlice<Violation> {
        all.prefix(all.partitioningIndex { $0.sequence > sequence })
    }

    /// The breaches on a lane from a time on, by the event `sequence`.
    ///
    /// - Complexity: O(log *n*).
    func on(_ lane: Int, from time: TraceTime, upTo sequence: Int) -> ArraySlice<Violation> {
        let own = lanes[lane]?.all ?? []
        let (start, end) = (own.partitioningIndex { $0.time >= time }, own.partitioningIndex { $0.sequence > sequence })
        return own[min(start, end)..<end]
    }

    /// The rules that were broken on a lane by the event `sequence`, each with its breaches, the one that was broken last first.
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

    /// The rules that some events broke, each once.
    ///
    /// - Complexity: O(*n*) for *n* events.
    package func rules(brokenBy sequences: [Int]) -> [ContractRule] {
        guard !all.isEmpty else { return [] }
        let broken = Set(sequences.flatMap { rulesOfEvent[$0] ?? [] })
        return ContractRule.allCases.filter(broken.contains)
    }
}

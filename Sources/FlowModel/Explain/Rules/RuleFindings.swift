import FlowTrace

/// What a run did against the rules of the contract, and what they allow but is worth a note, each once for an operator.
///
/// - Complexity: O(1) a violation; memory for each rule at each operator, of at most ``limit`` together.
public struct RuleFindings: Sendable {
    /// So many are kept; more are counted.
    public static let limit = 1_024

    private struct Key: Hashable {
        let rule: ContractRule
        let place: String
        let isNote: Bool
    }

    private var findings: [RuleFinding] = []
    private var placeOfKey: [Key: Int] = [:]
    /// How many violations and notes found no room.
    public private(set) var uncounted = 0

    /// Creates findings of nothing.
    public init() {}

    /// Takes what an event has shown.
    ///
    /// - Parameter log: The log that holds it, for the operator's name.
    public mutating func take(_ violations: [Violation], in log: TraceLog) {
        for violation in violations {
            let fact = log.edge(violation.edge)
            let place = fact?.upstream.flatMap { log.node($0)?.name } ?? fact?.label ?? "\(violation.edge)"
            take(violation, at: place)
        }
    }

    private mutating func take(_ violation: Violation, at place: String) {
        let key = Key(rule: violation.rule, place: place, isNote: violation.isNote)
        if let place = placeOfKey[key] {
            findings[place].count += 1
            findings[place].last = max(findings[place].last, violation.time)
        } else if findings.count < RuleFindings.limit {
            placeOfKey[key] = findings.count
            findings.append(RuleFinding(violation, at: place))
        } else {
            uncounted += 1
        }
    }

    /// What broke a rule, by its first event.
    public var breaches: [RuleFinding] {
        findings.filter { !$0.first.isNote }
    }

    /// What a rule allows: demand left over at the end, a late request, a signal that was under way at a cancel.
    public var allowed: [RuleFinding] {
        findings.filter(\.first.isNote)
    }
}

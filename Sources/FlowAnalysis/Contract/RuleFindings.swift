import FlowGraph
import FlowOperators
import FlowTrace

/// What a run did against the rules of the contract, and what they allow but is worth a note, each once for an operator.
///
/// - Complexity: O(1) a violation; memory for each rule at each operator, of at most ``limit`` together.
public struct RuleFindings: Sendable {
    /// How many findings are kept; further ones are only counted.
    public static let limit = 1_024

    private struct Key: Hashable {
        let rule: ContractRule
        let place: String
        let isNote: Bool
    }

    /// The newest of an edge; the next one mostly says the same, and need not be looked up.
    private struct Newest {
        let rule: ContractRule
        let isNote: Bool
        /// How many facts gave the operator its name.
        let declarations: Int
        let place: Int

        func isLike(_ breach: RuleBreach) -> Bool {
            rule == breach.rule && isNote == breach.isNote
        }
    }

    private var findings: [RuleFinding] = []
    private var placeOfKey: [Key: Int] = [:]
    private var newest = Numbered<Newest>()
    /// How many violations and notes found no room.
    public private(set) var uncounted = 0

    /// Creates findings of nothing.
    public init() {}

    /// Takes what an event has shown.
    ///
    /// - Parameter log: The log that holds it, for its words and the operator's name.
    mutating func take(_ breach: RuleBreach, in log: TraceLog) {
        let edge = breach.edge.rawValue
        if let newest = newest[edge], newest.isLike(breach), newest.declarations == log.declarations {
            findings[newest.place].add(breach.time)
        } else {
            newest[edge] = place(of: breach, in: log).map {
                Newest(rule: breach.rule, isNote: breach.isNote, declarations: log.declarations, place: $0)
            }
        }
    }

    /// Counts a breach where it belongs, and returns the place; `nil` where there is no room.
    private mutating func place(of breach: RuleBreach, in log: TraceLog) -> Int? {
        let fact = log.edge(breach.edge)
        let name = fact?.upstream.flatMap { log.node($0)?.name } ?? fact?.label ?? "\(breach.edge)"
        let key = Key(rule: breach.rule, place: name, isNote: breach.isNote)
        if let place = placeOfKey[key] {
            findings[place].add(breach.time)
            return place
        }
        guard findings.count < RuleFindings.limit else {
            uncounted += 1
            return nil
        }
        placeOfKey[key] = findings.count
        findings.append(RuleFinding(breach.violation(in: log), at: name))
        return findings.count - 1
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

/// How often a rule was broken at an operator, or what it allows was done.
public struct RuleFinding: Hashable, Sendable {
    /// The first.
    public let first: Violation
    /// The operator, or the label where that is not known.
    public let place: String
    /// How many there were.
    public private(set) var count = 1
    /// When the last was.
    public private(set) var last: TraceTime

    init(_ violation: Violation, at place: String) {
        (first, self.place, last) = (violation, place, violation.time)
    }

    /// Counts another.
    mutating func add(_ time: TraceTime) {
        count += 1
        last = max(last, time)
    }
}

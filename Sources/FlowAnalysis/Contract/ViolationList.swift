import FlowGraph
import FlowTrace

/// The violations of a run, and noteworthy events that the rules allow, grouped by rule and operator.
///
/// - Complexity: O(1) a violation; memory of O(groups), of which there are at most ``limit``.
public struct ViolationList: Sendable {
    /// The maximum number of groups; violations for which there is no group are only counted.
    public static let limit = 1_024

    private struct Key: Hashable {
        let rule: ContractRule
        let stage: String
        let isNote: Bool
    }

    /// The newest violation of an edge. The next one is usually of the same kind and needs no lookup.
    private struct Newest {
        let rule: ContractRule
        let isNote: Bool
        /// The number of facts declared at the lookup of the operator.
        let declarations: Int
        let index: Int

        func isLike(_ draft: ViolationDraft) -> Bool { rule == draft.rule && isNote == draft.isNote }
    }

    private var groups: [ViolationGroup] = []
    private var indexOfKey: [Key: Int] = [:]
    private var newest = DenseTable<EdgeID, Newest>()
    /// The number of violations and notes without a group.
    public private(set) var uncounted = 0

    public init() {}

    /// - Parameter log: The log that holds the event.
    mutating func record(_ draft: ViolationDraft, in log: TraceLog) {
        let edge = draft.edge
        if let newest = newest[edge], newest.isLike(draft), newest.declarations == log.declarations {
            groups[newest.index].add(draft.time)
        } else {
            let key = Key(rule: draft.rule, stage: stage(of: edge, in: log), isNote: draft.isNote)
            newest[edge] = count(key, at: draft.time, as: draft.violation(in: log)).map {
                Newest(rule: draft.rule, isNote: draft.isNote, declarations: log.declarations, index: $0)
            }
        }
    }

    /// Turns an earlier note into a violation; without room for the violation, the note stays.
    mutating func record(broken violation: Violation, in log: TraceLog) {
        let stage = stage(of: violation.edge, in: log)
        guard count(Key(rule: violation.rule, stage: stage, isNote: false), at: violation.time, as: violation) != nil,
            let index = indexOfKey[Key(rule: violation.rule, stage: stage, isNote: true)]
        else { return }
        groups[index].forget()
    }

    private func stage(of edge: EdgeID, in log: TraceLog) -> String {
        let fact = log.edge(edge)
        return fact?.upstream.flatMap { log.node($0)?.name } ?? fact?.label ?? "\(edge)"
    }

    /// Counts a violation in its group, and returns the group's index; `nil` if there is no room.
    private mutating func count(_ key: Key, at time: TraceTime, as violation: @autoclosure () -> Violation) -> Int? {
        if let index = indexOfKey[key] {
            groups[index].add(time)
            return index
        }
        guard groups.count < ViolationList.limit else {
            uncounted += 1
            return nil
        }
        indexOfKey[key] = groups.count
        groups.append(ViolationGroup(violation(), at: key.stage))
        return groups.count - 1
    }

    /// The violations, in order of their first events.
    public var violations: [ViolationGroup] { groups.filter { !$0.first.isNote } }

    /// Noteworthy events that the rules allow: demand left over at the end, a late request, a signal already under way at a
    /// cancel.
    public var allowed: [ViolationGroup] { groups.filter { $0.first.isNote && $0.count > 0 } }
}

/// The violations, or the notes, of one rule at one operator.
public struct ViolationGroup: Hashable, Sendable {
    public let first: Violation
    /// The operator, or else the label of the edge.
    public let stage: String
    public private(set) var count = 1
    public private(set) var last: TraceTime

    init(_ violation: Violation, at stage: String) { (first, self.stage, last) = (violation, stage, violation.time) }

    /// Removes a note that has become a violation.
    mutating func forget() { count -= 1 }

    mutating func add(_ time: TraceTime) {
        count += 1
        last = max(last, time)
    }
}

import FlowGraph
import FlowTrace

/// The open calls of an event's thread, derived from causes. An event happens within the call of its cause; calls that began
/// after that cause have returned.
///
/// - Complexity: O(1) an event, amortised.
struct RuleCalls: Sendable {
    struct Call: Sendable {
        let sequence: Int
        let edge: EdgeID
        let kind: SignalKind
        /// Whether it broke a rule; its consequences are not separate violations.
        let isViolation: Bool
        /// Whether it or an outer call broke a rule.
        fileprivate let isInViolation: Bool
    }

    /// The deepest nesting kept for a thread; only a damaged trace has more.
    private static let depth = 4_096

    private var stacks = CallStacks<Call>()

    mutating func turn(to thread: UInt32) { stacks.turn(to: thread) }

    var outermost: Call? { stacks.open.first }

    /// Ends the innermost call if it must have returned before an event with this cause, and returns it.
    mutating func close(to cause: Int?) -> Call? {
        guard let call = stacks.open.last, call.sequence > cause ?? 0 else { return nil }
        return stacks.open.removeLast()
    }

    func isInnermost(_ sequence: Int) -> Bool { stacks.open.last?.sequence == sequence }

    mutating func begin(_ entry: TraceEntry, _ kind: SignalKind, isViolation: Bool) {
        if stacks.open.count >= RuleCalls.depth { stacks.open.removeFirst(RuleCalls.depth / 2) }
        let isInViolation = isViolation || stacks.open.last?.isInViolation ?? false
        stacks.open.append(
            Call(sequence: entry.sequence, edge: entry.edge, kind: kind, isViolation: isViolation, isInViolation: isInViolation))
    }

    /// - Complexity: O(open calls).
    func contains(where condition: (Call) -> Bool) -> Bool { stacks.open.contains(where: condition) }

    /// Whether an open call broke a rule on another edge.
    ///
    /// - Complexity: O(1) if none did.
    func containsViolation(notOn edge: EdgeID) -> Bool {
        guard stacks.open.last?.isInViolation ?? false else { return false }
        return contains { $0.isViolation && $0.edge != edge }
    }
}

import FlowGraph
import FlowTrace

/// The calls that are open on the thread of an event, as far as causes tell: it happened in the call of its cause, and all calls begun
/// since have returned by then.
///
/// - Complexity: O(1) an event, amortised.
struct RuleCalls: Sendable {
    struct Call: Sendable {
        let sequence: Int
        let edge: UInt32
        let kind: SignalKind
        /// Whether it broke a rule: what it leads to is no breach of its own.
        let isBreach: Bool
        /// Whether it or one around it did.
        fileprivate let isInBreach: Bool
    }

    /// More calls inside of each other than this are not remembered of a thread; in a damaged trace they may seem to be.
    private static let depth = 4_096

    private var stacks = CallStacks<Call>()

    /// Makes the calls of a thread those that are asked for.
    mutating func turn(to thread: UInt32) {
        stacks.turn(to: thread)
    }

    var outermost: Call? {
        stacks.open.first
    }

    /// Ends the innermost call where it must have returned before an event with this cause, and returns it.
    mutating func close(to cause: Int?) -> Call? {
        guard let call = stacks.open.last, call.sequence > cause ?? 0 else { return nil }
        return stacks.open.removeLast()
    }

    /// Whether a call is the innermost.
    func isInnermost(_ sequence: Int) -> Bool {
        stacks.open.last?.sequence == sequence
    }

    /// Begins a call.
    mutating func begin(_ entry: TraceEntry, _ kind: SignalKind, isBreach: Bool) {
        if stacks.open.count >= RuleCalls.depth { stacks.open.removeFirst(RuleCalls.depth / 2) }
        let isInBreach = isBreach || stacks.open.last?.isInBreach ?? false
        stacks.open.append(
            Call(sequence: entry.sequence, edge: entry.edge.rawValue, kind: kind, isBreach: isBreach, isInBreach: isInBreach))
    }

    /// Whether a call is open for which a condition holds.
    ///
    /// - Complexity: O(open calls).
    func contains(where condition: (Call) -> Bool) -> Bool {
        stacks.open.contains(where: condition)
    }

    /// Whether a call is open that broke a rule on another edge.
    ///
    /// - Complexity: O(1) where none did.
    func containsBreach(notOn edge: UInt32) -> Bool {
        guard stacks.open.last?.isInBreach ?? false else { return false }
        return contains { $0.isBreach && $0.edge != edge }
    }
}

import FlowTrace

/// The calls that are open on each thread, as far as causes tell: an event happened in the call of its cause, and all calls begun since
/// have returned by then.
///
/// - Complexity: O(1) an event, amortised.
struct RuleCalls: Sendable {
    /// A call.
    struct Call: Sendable {
        let sequence: Int
        let edge: UInt32
        let kind: SignalKind
        /// Whether it broke a rule: what it leads to is no breach of its own.
        var isBreach = false
    }

    private struct Stack: Sendable {
        var calls: [Call] = []
        /// How many of them broke a rule.
        var breaches = 0

        mutating func removeLast() {
            if calls.removeLast().isBreach { breaches -= 1 }
        }

        mutating func forgetOlder(_ count: Int) {
            breaches -= calls.prefix(count).count(where: \.isBreach)
            calls.removeFirst(count)
        }
    }

    /// More calls inside of each other than this are not remembered of a thread; in a damaged trace they may seem to be.
    private static let depth = 4_096

    private var threads = Numbered<Stack>()

    /// The outermost call that is open on a thread.
    func outermost(on thread: UInt32) -> Call? {
        threads[thread]?.calls.first
    }

    /// Ends the calls of a thread that must have returned before an event with this cause. Tells `returned` of each.
    mutating func close(on thread: UInt32, to cause: Int?, _ returned: (Call) -> Void) {
        while let call = threads[thread]?.calls.last, call.sequence > cause ?? 0 {
            returned(call)
            threads[thread]?.removeLast()
        }
    }

    /// Whether a call is the innermost that is open on a thread.
    func isInnermost(_ sequence: Int, on thread: UInt32) -> Bool {
        threads[thread]?.calls.last?.sequence == sequence
    }

    /// Begins a call.
    mutating func begin(_ entry: TraceEntry, isBreach: Bool) {
        if threads[entry.thread]?.calls.count ?? 0 >= RuleCalls.depth { forgetOuterCalls(of: entry.thread) }
        threads[entry.thread, default: Stack()].calls.append(
            Call(sequence: entry.sequence, edge: entry.edge.rawValue, kind: entry.kind, isBreach: isBreach))
        if isBreach { threads[entry.thread]?.breaches += 1 }
    }

    private mutating func forgetOuterCalls(of thread: UInt32) {
        threads[thread]?.forgetOlder(RuleCalls.depth / 2)
    }

    /// Whether a call on a thread is open in which, or in one in which, a condition holds.
    ///
    /// - Complexity: O(open calls).
    func contains(on thread: UInt32, where condition: (Call) -> Bool) -> Bool {
        threads[thread]?.calls.contains(where: condition) ?? false
    }

    /// Whether a call on a thread is open that broke a rule on another edge.
    ///
    /// - Complexity: O(1) where none did.
    func containsBreach(on thread: UInt32, notOn edge: UInt32) -> Bool {
        guard threads[thread]?.breaches ?? 0 > 0 else { return false }
        return contains(on: thread) { $0.isBreach && $0.edge != edge }
    }
}

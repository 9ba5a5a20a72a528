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

    private var threads = Numbered<[Call]>()

    /// The open calls of a thread, the outermost first.
    func open(on thread: UInt32) -> [Call] {
        threads[thread] ?? []
    }

    /// Ends the calls of a thread that must have returned before an event with this cause. Tells `returned` of each.
    mutating func close(on thread: UInt32, to cause: Int?, _ returned: (Call) -> Void) {
        while let call = threads[thread]?.last, call.sequence > cause ?? 0 {
            returned(call)
            threads[thread]?.removeLast()
        }
    }

    /// Whether a call is the innermost that is open on a thread.
    func isInnermost(_ sequence: Int, on thread: UInt32) -> Bool {
        threads[thread]?.last?.sequence == sequence
    }

    /// Begins a call.
    mutating func begin(_ entry: TraceEntry, isBreach: Bool) {
        threads[entry.thread, default: []].append(
            Call(sequence: entry.sequence, edge: entry.edge.rawValue, kind: entry.kind, isBreach: isBreach))
    }

    /// Whether a call on a thread is open in which, or in one in which, a condition holds.
    func contains(on thread: UInt32, where condition: (Call) -> Bool) -> Bool {
        threads[thread]?.contains(where: condition) ?? false
    }
}

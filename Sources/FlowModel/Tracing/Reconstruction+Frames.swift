import FlowTrace

/// The calls that each thread is inside of.
extension Reconstruction {
    /// More calls inside of each other than this are not remembered of a thread: where ends are missing, each record would cost more than
    /// the one before.
    private static let depth = 512

    func sequence(of frame: HookFrame?) -> Int? {
        frame.flatMap { $0.sequence > 0 ? $0.sequence : nil }
    }

    mutating func push(
        _ call: HookFrame.Call, _ hook: HookCall, end: HookKind, handed: HookKey? = nil, sequence: Int? = nil
    ) {
        callCount += 1
        if threads[hook.thread]?.count ?? 0 >= Reconstruction.depth { forgetOuterCalls(of: hook.thread) }
        let outer = self.sequence(of: threads[hook.thread]?.last) ?? 0
        threads[hook.thread, default: []].append(
            HookFrame(number: callCount, call: call, end: end, key: hook.key, handed: handed, sequence: sequence ?? outer))
    }

    /// Forgets the older half of the calls that a thread is inside of.
    private mutating func forgetOuterCalls(of thread: UInt32) {
        unbalancedCalls += Reconstruction.depth / 2
        threads[thread]?.removeFirst(Reconstruction.depth / 2)
    }

    /// Ends a call, and those inside it whose end was not seen.
    mutating func pop(_ call: HookCall, _ kind: HookKind) -> HookFrame? {
        guard let index = threads[call.thread]?.lastIndex(where: { $0.end == kind && $0.key == call.key }) else {
            unbalancedCalls += 1
            return nil
        }
        let inner = (threads[call.thread]?.count ?? 0) - 1 - index
        unbalancedCalls += inner
        threads[call.thread]?.removeLast(inner)
        return threads[call.thread]?.popLast()
    }

    func edgesBeingHanded(_ thread: UInt32, _ key: HookKey) -> Int? {
        threads[thread]?.last { $0.handed == key }?.edge
    }
}

import FlowTrace

/// The calls that each thread is inside of.
extension Reconstruction {
    /// More calls inside of each other than this are not remembered of a thread: where ends are missing, each record would cost more than
    /// the one before.
    private static let depth = 512

    /// The entry that stands for the innermost call of the thread, `nil` outside of calls that have one.
    var innermost: Int? {
        sequence(of: calls.open.last)
    }

    func sequence(of frame: HookFrame?) -> Int? {
        frame.flatMap { $0.sequence > 0 ? $0.sequence : nil }
    }

    mutating func push(
        _ call: HookFrame.Call, _ hook: HookCall, end: HookKind, handed: HookKey? = nil, sequence: Int? = nil
    ) {
        callCount += 1
        if calls.open.count >= Reconstruction.depth { forgetOuterCalls() }
        let outer = calls.open.last?.sequence ?? 0
        calls.open.append(
            HookFrame(number: callCount, call: call, end: end, key: hook.key, handed: handed, sequence: sequence ?? outer))
    }

    /// Forgets the older half of the calls that the thread is inside of.
    private mutating func forgetOuterCalls() {
        unbalancedCalls += Reconstruction.depth / 2
        calls.open.removeFirst(Reconstruction.depth / 2)
    }

    /// Ends a call, and those inside it whose end was not seen.
    @inline(__always)
    mutating func pop(_ call: HookCall, _ kind: HookKind) -> HookFrame? {
        guard let last = calls.open.last, last.end == kind, last.key == call.key else { return popOuter(call, kind) }
        return calls.open.removeLast()
    }

    private mutating func popOuter(_ call: HookCall, _ kind: HookKind) -> HookFrame? {
        guard let index = calls.open.lastIndex(where: { $0.end == kind && $0.key == call.key }) else {
            unbalancedCalls += 1
            return nil
        }
        let inner = calls.open.count - 1 - index
        unbalancedCalls += inner
        calls.open.removeLast(inner)
        return calls.open.removeLast()
    }

    func edgesBeingHanded(_ key: HookKey) -> Int? {
        calls.open.last { $0.handed == key }?.edge
    }
}

import FlowTrace

/// The open calls of the threads.
extension Reconstruction {
    /// The deepest nesting kept for a thread. Without a limit, missing ends would make each record cost more than the last.
    private static let depth = 512

    /// The event of the innermost call of the thread, `nil` if there is none.
    var innermost: Int? {
        @inline(__always) get { Reconstruction.sequence(of: calls.open.last) }
    }

    @inline(__always)
    static func sequence(of frame: HookFrame?) -> Int? { frame.flatMap { $0.sequence > 0 ? $0.sequence : nil } }

    mutating func push(
        _ call: HookFrame.Call, _ key: HookKey, end: CallKind, handed: HookKey? = nil, sequence: Int? = nil, isStep: Bool = false
    ) {
        callCount += 1
        if calls.open.count >= Reconstruction.depth { forgetOuterCalls() }
        let outer = calls.open.last?.sequence ?? 0
        let frame = HookFrame(
            number: callCount, call: call, end: end, key: key, handed: handed, sequence: sequence ?? outer, isStep: isStep)
        calls.open.append(frame)
        if let edge = frame.edge { graph.enter(edge) }
    }

    /// Records the return of a call, or that the return will stay unknown.
    @inline(__always)
    mutating func leave(_ frame: HookFrame) {
        if let edge = frame.edge { graph.leave(edge) }
        if frame.call.isValue { endCall(frame, at: log.entries.last?.event.time ?? 0) }
        if frame.call == .send { sends[frame.number] = nil }
    }

    /// Records the end of a call that delivered a value.
    mutating func endCall(_ frame: HookFrame, at time: UInt64) {
        guard !frame.hasPassed, !frame.isStep, let edge = frame.edge else { return }
        log.endCall(on: graph.edges[edge].id, at: time)
    }

    /// Ends the work of the subscribers that pass a value or an end on to an edge: its subscriber works now.
    ///
    /// - Complexity: O(open calls that had not passed on their values).
    mutating func endPassing(to edge: TracedEdge.Index, at time: UInt64) {
        for index in calls.open.indices.reversed() {
            guard case .value(let input?) = calls.open[index].call else { continue }
            guard !calls.open[index].hasPassed else { return }
            let downstream = graph.edges[input].downstream
            guard graph.allowance.spend(1 + downstream.count / TracedGraph.sharing) else { return }
            guard downstream.contains(edge) else { continue }
            endCall(calls.open[index], at: time)
            calls.open[index].hasPassed = true
        }
    }

    /// Forgets the outer half of the open calls of the thread.
    private mutating func forgetOuterCalls() {
        unbalancedCalls += Reconstruction.depth / 2
        let outer = calls.open.prefix(Reconstruction.depth / 2)
        calls.open.removeFirst(outer.count)
        for frame in outer { leave(frame) }
    }

    /// Ends a call, and the inner ones whose ends are missing. The caller ends the returned frame with ``leave(_:)``.
    @inline(__always)
    mutating func pop(_ call: HookCall, _ kind: CallKind) -> HookFrame? {
        guard let last = calls.open.last, last.end == kind, last.key == call.key else { return popOuter(call, kind) }
        return calls.open.removeLast()
    }

    private mutating func popOuter(_ call: HookCall, _ kind: CallKind) -> HookFrame? {
        guard let index = calls.open.lastIndex(where: { $0.end == kind && $0.key == call.key }) else {
            unbalancedCalls += 1
            return nil
        }
        let inner = calls.open[(index + 1)...]
        unbalancedCalls += inner.count
        calls.open.removeLast(inner.count)
        for frame in inner { leave(frame) }
        return calls.open.removeLast()
    }

    func edgeBeingHanded(_ key: HookKey) -> TracedEdge.Index? { calls.open.last { $0.handed == key }?.edge }
}

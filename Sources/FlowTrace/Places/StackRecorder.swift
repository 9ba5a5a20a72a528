import CFlowStack
internal import Synchronization

/// Records the stacks of the traced program, each once, by a number.
///
/// Only addresses are recorded; readers find their names. Nothing asks the loader, whose lock another thread may hold, and no
/// recorder or foreign code is called under a lock.
package final class StackRecorder: Sendable {
    private struct State {
        var modules = ModuleMap()
        /// The numbers of the stacks, and whether a thread has recorded their facts.
        var stacks: [[CodeFrame]: (number: UInt32, isRecorded: Bool)] = [:]
    }

    /// A stack about to be recorded.
    private struct New {
        let stack: CodeStack
        let isRecorded: Bool
        /// Its modules that are not recorded yet.
        var modules: [CodeModule] = []
    }

    /// The most different stacks of a trace. All further ones are recorded as lost.
    package static let stackLimit = 4096

    private let recorder: Recorder
    private let table = StackTable()
    private let state = LockedBox(State())

    /// Reads the memory map of the process, and finds this thread's stack: the first thread's needs the map too, and before the
    /// program starts an open file changes nothing.
    init(_ recorder: Recorder) {
        self.recorder = recorder
        state.withLock { $0.modules.read() }
        _ = flowviz_stack_caller()
    }

    /// Records this thread's stack as that of the subscription being made.
    func recordSubscribed() {
        if let stack = current() { recorder.record(stack: stack, as: .subscribed) }
    }

    /// The number of this thread's stack, for a stream that no record tells before it is consumed; 0 if there are too many.
    ///
    /// - Returns: `nil` if nothing is recorded, or the stack is unknown.
    package func current() -> UInt32? {
        // A forked copy of the process does not record: the owner of a lock may be missing in it.
        guard recorder.isOpen else { return nil }
        return withUnsafeTemporaryAllocation(of: UInt64.self, capacity: CodeStack.frameLimit) { buffer in
            guard let base = buffer.baseAddress else { return nil }
            var hash: UInt64 = 0
            let count = Int(flowviz_stack_walk(base, Int32(CodeStack.frameLimit), 1, &hash))
            return count > 0 ? number(of: UnsafeBufferPointer(start: base, count: count), hash) : nil
        }
    }

    /// Records the functions that await the first value of a consumer, or a send of a producer, and their task.
    ///
    /// - Parameters:
    ///   - context: The context of an asynchronous function that has not returned.
    ///   - edge: The edge of the consumer or the producer.
    ///   - executor: The executor of the consumer; `nil` if it is unknown.
    ///   - isNew: Whether to record the functions, by a hash of their addresses.
    package func record(
        awaiting context: UnsafeRawPointer, as role: StackRole, of edge: UInt64, on executor: TracedExecutor? = nil,
        if isNew: (UInt64) -> Bool = { _ in true }
    ) {
        guard recorder.isOpen else { return }
        withUnsafeTemporaryAllocation(of: UInt64.self, capacity: CodeStack.frameLimit) { buffer in
            guard let base = buffer.baseAddress else { return }
            var hash: UInt64 = 0
            let count = Int(flowviz_stack_walk_awaiting(base, Int32(CodeStack.frameLimit), context, &hash))
            guard count > 0, isNew(hash) else { return }
            let addresses = UnsafeBufferPointer(start: base, count: count)
            recorder.record(stack: number(of: addresses, hash), as: role, of: edge, in: flowviz_stack_task(), on: executor)
        }
    }

    /// Records the stack of a yield or a send, from its site outward, and its task.
    ///
    /// - Parameters:
    ///   - site: The address at which the yield or send returns.
    ///   - edge: The edge of the value.
    ///   - role: The yield or send of a value, or the end of a stream.
    package func recordFed(from site: UInt, of edge: UInt64, as role: StackRole = .fed) {
        guard recorder.isOpen else { return }
        withUnsafeTemporaryAllocation(of: UInt64.self, capacity: CodeStack.frameLimit) { buffer in
            guard let base = buffer.baseAddress else { return }
            var hash: UInt64 = 0
            let limit = Int32(CodeStack.frameLimit)
            var count = Int(flowviz_stack_walk(base, limit, 1, &hash))
            // The frames inward of the site differ between builds.
            if let inner = UnsafeBufferPointer(start: base, count: count).firstIndex(of: UInt64(site)) {
                count = Int(flowviz_stack_walk(base, limit, Int32(inner) + 1, &hash))
            } else {
                // An asynchronous function's caller is not on the stack.
                (base[0], count, hash) = (UInt64(site), 1, UInt64(site) &* 0x9E37_79B9_7F4A_7C15)
            }
            let addresses = UnsafeBufferPointer(start: base, count: count)
            let task = role == .fed ? flowviz_stack_task() : 0
            recorder.record(stack: number(of: addresses, hash), as: role, of: edge, in: task)
        }
    }

    /// The number of a stack, whose facts this thread or an earlier one has recorded; 0 if there are too many.
    private func number(of addresses: UnsafeBufferPointer<UInt64>, _ hash: UInt64) -> UInt32 {
        table.number(of: addresses, hash: hash) ?? add(addresses, hash)
    }

    /// Two threads may both record a stack, which is harmless.
    private func add(_ addresses: UnsafeBufferPointer<UInt64>, _ hash: UInt64) -> UInt32 {
        guard let new = state.withLock({ new(addresses, &$0) }) else { return 0 }
        if !new.isRecorded {
            for module in new.modules { recorder.record(module) }
            recorder.record(new.stack)
        }
        state.withLock { state in
            for module in new.modules { state.modules.recorded.insert(module.number) }
            state.stacks[new.stack.frames]?.isRecorded = true
            table.add(addresses, hash: hash, number: new.stack.number)
        }
        return new.stack.number
    }

    private func new(_ addresses: UnsafeBufferPointer<UInt64>, _ state: inout State) -> New? {
        let frames = state.modules.frames(addresses)
        if let known = state.stacks[frames], known.isRecorded {
            return New(stack: CodeStack(number: known.number, frames: frames), isRecorded: true)
        }
        guard state.stacks[frames] != nil || state.stacks.count < StackRecorder.stackLimit else { return nil }
        let number = state.stacks[frames]?.number ?? UInt32(state.stacks.count + 1)
        state.stacks[frames] = (number, false)
        let used = Set(frames.map(\.module))
        let modules = state.modules.modules.filter { used.contains($0.number) && !state.modules.recorded.contains($0.number) }
        return New(stack: CodeStack(number: number, frames: frames), isRecorded: false, modules: modules)
    }
}

import CFlowAgent
import FlowTrace
import LibC

/// The thread on which the values pass that a viewer has held, one for the process.
///
/// It shares the descriptors of the program, unlike the thread that serves viewers. The runtime may start a thread of its pool for a
/// task that goes on, and that thread shares the descriptors of the one that starts it.
final class HandThread: Sendable {
    private let works = LockedBox<[@Sendable () -> Void]>([])

    /// - Parameter path: The trace, for the error.
    /// - Throws: ``FlowTrace/TraceFileError`` if no thread can be started.
    init(for path: String) throws(TraceFileError) {
        guard DetachedThread.run({ [self] in while true { performNext() } }) else {
            throw .system(operation: "start a thread for", path: path, reason: String(cString: strerror(EAGAIN)))
        }
    }

    private func performNext() {
        flowviz_agent_await_work()
        let next = works.withLock { works in
            defer { works = [] }
            return works
        }
        for work in next { work() }
    }

    func perform(_ work: @escaping @Sendable () -> Void) {
        works.withLock { $0.append(work) }
        flowviz_agent_tell_work()
    }
}

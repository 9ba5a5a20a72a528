import Dispatch
import FlowTrace

/// Reads the events around a moment of a long trace in the background, as many as the budget allows.
final class WideWindow: Sendable {
    /// What the background work holds on to.
    private final class Work: Sendable {
        let trace = Guarded<ProgramTrace?>(nil)
        let isStopped = Guarded(false)
        let isDone = DispatchSemaphore(value: 0)

        func run(_ start: ProgramTrace, until end: Int) {
            var trace = start
            while !isStopped.withLock(\.self), !trace.isReadToEnd, trace.fold.end.sequence <= end { trace.read(limit: 4_096) }
            self.trace.withLock { $0 = trace }
            isDone.signal()
        }
    }

    private let work = Work()

    /// Starts at once.
    ///
    /// - Parameters:
    ///   - start: What is known where reading begins.
    ///   - end: The last event to read.
    ///   - isWaitedFor: Whether it is waited for; else it is background work.
    init(_ start: ProgramTrace, until end: Int, isWaitedFor: Bool) {
        DetachedThread.run(isBackground: !isWaitedFor) { [work] in work.run(start, until: end) }
    }

    deinit {
        work.isStopped.withLock { $0 = true }
    }

    /// What was read; `nil` until all of it was.
    var trace: ProgramTrace? { work.trace.withLock(\.self) }

    /// Waits until all was read.
    func wait() {
        work.isDone.wait()
        work.isDone.signal()
    }
}

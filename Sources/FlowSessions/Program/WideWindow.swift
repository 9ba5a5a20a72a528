import Dispatch
import FlowModel
import FlowTrace

/// Reads the events around a moment of a long trace in the background, as many as the budget allows.
package final class WideWindow: Sendable {
    /// What the background work holds on to.
    private final class Work: Sendable {
        let trace = LockedBox<ProgramTrace?>(nil)
        private let isStopped = LockedBox(false)
        private let stop = DispatchSemaphore(value: 0)
        let isDone = DispatchSemaphore(value: 0)

        func run(_ start: ProgramTrace, until end: Int, opening pipeline: PipelineID?, after delay: DispatchTimeInterval) {
            guard stop.wait(timeout: .now() + delay) == .timedOut else { return }
            var trace = start
            while !isStopped.withLock(\.self), !trace.isReadToEnd, trace.fold.end.sequence <= end { trace.read(limit: 4_096) }
            guard !isStopped.withLock(\.self) else { return }
            trace.open(pipeline, around: 0)
            self.trace.withLock { $0 = trace }
            isDone.signal()
        }

        func end() {
            isStopped.withLock { $0 = true }
            stop.signal()
        }
    }

    private let work = Work()

    /// How long another window must not be wanted before background work begins: keys that come one after the other each want one.
    private static let patience = DispatchTimeInterval.milliseconds(200)

    /// - Parameters:
    ///   - start: What is known where reading begins.
    ///   - end: The last event to read.
    ///   - pipeline: What is to be opened when that is read, since it takes as long again.
    ///   - isWaitedFor: Whether it is waited for; else it is background work, and begins after a while.
    package init(_ start: ProgramTrace, until end: Int, opening pipeline: PipelineID?, isWaitedFor: Bool) {
        let delay = isWaitedFor ? .seconds(0) : WideWindow.patience
        DetachedThread.run(isBackground: !isWaitedFor) { [work] in
            work.run(start, until: end, opening: pipeline, after: delay)
        }
    }

    deinit {
        work.end()
    }

    /// What was read; `nil` until all of it was.
    package var trace: ProgramTrace? { work.trace.withLock(\.self) }

    /// Waits until all was read.
    package func wait() {
        work.isDone.wait()
        work.isDone.signal()
    }
}

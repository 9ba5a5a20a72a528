import Dispatch
import FlowModel
import FlowTrace

/// Reads as many events around a moment of a long trace as the budget allows, in the background.
package final class WideWindow: Sendable {
    /// The state shared with the background work.
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

    /// The delay before background work begins: each of several quick keys asks for another window.
    private static let patience = DispatchTimeInterval.milliseconds(200)

    /// - Parameters:
    ///   - start: The state at the beginning of the read.
    ///   - end: The last event to read.
    ///   - pipeline: The pipeline to open after reading, which takes as long again.
    ///   - isWaitedFor: Whether the caller will wait for the result; otherwise the work begins after a delay, with background priority.
    package init(_ start: ProgramTrace, until end: Int, opening pipeline: PipelineID?, isWaitedFor: Bool) {
        let delay = isWaitedFor ? .seconds(0) : WideWindow.patience
        DetachedThread.run(isBackground: !isWaitedFor) { [work] in
            work.run(start, until: end, opening: pipeline, after: delay)
        }
    }

    deinit {
        work.end()
    }

    /// The window, `nil` until it is complete.
    package var trace: ProgramTrace? { work.trace.withLock(\.self) }

    /// Blocks until the window is complete.
    package func wait() {
        work.isDone.wait()
        work.isDone.signal()
    }
}

import Dispatch
import FlowAnalysis
import FlowTrace

/// Builds the index of a long trace in the background.
///
/// It makes two passes. The first makes every moment reachable; the second replaces the index by one that includes the data for verdicts.
package final class TraceIndexer: Sendable {
    private struct State {
        var index: TraceIndex
        var drops = DropIndex()
        var isDone = false
        var isMeasured = false
        var isStopped = false
    }

    /// The state shared with the background work.
    private final class Work: Sendable {
        let state: LockedBox<State>
        let progress = DispatchSemaphore(value: 0)
        private let file: TraceFile
        private let budget: MemoryBudget

        init(_ file: TraceFile, within budget: MemoryBudget, isMeasuring: Bool) {
            (self.file, self.budget) = (file, budget)
            let start = TraceFold(file, isMeasuring: isMeasuring)
            state = LockedBox(State(index: TraceIndex(start, budget: budget.keyframes), isMeasured: isMeasuring))
        }

        func run() {
            let isMeasuring = state.withLock(\.isMeasured)
            read(TraceFold(file, isMeasuring: isMeasuring)) { fold, drops, isDone in
                state.withLock {
                    $0.index.record(fold)
                    $0.drops.record(drops, end: isDone ? fold.pipelines : nil)
                    $0.isDone = isDone
                }
                progress.signal()
            }
            if !isMeasuring { measure() }
        }

        private func measure() {
            let start = TraceFold(file, isMeasuring: true)
            var index = TraceIndex(start, budget: budget.measuredKeyframes)
            var isWhole = false
            read(start) { fold, _, isDone in
                index.record(fold)
                isWhole = isDone
            }
            guard isWhole else { return }
            state.withLock {
                $0.index = index
                $0.isMeasured = true
            }
            progress.signal()
        }

        /// Reads to the end of the file and passes the state to `look` after each step.
        private func read(_ start: TraceFold, _ look: (TraceFold, _ drops: [TraceEntry], _ isDone: Bool) -> Void) {
            var fold = start
            while !state.withLock(\.isStopped) {
                let (drops, isLast) = Work.step(&fold)
                // Without its events, a keyframe of the fold is cheap to copy.
                fold.forget(upTo: .max)
                look(fold, drops, isLast)
                if isLast { return }
            }
        }

        private static func step(_ fold: inout TraceFold) -> (drops: [TraceEntry], isLast: Bool) {
            let step = fold.step(limit: TraceIndex.step)
            return (step.entries.filter(TraceSearch.interesting), step.isLast)
        }
    }

    private let work: Work

    /// Starts immediately, or when `queue` runs it.
    ///
    /// - Parameter isWaitedFor: Whether the caller will wait for the whole index. Then the first pass already measures, without background
    ///   priority.
    package init(_ file: TraceFile, within budget: MemoryBudget, isWaitedFor: Bool = false, on queue: DispatchQueue? = nil) {
        let work = Work(file, within: budget, isMeasuring: isWaitedFor)
        self.work = work
        if let queue {
            queue.async { work.run() }
        } else {
            DetachedThread.run(isBackground: !isWaitedFor) { work.run() }
        }
    }

    deinit {
        work.state.withLock { $0.isStopped = true }
    }

    /// Whether the index includes the data for verdicts.
    package var isMeasured: Bool { work.state.withLock(\.isMeasured) }

    package var index: TraceIndex { work.state.withLock(\.index) }

    package var drops: DropIndex { work.state.withLock(\.drops) }

    package var isDone: Bool { work.state.withLock(\.isDone) }

    /// Blocks until the index reaches `time`, or the end of the trace.
    package func wait(for time: TraceTime = TraceTime(nanoseconds: .max)) {
        while !isDone, index.end.time <= time { work.progress.wait() }
    }

    /// Blocks until the index includes the data for verdicts.
    func waitUntilMeasured() {
        while !isMeasured { work.progress.wait() }
    }
}

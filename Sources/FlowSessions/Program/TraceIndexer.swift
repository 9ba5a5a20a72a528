import Dispatch
import FlowAnalysis
import FlowTrace

/// Makes the index of a long trace in the background.
///
/// In two passes: the first makes every moment reachable, the second puts in its place an index that also carries what verdicts rest on.
package final class TraceIndexer: Sendable {
    private struct State {
        var index: TraceIndex
        var drops = DropIndex()
        var isDone = false
        var isMeasured = false
        var isStopped = false
    }

    /// What the background work holds on to.
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

        /// Reads to the end of the file, and shows what is known after each step.
        private func read(_ start: TraceFold, _ look: (TraceFold, _ drops: [TraceEntry], _ isDone: Bool) -> Void) {
            var fold = start
            while !state.withLock(\.isStopped) {
                let (drops, isLast) = Work.step(&fold)
                // So that a keyframe of it costs no copy of events.
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

    /// Starts at once, or as soon as a queue lets it.
    ///
    /// - Parameter isWaitedFor: Whether every moment is waited for: then the first pass measures already, and is no background work.
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

    /// Whether the index carries what verdicts rest on.
    package var isMeasured: Bool { work.state.withLock(\.isMeasured) }

    package var index: TraceIndex { work.state.withLock(\.index) }

    package var drops: DropIndex { work.state.withLock(\.drops) }

    package var isDone: Bool { work.state.withLock(\.isDone) }

    /// Waits until a time is indexed, or all there is.
    package func wait(for time: TraceTime = TraceTime(nanoseconds: .max)) {
        while !isDone, index.end.time <= time { work.progress.wait() }
    }

    /// Waits until the index carries what verdicts rest on.
    func waitUntilMeasured() {
        while !isMeasured { work.progress.wait() }
    }
}

extension ExecutorHistory {
    /// The executors for which waits are recorded.
    package var measured: [TracedExecutor] { TracedExecutor.measured.filter { !samples(of: $0).isEmpty } }

    /// The longest time for which a job had waited in each of some spans; `nil` for a span without measurements.
    ///
    /// While a job waits, the time grows from one span to the next.
    ///
    /// - Parameters:
    ///   - starts: The starts of the spans in nanoseconds, in order, and the end of the last.
    ///   - end: The present: a wait that is still open ends there.
    /// - Complexity: O(samples × log spans + spans).
    package func waits(for executor: TracedExecutor, in starts: [UInt64], upTo end: UInt64) -> [UInt64?] {
        var waits = [UInt64?](repeating: nil, count: max(0, starts.count - 1))
        let samples = samples(of: executor)
        for (index, sample) in samples.enumerated() where sample.time <= end {
            let before = index > 0 ? samples[index - 1] : nil
            let next = index + 1 < samples.count ? samples[index + 1].time : end
            let posted = sample.time - min(sample.time, sample.wait)
            let (first, last) = (sample.start(after: before), sample.end(before: min(next, end)))
            for span in max(0, starts.partitioningIndex { $0 > first } - 1)..<max(1, starts.count) {
                guard span < waits.count, starts[span] <= last else { break }
                let reached = min(starts[span + 1], last)
                waits[span] = max(waits[span] ?? 0, sample.kind == .served ? sample.wait : reached - min(posted, reached))
            }
        }
        return waits
    }
}

extension ExecutorHistory.Sample {
    /// The time from which it tells of waits: of jobs since the sample before, or of one wait as far as that does not tell of it.
    fileprivate func start(after before: Self?) -> UInt64 {
        guard kind != .served else { return max(before?.time ?? time, time - min(time, ExecutorHistory.servedSpan)) }
        return max(time - min(time, wait), before?.kind == .waits ? before?.time ?? 0 : 0)
    }

    /// The time up to which it tells of waits.
    fileprivate func end(before next: UInt64) -> UInt64 {
        kind == .waits ? max(time, min(next, time.saturatingSum(ExecutorHistory.patience))) : time
    }
}

/// The waits of jobs for a traced program's executors, over time.
///
/// - Complexity: O(1) a record amortised, and bounded memory: of older times, only every other record is kept.
public struct ExecutorHistory: Hashable, Sendable {
    /// The waits for one executor up to a record.
    struct Sample: Hashable, Sendable {
        var time: UInt64
        var kind: ExecutorKind
        /// The longest wait since the sample before.
        var wait: UInt64
        /// Of an open or ended wait: the processor time in thousandths of a core.
        var load: UInt32 = 0
        /// The part of an open wait in which the system withheld the processor from no thread.
        var open: UInt64 = 0
        /// The sums up to here: jobs, their waits, and the blocked parts of waits.
        var count: UInt64 = 0
        var sum: UInt64 = 0
        var blocked: UInt64 = 0
        /// The longest wait up to here.
        var longest: UInt64 = 0
    }

    private var samples: [TracedExecutor: [Sample]] = [:]
    /// The waits of all answered jobs by their length.
    public private(set) var histograms: [TracedExecutor: ExecutorHistogram] = [:]
    private static let limit = 4_096
    /// Jobs of one measurement have a record for each bucket; records this close together are of one, in nanoseconds.
    private static let measurement: UInt64 = 1_000_000
    /// The longest time, in nanoseconds, of whose jobs one record tells: about a second while the agent measures.
    static let servedSpan: UInt64 = 1_200_000_000

    public init() {}

    /// The samples of an executor, in order of time.
    func samples(of executor: TracedExecutor) -> [Sample] { samples[executor] ?? [] }

    /// Adds a record of the family ``RecordFamily/executors``.
    mutating func add(_ record: TraceEvent) {
        guard let kind = record.executorKind, let executor = record.executor, executor != .other else { return }
        let figures = ExecutorFigures(wait: record.a, word: record.b, number: record.figureNumber)
        ExecutorHistory.add(kind, figures, at: record.time, to: &samples[executor, default: []])
        if kind == .served { histograms[executor, default: ExecutorHistogram()].add(figures) }
    }

    private static func add(_ kind: ExecutorKind, _ figures: ExecutorFigures, at time: UInt64, to samples: inout [Sample]) {
        let last = samples.last
        var sample = Sample(time: max(time, last?.time ?? 0), kind: kind, wait: figures.wait)
        (sample.count, sample.sum) = (last?.count ?? 0, last?.sum ?? 0)
        // The blocked part of an open wait counts as the wait goes on.
        sample.blocked = last?.blocked ?? 0
        switch kind {
        case .served:
            sample.count = sample.count &+ UInt64(figures.number)
            sample.sum = sample.sum &+ figures.word
        case .waits, .waited:
            let known = last?.kind == .waits ? last?.open ?? 0 : 0
            let open = min(figures.word, figures.wait)
            sample.blocked = sample.blocked &+ (open > known ? open - known : 0)
            sample.open = kind == .waits ? open : 0
            sample.load = figures.number
        }
        sample.longest = max(last?.longest ?? 0, figures.wait)
        if let last, kind == .served, last.kind == .served, sample.time - last.time < measurement {
            sample.wait = max(sample.wait, last.wait)
            samples.removeLast()
        }
        samples.append(sample)
        if samples.count > limit { thin(&samples) }
    }

    /// Removes every other sample of the older half; the later one of two has the longer wait of both.
    private static func thin(_ samples: inout [Sample]) {
        let half = samples.count / 4 * 2
        let older = stride(from: 0, to: half, by: 2).map { index in
            var sample = samples[index + 1]
            sample.wait = max(sample.wait, samples[index].wait)
            return sample
        }
        samples.replaceSubrange(..<half, with: older)
    }
}

extension TraceEvent {
    /// The number of a measurement.
    fileprivate var figureNumber: UInt32 { UInt32(truncatingIfNeeded: meta >> 32) }
}

import FlowTrace

/// Joins one value of each input, as `zip` does, with inputs of other rates: each value waits until all others of its number are there.
///
/// It goes no further than the recording did, nor than the recorded values of an input with a higher rate, since what an input would have
/// sent later is unknown. It ends where an input has finished and all its values are joined.
///
/// - Complexity: O(*n* log *n*) for *n* values.
struct JoinSimulation {
    private let inputs: [[UInt64]]
    /// The times at which values are joined.
    private let joined: [UInt64]

    init(_ life: StoreLife, _ plan: QueuePlan) {
        let recorded = life.finished ?? life.left ?? life.end
        let planned = zip(life.orderedInputs, life.orderedEnds).enumerated().map { input, part in
            Input(part.0, endedAt: part.1, recordedUntil: recorded, rate: plan.rate(ofInput: input))
        }
        let all = JoinSimulation.joined(planned.map(\.times))
        let end = planned.reduce(recorded) { min($0, $1.end(joining: all)) }
        inputs = planned.map { $0.times.filter { $0 <= end } }
        joined = all.filter { $0 <= end }
    }

    /// An input with another rate. Its times count from its first value.
    private struct Input {
        let times: [UInt64]
        /// The time at which it finishes; `nil` if it was not recorded.
        private let finished: UInt64?
        /// The time up to which its values are known.
        private let known: UInt64

        init(_ times: [UInt64], endedAt end: UInt64?, recordedUntil last: UInt64, rate: Double) {
            guard rate != 1, let first = times.first else {
                (self.times, finished, known) = (times, end, last)
                return
            }
            func moved(_ time: UInt64) -> UInt64 { first.saturatingSum(UInt64(saturating: Double(time.since(first)) / rate)) }
            (self.times, finished, known) = (times.map(moved), end.map(moved), moved(last))
        }

        /// The time at which joining ends for want of its values, or of knowledge of them.
        ///
        /// - Parameter joined: The times at which values would be joined without an end.
        func end(joining joined: [UInt64]) -> UInt64 {
            guard let finished else { return known }
            guard let last = times.indices.last else { return finished }
            return last < joined.count ? max(finished, joined[last]) : .max
        }
    }

    private static func joined(_ inputs: [[UInt64]]) -> [UInt64] {
        (0..<(inputs.map(\.count).min() ?? 0)).map { number in inputs.reduce(0) { max($0, $1[number]) } }
    }

    /// Adds the outcome. The wait of a joined value is that of the part that came first.
    func run(into outcome: inout QueueOutcome) { outcome.add(joined: joined, of: inputs, peak: mostWaiting) }

    /// The maximum number of values that waited at once. The value that completes a joined one does not wait.
    private var mostWaiting: Int {
        let width = inputs.count
        var (most, next) = (0, 0)
        for (arrived, time) in inputs.joined().sorted().enumerated() {
            while next < joined.count, joined[next] < time { next += 1 }
            let completes = next < joined.count && joined[next] == time
            most = max(most, arrived + 1 - next * width - (completes ? 1 : 0))
        }
        return most
    }
}

extension QueueOutcome {
    /// Adds values that were joined.
    ///
    /// - Parameters:
    ///   - joined: The times at which they were.
    ///   - inputs: The times of the values of each input.
    mutating func add(joined: [UInt64], of inputs: [[UInt64]], peak: Int) {
        let arrivals = inputs.joined()
        let (first, last) = (arrivals.min() ?? 0, arrivals.max() ?? 0)
        let waits = joined.indices.map { number in
            joined[number].since(inputs.compactMap { $0.indices.contains(number) ? $0[number] : nil }.min() ?? joined[number])
        }
        add(
            arrived: arrivals.count, dropped: 0, left: max(0, arrivals.count - joined.count * inputs.count), peak: peak,
            waits: waits,
            first: first, lastArrival: last, last: max(last, joined.last ?? 0))
    }
}

/// A count of the processor's counter, and the clock's time at the same moment in nanoseconds.
struct TickSample {
    let ticks: UInt64
    let nanoseconds: UInt64
}

/// The times of a span of counts.
struct TickLine: Equatable {
    let ticks: UInt64
    let nanoseconds: UInt64
    /// Nanoseconds a tick, × 2³².
    let ratio: UInt64
    /// The number of ticks for which the line holds.
    let span: UInt64

    @inline(__always) func contains(_ count: UInt64) -> Bool { count &- ticks < span }

    /// The time at a count of the line; at an earlier one, that of its begin.
    @inline(__always) func time(at count: UInt64) -> UInt64 {
        let product = (count &- ticks).multipliedFullWidth(by: ratio)
        return nanoseconds &+ (product.high << 32 | product.low >> 32)
    }

    var end: UInt64 { time(at: ticks &+ span) }
}

/// Derives the clock's time from the counter: lines that follow each other without a step back.
///
/// A line has the rate of the counter since the last comparison with the clock, and holds for as long again, so that its error stays
/// that of reading the clock. It then leads or lags by little, which the next line makes up for: if it leads, by running slower,
/// else by a step.
struct TickCalibration {
    /// The current line; `nil` until the rate is known.
    private(set) var line: TickLine?
    /// No later time is earlier.
    private(set) var floor: UInt64 = 0
    /// The last comparison, and the rate since the one before.
    private var last: TickSample?
    private var rate: UInt64?
    private var restarts = 0

    /// The shortest time from which to take a rate, the longest span of a line, and the smallest lead that is no jitter; in
    /// nanoseconds.
    private static let (shortest, longest, jitter): (UInt64, UInt64, UInt64) = (1_000_000, 4_000_000_000, 100_000)
    private static let restartLimit = 8

    /// Whether the counter is not to be used any more.
    var isStopped: Bool { restarts > TickCalibration.restartLimit }

    /// The time at a sample that the line does not contain, with a new line if one can be told.
    mutating func time(at sample: TickSample) -> UInt64 {
        // Another thread was here first.
        if let line, line.contains(sample.ticks) { return line.time(at: sample.ticks) }
        if let line { floor = max(floor, line.end) }
        let time = max(sample.nanoseconds, floor)
        floor = time
        guard !isStopped else { return time }
        if line == nil, let last, sample.nanoseconds &- last.nanoseconds < TickCalibration.shortest { return time }
        line = next(at: sample, from: time)
        last = sample
        return time
    }

    /// The line from a sample on; `nil` if there is none before, or if the counter or the clock has jumped since.
    private mutating func next(at sample: TickSample, from time: UInt64) -> TickLine? {
        guard let last else { return nil }
        let rate = TickCalibration.rate(from: last, to: sample)
        let duration = min(sample.nanoseconds &- last.nanoseconds, TickCalibration.longest)
        let lead = time - sample.nanoseconds
        guard let rate, isSteady(rate), lead < max(TickCalibration.jitter, duration / 1_000) else {
            restarts += 1
            self.rate = nil
            return nil
        }
        self.rate = rate
        return TickLine(
            ticks: sample.ticks, nanoseconds: time, ratio: rate - rate * lead / duration, span: (duration << 32) / rate)
    }

    /// Nanoseconds a tick, × 2³²; `nil` if it is not between 1/16 and 16 ns.
    private static func rate(from one: TickSample, to other: TickSample) -> UInt64? {
        let (ticks, spent) = (other.ticks &- one.ticks, other.nanoseconds &- one.nanoseconds)
        guard spent >> 4 < ticks, ticks >> 4 < spent else { return nil }
        return ticks.dividingFullWidth((spent >> 32, spent << 32)).quotient
    }

    /// Whether a rate is that of before within a hundredth.
    private func isSteady(_ rate: UInt64) -> Bool {
        guard let known = self.rate else { return true }
        return max(rate, known) - min(rate, known) <= known / 100
    }
}

import FlowModel

/// A stage's sums at every half second of the last ten seconds, which give the sums of a window in bounded memory.
struct TotalsWindow: Sendable {
    /// The length of the window, in nanoseconds.
    static let length = RateWindow.longest
    private static let step: UInt64 = 500_000_000
    private static let count = Int(length / step) + 2

    /// A mark for each past step, by the step's number.
    private var marks: [StageMark] = []
    private var next: UInt64
    private var first: UInt64

    init(begin: UInt64) {
        next = begin / TotalsWindow.step + 1
        first = next
    }

    /// The end of the current step; `nil` beyond the end of time.
    var boundary: UInt64? {
        let boundary = next.multipliedReportingOverflow(by: TotalsWindow.step)
        return boundary.overflow ? nil : boundary.partialValue
    }

    /// Whether so much time has passed that all marks would be the same.
    func isStale(at time: UInt64) -> Bool { time / TotalsWindow.step > next + UInt64(TotalsWindow.count) }

    /// Starts over: no window includes events before `time` any more.
    mutating func restart(at time: UInt64, _ state: StageMark) {
        marks = []
        next = time / TotalsWindow.step
        first = next
        mark(state)
    }

    /// Ends the current step.
    mutating func mark(_ state: StageMark) {
        if marks.count < TotalsWindow.count {
            marks.append(state)
        } else {
            marks[Int(next - first) % TotalsWindow.count] = state
        }
        next += 1
    }

    /// Adds the input of another stage to this one, step by step.
    mutating func adoptIncoming(of other: TotalsWindow, isFurther: Bool) {
        for number in max(first, other.first)..<max(first, other.first, min(next, other.next)) {
            guard mark(number) != nil, let incoming = other.mark(number)?.totals.incoming else { continue }
            let index = Int(number - first) % TotalsWindow.count
            let own = marks[index].totals.incoming
            marks[index].totals.incoming = isFurther ? own + incoming : max(own, incoming)
        }
    }

    /// The sums at a time at most ``length`` before `now`; zero before the first step. At `now`, the sums are `present`.
    func state(at time: UInt64, now: UInt64, present: StageMark) -> StageMark {
        let number = min(time / TotalsWindow.step, next - 1)
        guard number >= first, let lower = mark(number) else { return StageMark() }
        let begin = number * TotalsWindow.step
        let upper = mark(number + 1)
        let end = upper == nil ? now : begin + TotalsWindow.step
        guard time > begin, end > begin else { return lower }
        let part = min(1, Double(time - begin) / Double(end - begin))
        let later = upper ?? present
        let nearer = part < 0.5 ? lower : later
        return StageMark(
            totals: lower.totals.mixed(with: later.totals, part: part), held: nearer.held,
            heldIsLowerBound: nearer.heldIsLowerBound,
            wait: nearer.wait)
    }

    private func mark(_ number: UInt64) -> StageMark? {
        guard number >= first, number < next, number + UInt64(TotalsWindow.count) >= next else { return nil }
        return marks[Int(number - first) % TotalsWindow.count]
    }
}

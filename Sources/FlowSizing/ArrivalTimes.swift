import FlowTrace

/// The times at which the values of a source arrive: the recorded times, or the times at which the source could go on.
///
/// A source that waits and had not ended would have sent further values, had it waited less: it goes on with the recorded gaps again.
struct ArrivalTimes: Sendable {
    private let arrivals: [StoreLife.Arrival]
    private let source: StoreHistory.Source
    private let rate: Double
    /// The time that the source takes for a value, for each recorded value but the first, and before them for a value after the last.
    private let gaps: [UInt64]
    /// The maximum number of values.
    private let limit: Int
    /// The number of planned values.
    private var planned = 0

    /// The maximum number of values for each recorded one.
    private static let repeats = 16

    init(of life: StoreLife, _ source: StoreHistory.Source, rate: Double) {
        (arrivals, self.source, self.rate) = (life.arrivals, source, rate)
        let known = source == .open ? [] : life.arrivals.dropFirst().compactMap { $0.gap?.time(of: source) }
        gaps = known.isEmpty ? [] : [life.tail?.time(of: source) ?? known[0]] + known
        limit = arrivals.count * (life.finished == nil && !gaps.isEmpty ? ArrivalTimes.repeats : 1)
    }

    /// The time of the next arrival; `nil` if no further value comes.
    ///
    /// - Parameters:
    ///   - free: The time since which there is room for it; `nil` at the start.
    ///   - last: The time of the previous arrival; `nil` if there was none.
    mutating func next(free: UInt64?, last: UInt64?) -> UInt64? {
        guard planned < limit else { return nil }
        let number = planned
        planned += 1
        let recorded = number < arrivals.count ? arrivals[number] : nil
        guard source != .open, let free, let last, let gap = recorded?.gap?.time(of: source) ?? repeated(number) else {
            return recorded.map { arrivals[0].time.saturatingSum(scaled($0.time.since(arrivals[0].time))) }
        }
        return switch source {
        case .open, .senders: free.saturatingSum(scaled(gap))
        case .pulled: max(free, last).saturatingSum(scaled(gap))
        case .fed: max(free, last.saturatingSum(scaled(gap)))
        }
    }

    private func repeated(_ number: Int) -> UInt64? {
        gaps.isEmpty || number < arrivals.count ? nil : gaps[(number - arrivals.count) % gaps.count]
    }

    private func scaled(_ time: UInt64) -> UInt64 { rate == 1 ? time : UInt64(saturating: Double(time) / rate) }
}

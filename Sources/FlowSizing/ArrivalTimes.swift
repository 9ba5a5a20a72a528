import FlowTrace

/// The times at which the values of a source arrive: the recorded times, or the times at which the source could go on.
///
/// There are no more values than were recorded. A source that waits might have sent others, had it waited less; they are not made up.
struct ArrivalTimes: Sendable {
    private let arrivals: [StoreLife.Arrival]
    private let source: StoreHistory.Source
    private let rate: Double
    /// The number of planned values.
    private var planned = 0

    init(of life: StoreLife, _ source: StoreHistory.Source, rate: Double) {
        (arrivals, self.source, self.rate) = (life.arrivals, source, rate)
    }

    /// The time of the next arrival; `nil` if no further value comes.
    ///
    /// - Parameters:
    ///   - free: The time since which there is room for it; `nil` at the start.
    ///   - last: The time of the previous arrival; `nil` if there was none.
    mutating func next(free: UInt64?, last: UInt64?) -> UInt64? {
        guard planned < arrivals.count else { return nil }
        let recorded = arrivals[planned]
        planned += 1
        guard source != .open, let free, let last, let gap = recorded.gap?.time(of: source) else {
            return arrivals[0].time.saturatingSum(scaled(recorded.time.since(arrivals[0].time)))
        }
        return switch source {
        case .open, .senders: free.saturatingSum(scaled(gap))
        case .pulled: max(free, last).saturatingSum(scaled(gap))
        case .fed: max(free, last.saturatingSum(scaled(gap)))
        }
    }

    /// Whether the next value comes with the same read as the last one.
    var continuesRead: Bool { planned < arrivals.count && arrivals[planned].continuesRead }

    private func scaled(_ time: UInt64) -> UInt64 { rate == 1 ? time : UInt64(saturating: Double(time) / rate) }
}

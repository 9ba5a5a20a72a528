import FlowModel
import FlowTrace

/// What stretch of time a rate is counted over.
public enum RateWindow: Hashable, Sendable {
    /// Everything up to now.
    case sinceStart
    /// The newest 2 seconds.
    case lastTwoSeconds

    /// Until this time rates are counted since the start.
    private static let longest = TraceTime(nanoseconds: 10_000_000_000)
    private static let width: UInt64 = 2_000_000_000

    /// The window for a moment.
    init(at time: TraceTime) {
        self = time <= RateWindow.longest ? .sinceStart : .lastTwoSeconds
    }

    /// `since the start`, `last 2 s`.
    public var words: String {
        switch self {
        case .sinceStart: "since the start"
        case .lastTwoSeconds: "last 2 s"
        }
    }

    /// How fast a lane's counter rose in the window that ends with a moment.
    func rate(of count: (LaneTotals) -> Int, in lane: LaneHistory, at moment: Moment) -> Double {
        switch self {
        case .sinceStart:
            let elapsed = moment.time.seconds
            return elapsed > 0 ? Double(count(lane.totals(upTo: moment.sequence))) / elapsed : 0
        case .lastTwoSeconds:
            let start = TraceTime(nanoseconds: moment.time - TraceTime(nanoseconds: RateWindow.width))
            let rise = lane.rise(of: count, after: start, upTo: moment.sequence)
            return Double(max(0, rise)) / (Double(RateWindow.width) / 1_000_000_000)
        }
    }
}

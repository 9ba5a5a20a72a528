import FlowTrace

/// The interval over which every view counts rates. For a live stream, it is the last ten seconds, or less if the stream began
/// later. For an ended stream, it is the whole life.
public struct RateWindow: Hashable, Sendable {
    public enum Kind: Hashable, Sendable {
        case sinceStart, lastTenSeconds, life
    }

    /// The longest window of a live stream, in nanoseconds.
    package static let longest: UInt64 = 10_000_000_000

    public let kind: Kind
    public let start: TraceTime
    /// Its duration, in nanoseconds.
    public let length: UInt64

    /// - Parameters:
    ///   - began: The start of the stream.
    ///   - now: The time of the rate.
    ///   - end: The end of the stream; `nil` if it is live.
    package init(since began: TraceTime, at now: TraceTime, endedAt end: TraceTime? = nil) {
        let last = end ?? now
        let elapsed = last > began ? last - began : 0
        kind = end != nil ? .life : elapsed > RateWindow.longest ? .lastTenSeconds : .sinceStart
        length = kind == .lastTenSeconds ? RateWindow.longest : elapsed
        start = kind == .lastTenSeconds ? TraceTime(nanoseconds: last.nanoseconds - length) : began
    }

    /// The shortest window that yields a rate, in nanoseconds: values in a shorter time are a burst.
    private static let shortest: UInt64 = 10_000_000

    /// Whether it is long enough for rates.
    package var hasRates: Bool { length >= RateWindow.shortest }

    /// The values a second; `nil` for a single value or a burst, which has no rate, and for a life too short to have one.
    ///
    /// - Parameter count: The number of values in the window; fractional if the window begins between two counts.
    package func rate(of count: Double) -> Double? {
        guard count > 0 else { return kind == .life && !hasRates ? nil : 0 }
        return count >= 1.5 && hasRates ? count / (Double(length) / 1e9) : nil
    }
}

/// The numbers of values in each half second of the last ten seconds.
struct ValueRate: Hashable, Sendable {
    private enum HalfSeconds: CountSlots {
        static let length: UInt64 = 500_000_000
        static let count = Int(RateWindow.longest / length) + 1
    }

    private var ring = CountRing<HalfSeconds>()

    mutating func add(at time: TraceTime) { ring.add(at: time) }

    /// The number of values after a time, within the last ten seconds.
    func count(after start: TraceTime) -> Double {
        let first = start.nanoseconds / HalfSeconds.length
        let part = 1 - Double(start.nanoseconds % HalfSeconds.length) / Double(HalfSeconds.length)
        guard let slots = ring.slots, first <= slots.upperBound else { return 0 }
        return (max(first, slots.lowerBound)...slots.upperBound).reduce(0) { $0 + ring[$1] * ($1 == first ? part : 1) }
    }
}

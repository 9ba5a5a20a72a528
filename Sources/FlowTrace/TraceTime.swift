import LibC

/// A moment of a trace: nanoseconds since it started, in virtual or monotonic time.
public struct TraceTime: Hashable, Comparable, Sendable, CustomStringConvertible {
    /// Nanoseconds since the start of the trace.
    public let nanoseconds: UInt64

    /// Creates the moment `nanoseconds` after the start.
    public init(nanoseconds: UInt64) { self.nanoseconds = nanoseconds }

    /// Creates the moment `seconds` after the start, to the nearest nanosecond.
    ///
    /// - Parameter seconds: Seconds from 0 to 18 000 000 000; values outside are clamped.
    public init(seconds: Double) {
        let scaled = (seconds * 1_000_000_000).rounded()
        nanoseconds = scaled >= 1.8e19 ? 18_000_000_000_000_000_000 : scaled > 0 ? UInt64(scaled) : 0
    }

    /// The start of the trace.
    public static let zero = TraceTime(nanoseconds: 0)

    /// Seconds since the start; exact to the nanosecond up to about a hundred days.
    public var seconds: Double { Double(nanoseconds) / 1_000_000_000 }

    public static func < (lhs: TraceTime, rhs: TraceTime) -> Bool { lhs.nanoseconds < rhs.nanoseconds }

    /// Adds nanoseconds, saturating at the largest moment.
    public static func + (lhs: TraceTime, nanoseconds: UInt64) -> TraceTime {
        let (sum, overflow) = lhs.nanoseconds.addingReportingOverflow(nanoseconds)
        return TraceTime(nanoseconds: overflow ? .max : sum)
    }

    /// The nanoseconds from `rhs` to `lhs`; 0 if `rhs` is later.
    public static func - (lhs: TraceTime, rhs: TraceTime) -> UInt64 {
        lhs.nanoseconds > rhs.nanoseconds ? lhs.nanoseconds - rhs.nanoseconds : 0
    }

    /// Seconds as the shortest exact decimal, at most 9 places: `0`, `1.5`, `0.001`.
    public var description: String {
        let fraction = nanoseconds % 1_000_000_000
        guard fraction > 0 else { return String(nanoseconds / 1_000_000_000) }
        var digits = Array(String(1_000_000_000 + fraction).dropFirst())
        while digits.last == "0" { digits.removeLast() }
        return "\(nanoseconds / 1_000_000_000)." + String(digits)
    }
}

/// The source of a recorder's times.
public enum TraceClock: Sendable {
    /// The machine's monotonic clock, from the moment the recorder was made.
    case monotonic
    /// A custom clock, in nanoseconds since the start; used by virtual time.
    ///
    /// It is called on the recording thread, once per event.
    case custom(@Sendable () -> UInt64)

    /// Whether it is the machine's clock.
    var isMonotonic: Bool {
        if case .monotonic = self { true } else { false }
    }

    /// The time of the clock at the start of a trace.
    var origin: UInt64 { isMonotonic ? TraceClock.machineNanoseconds() : 0 }

    /// Nanoseconds of the machine's monotonic clock.
    package static func machineNanoseconds() -> UInt64 {
        var now = timespec()
        clock_gettime(CLOCK_MONOTONIC, &now)
        return UInt64(now.tv_sec) * 1_000_000_000 + UInt64(now.tv_nsec)
    }
}

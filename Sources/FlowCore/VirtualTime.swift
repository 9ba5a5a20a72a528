import FlowTrace
import FlowCombine

/// A moment of virtual time: nanoseconds since the creation of the scheduler.
public struct VirtualTime: Strideable, Hashable, Sendable {
    public let nanoseconds: Int64

    public init(nanoseconds: Int64) { self.nanoseconds = nanoseconds }

    /// Creates the moment `seconds` after the start, to the nearest nanosecond.
    public init(seconds: Double) { nanoseconds = Stride.seconds(seconds).nanoseconds }

    /// Creates the moment `duration` after the start, to the nearest nanosecond.
    public init(_ duration: Duration) { nanoseconds = Stride(duration).nanoseconds }

    /// The moment in a trace; moments before the start become the start.
    public var traceTime: TraceTime { TraceTime(nanoseconds: UInt64(max(0, nanoseconds))) }

    public func distance(to other: VirtualTime) -> Stride { Stride(nanoseconds: other.nanoseconds - nanoseconds) }

    /// The moment `n` later, clamped to the range of 64 bits.
    public func advanced(by n: Stride) -> VirtualTime {
        let (sum, overflow) = nanoseconds.addingReportingOverflow(n.nanoseconds)
        return VirtualTime(nanoseconds: overflow ? (n.nanoseconds > 0 ? .max : .min) : sum)
    }

    /// A duration of virtual time, in whole nanoseconds.
    public struct Stride: SchedulerTimeIntervalConvertible, Comparable, SignedNumeric, Hashable, Sendable {
        public var nanoseconds: Int64

        public init(nanoseconds: Int64) { self.nanoseconds = nanoseconds }

        /// Creates a stride from a duration: exact up to a hundred days, accurate to one part in 10^15 beyond.
        public init(_ duration: Duration) { self = .seconds(duration / .seconds(1)) }

        /// Whole seconds.
        public init(integerLiteral value: Int64) { nanoseconds = value * 1_000_000_000 }

        /// Whole seconds, `nil` if they do not fit.
        public init?<Source: BinaryInteger>(exactly source: Source) {
            guard let seconds = Int64(exactly: source) else { return nil }
            let (product, overflow) = seconds.multipliedReportingOverflow(by: 1_000_000_000)
            guard !overflow else { return nil }
            nanoseconds = product
        }

        public var magnitude: Int64 { Swift.abs(nanoseconds) }

        public static func < (lhs: Stride, rhs: Stride) -> Bool { lhs.nanoseconds < rhs.nanoseconds }

        public static func + (lhs: Stride, rhs: Stride) -> Stride { Stride(nanoseconds: lhs.nanoseconds + rhs.nanoseconds) }

        public static func - (lhs: Stride, rhs: Stride) -> Stride { Stride(nanoseconds: lhs.nanoseconds - rhs.nanoseconds) }

        /// Multiplies two strides as numbers of seconds.
        public static func * (lhs: Stride, rhs: Stride) -> Stride {
            .seconds(Double(lhs.nanoseconds) / 1e9 * (Double(rhs.nanoseconds) / 1e9))
        }

        public static func *= (lhs: inout Stride, rhs: Stride) { lhs = lhs * rhs }

        public static func seconds(_ s: Int) -> Stride { Stride(nanoseconds: Int64(s) * 1_000_000_000) }

        /// To the nearest nanosecond, clamped to the range of 64 bits.
        public static func seconds(_ s: Double) -> Stride {
            let scaled = (s * 1e9).rounded()
            return Stride(nanoseconds: scaled >= 9.2e18 ? .max : scaled <= -9.2e18 ? .min : Int64(scaled))
        }

        public static func milliseconds(_ ms: Int) -> Stride { Stride(nanoseconds: Int64(ms) * 1_000_000) }

        public static func microseconds(_ us: Int) -> Stride { Stride(nanoseconds: Int64(us) * 1_000) }

        public static func nanoseconds(_ ns: Int) -> Stride { Stride(nanoseconds: Int64(ns)) }
    }
}

extension VirtualTime: CustomStringConvertible {
    /// Seconds since the start: `1.5 s`.
    public var description: String { "\(traceTime) s" }
}

extension VirtualTime.Stride: CustomStringConvertible {
    public var description: String { "\(nanoseconds < 0 ? "-" : "")\(TraceTime(nanoseconds: nanoseconds.magnitude)) s" }
}

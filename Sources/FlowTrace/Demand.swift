/// The number of values that a subscriber requested: a count, or no limit.
///
/// Independent of stream libraries, so that traces can be read where none is linked. Unlimited absorbs: adding to it or taking
/// from it leaves it unlimited, as in Combine.
public struct Demand: Hashable, Sendable, CustomStringConvertible {
    /// The count, or `UInt64.max` for unlimited; the form a trace record holds.
    public let rawValue: UInt64

    /// Wraps the form a trace record holds.
    public init(rawValue: UInt64) { self.rawValue = rawValue }

    public static var unlimited: Demand { Demand(rawValue: .max) }

    public static var none: Demand { Demand(rawValue: 0) }

    /// Creates a demand for `count` values.
    ///
    /// - Precondition: `count` is not negative.
    public static func max(_ count: Int) -> Demand {
        precondition(count >= 0, "Demand must not be negative, got \(count)")
        return Demand(rawValue: UInt64(count))
    }

    /// The number of requested values, `nil` if there is no limit.
    public var count: Int? { self == .unlimited ? nil : Int(clamping: rawValue) }

    /// Adds two demands; unlimited absorbs, and a sum too large to count is unlimited.
    public static func + (lhs: Demand, rhs: Demand) -> Demand {
        guard lhs != .unlimited, rhs != .unlimited else { return .unlimited }
        let (sum, overflow) = lhs.rawValue.addingReportingOverflow(rhs.rawValue)
        return overflow ? .unlimited : Demand(rawValue: sum)
    }

    /// Subtracts one delivered value; unlimited stays unlimited, and zero stays zero.
    public mutating func spend() {
        guard self != .unlimited, rawValue > 0 else { return }
        self = Demand(rawValue: rawValue - 1)
    }

    /// `3` or `∞`.
    public var description: String { self == .unlimited ? "∞" : String(rawValue) }
}

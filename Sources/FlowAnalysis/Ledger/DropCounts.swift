import FlowTrace

/// How many values were lost, by reason.
public struct DropCounts: Hashable, Sendable {
    /// By the raw value of the reason; a vector, so that a copy allocates nothing.
    private var counts = SIMD8<Int>(repeating: 0)

    /// Creates the counts of no loss.
    public init() {}

    /// How many were lost for a reason.
    public internal(set) subscript(reason: DropReason) -> Int {
        get { counts[Int(reason.rawValue)] }
        set { counts[Int(reason.rawValue)] = newValue }
    }

    /// How many were lost.
    public var total: Int {
        counts.wrappedSum()
    }

    static func += (lhs: inout DropCounts, rhs: DropCounts) {
        lhs.counts &+= rhs.counts
    }
}

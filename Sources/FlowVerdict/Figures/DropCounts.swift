import FlowTrace

/// The numbers of lost values by reason.
public struct DropCounts: Hashable, Sendable {
    /// By the raw value of the reason. A vector, so that a copy does not allocate.
    private var counts = SIMD8<Int>(repeating: 0)

    public init() {}

    package(set) public subscript(reason: DropReason) -> Int {
        get { counts[Int(reason.rawValue)] }
        set { counts[Int(reason.rawValue)] = newValue }
    }

    public var total: Int { counts.indices.reduce(0) { $0.saturatingSum(counts[$1]) } }

    package static func += (lhs: inout DropCounts, rhs: DropCounts) {
        for index in lhs.counts.indices { lhs.counts[index] = lhs.counts[index].saturatingSum(rhs.counts[index]) }
    }
}

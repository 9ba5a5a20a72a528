import FlowTrace

/// Slots of time of one length, in which values are counted.
protocol CountSlots {
    /// The length of a slot, in nanoseconds.
    static var length: UInt64 { get }
    /// The number of slots.
    static var count: Int { get }
}

/// The numbers of values in the last slots.
struct CountRing<Slots: CountSlots>: Hashable, Sendable {
    /// The counts, by the slot's number; empty before the first value.
    private var counts: [UInt32] = []
    private var newest: UInt64 = 0

    /// The known slots that have begun; `nil` before the first value.
    var slots: ClosedRange<UInt64>? {
        let kept = UInt64(Slots.count)
        return counts.isEmpty ? nil : (newest < kept ? 0 : newest - kept + 1)...newest
    }

    /// The number of values in one of the ``slots``.
    subscript(slot: UInt64) -> Double { Double(counts[index(slot)]) }

    /// - Complexity: O(1) amortised.
    mutating func add(at time: TraceTime) {
        let slot = time.nanoseconds / Slots.length
        if counts.isEmpty { (counts, newest) = (Array(repeating: 0, count: Slots.count), slot) }
        if slot > newest {
            for passed in 1...min(slot - newest, UInt64(Slots.count)) { counts[index(newest + passed)] = 0 }
            newest = slot
        }
        if slots?.contains(slot) == true { counts[index(slot)] &+= 1 }
    }

    private func index(_ slot: UInt64) -> Int { Int(slot % UInt64(Slots.count)) }
}

import FlowTrace

/// What became of the values of a store, in a recording or in a simulation. Times are in nanoseconds.
package struct QueueOutcome: Sendable {
    package private(set) var arrived = 0
    package private(set) var delivered = 0
    package private(set) var dropped = 0
    /// The maximum number of values held at once.
    package private(set) var peak = 0
    /// The values still held at the end.
    package private(set) var left = 0
    /// The time at which a value found the store full, so that the stream failed; `nil` if none did.
    package private(set) var failed: UInt64?
    /// The waits of the delivered values.
    private var waits: [UInt64] = []
    /// The time from the first arrival to the last event, summed over lives.
    package private(set) var span: UInt64 = 0
    /// The time from the first arrival to the last, and the number of arrivals but the first, summed over lives.
    private var arriving: (span: UInt64, count: Int) = (0, 0)

    package init() {}

    mutating func fail(at time: UInt64) { failed = min(failed ?? time, time) }

    /// Adds a recorded life.
    mutating func add(_ life: StoreLife) {
        guard life.inputs.isEmpty else { return add(joined: life.joined, of: life.orderedInputs, peak: life.peak) }
        let delivered = life.arrivals.compactMap { arrival in arrival.delivered.map { $0.since(arrival.time) } }
        let lost = life.dropped
        let last = max(life.arrivals.last?.time ?? 0, life.arrivals.lazy.compactMap(\.delivered).max() ?? 0)
        add(
            arrived: life.arrivals.count, dropped: lost, left: life.arrivals.count - lost - delivered.count, peak: life.peak,
            waits: delivered, first: life.arrivals.first?.time ?? last, lastArrival: life.arrivals.last?.time ?? last, last: last)
    }

    /// Adds the outcome of a life.
    ///
    /// - Parameters:
    ///   - first: The time of the first arrival.
    ///   - lastArrival: The time of the last arrival.
    ///   - last: The time of the last arrival or delivery.
    mutating func add(
        arrived: Int, dropped: Int, left: Int, peak: Int, waits: [UInt64], first: UInt64, lastArrival: UInt64, last: UInt64
    ) {
        self.arrived += arrived
        self.dropped += dropped
        self.left += left
        self.peak = max(self.peak, peak)
        self.waits += waits
        span = span.saturatingSum(last.since(first))
        arriving = (arriving.span.saturatingSum(lastArrival.since(first)), arriving.count + max(0, arrived - 1))
        delivered += waits.count
    }

    /// The values delivered in a second; `nil` if no time passed.
    package var deliveredRate: Double? { span == 0 ? nil : Double(delivered) * 1e9 / Double(span) }
    /// The time in which values arrived, in nanoseconds, summed over lives.
    var arrivalSpan: UInt64 { arriving.span }

    /// The values that arrived in a second; `nil` if no time passed.
    package var arrivalRate: Double? {
        arriving.span == 0 ? nil : Double(arriving.count) * 1e9 / Double(arriving.span)
    }

    /// The waits that half, 99 in 100, and all of the delivered values did not exceed; `nil` if none was delivered.
    ///
    /// - Complexity: O(*n* log *n*) for *n* delivered values.
    package var waitTimes: (median: UInt64, most: UInt64, longest: UInt64)? {
        guard !waits.isEmpty else { return nil }
        let sorted = waits.sorted()
        func rank(_ share: Double) -> UInt64 { sorted[max(0, Int((Double(sorted.count) * share).rounded(.up)) - 1)] }
        return (rank(0.5), rank(0.99), sorted[sorted.count - 1])
    }

    /// The difference from another outcome of the same arrivals: in dropped and delivered values, in the held ones, and in the longest wait.
    func distance(to other: QueueOutcome) -> (Int, Int, UInt64) {
        let (longest, others) = (waitTimes?.longest ?? 0, other.waitTimes?.longest ?? 0)
        return (
            abs(dropped - other.dropped) + abs(delivered - other.delivered), abs(peak - other.peak),
            max(longest, others) - min(longest, others)
        )
    }
}

import FlowTrace

/// The times that consumers take for values. The time of a value is the one that it had in the recording.
///
/// A value that was not served in the recording has no time. It gets one of the known times, again from the first after the last, and not
/// that of a neighbour: those are long more often than others, since values are dropped while a consumer works.
struct ServiceTimes: Sendable {
    /// The time from the delivery of each value to the next request, in order of arrival; `nil` if unknown.
    private let recorded: [UInt64?]
    /// The known times, in order of arrival.
    private let known: [UInt64]
    /// The times of values without one, or of all deliveries in their order.
    private var drawn: [UInt64]
    /// Whether the order of the deliveries decides the times, and not the values.
    private var followsOrder = false
    /// The times from a request, or from the arrival if that was later, to the delivery of a value: of values that a consumer waited for, and
    /// of values that waited.
    private let handovers: [UInt64]
    private let fetches: [UInt64]

    init(of life: StoreLife) {
        recorded = life.arrivals.map(\.service)
        known = recorded.compactMap(\.self)
        drawn = known
        handovers = life.arrivals.compactMap { arrival in
            arrival.metIdle ? arrival.delivered.map { $0.since(arrival.time) } : nil
        }
        fetches = life.arrivals.compactMap(\.fetch)
    }

    /// The time that a consumer takes for a value; `nil` if no consumer ever asked for another one.
    ///
    /// - Parameters:
    ///   - value: The number of the value's arrival, from 0.
    ///   - delivery: The number of its delivery, from 0.
    func service(of value: Int, delivery: Int) -> UInt64? {
        if !followsOrder, value < recorded.count, let time = recorded[value] { return time }
        return drawn.isEmpty ? nil : drawn[(followsOrder ? delivery : value) % drawn.count]
    }

    /// The time from the later one of a value's arrival and its request to its delivery.
    ///
    /// - Parameters:
    ///   - number: The number of earlier deliveries of this kind.
    ///   - isIdle: Whether a consumer waited for the value.
    func lag(ofDelivery number: Int, isIdle: Bool) -> UInt64 {
        let lags = isIdle ? handovers : fetches
        return lags.isEmpty ? 0 : lags[number % lags.count]
    }

    /// The mean time from a request to the delivery of a value that waited, in nanoseconds.
    var meanFetch: Double { fetches.isEmpty ? 0 : fetches.reduce(0) { $0 + Double($1) } / Double(fetches.count) }

    /// Draws blocks of successive known times at random.
    ///
    /// - Parameter followingOrder: Whether they become the times of all deliveries in their order, and not only of values without one.
    mutating func resample(followingOrder: Bool, _ random: inout Lottery) {
        guard known.count > 1 else { return }
        followsOrder = followingOrder
        let block = max(1, Int(Double(known.count).squareRoot()))
        var position = 0
        drawn = (0..<(followingOrder ? known.count : recorded.count)).map { index in
            position = index % block == 0 ? random.below(known.count) : (position + 1) % known.count
            return known[position]
        }
    }

    /// Lets each value without a time take the same: the known time that a share of the known times does not exceed.
    func assuming(_ share: Double) -> ServiceTimes {
        var times = self
        let sorted = known.sorted()
        times.drawn = sorted.isEmpty ? [] : [sorted[Int(share * Double(sorted.count - 1))]]
        return times
    }
}

/// A generator of random numbers that gives the same numbers on each run (SplitMix64).
struct Lottery: RandomNumberGenerator {
    private var state: UInt64

    init(seed: UInt64) { state = seed }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var z = state
        z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
        z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
        return z ^ (z >> 31)
    }

    /// A number from 0 to below a limit.
    mutating func below(_ limit: Int) -> Int { Int.random(in: 0..<limit, using: &self) }
}

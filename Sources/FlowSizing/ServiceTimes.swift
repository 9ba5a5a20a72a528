import FlowTrace

/// The times that consumers take for values.
///
/// They depend on the values, or on what the consumer has done before, as for one that writes to a disk after each twentieth value. Where
/// values were dropped, the times stay in the order of the deliveries, since the dropped values have none, unless they repeat more
/// regularly by the number of the value. Where none were dropped, each value keeps its time.
///
/// A value that was not served in the recording has no time. It gets one of the known times, so that a few such values that follow each
/// other have short and long ones in the proportion of all. It does not get that of a neighbour: those are long more often than others,
/// since values are dropped while a consumer works.
struct ServiceTimes: Sendable {
    /// The time from the delivery of each value to the next request, in order of arrival; `nil` if unknown.
    private let recorded: [UInt64?]
    /// The longest possible times of values without a time; `nil` without a limit.
    private let longest: [UInt64?]
    /// The known times, in order of arrival.
    private let known: [UInt64]
    /// The times of values without one, by the number of the value, or of all deliveries in their order.
    private var drawn: [UInt64]
    /// Whether the order of the deliveries decides the times, and not the values.
    private var followsOrder: Bool
    /// The times from a request, or from the arrival if that was later, to the delivery of a value: of values that a consumer waited for, and
    /// of values that waited.
    private let handovers: [UInt64]
    private let fetches: [UInt64]

    init(of life: StoreLife) {
        recorded = life.arrivals.map(\.service)
        longest = life.arrivals.map(\.mostService)
        known = recorded.compactMap(\.self)
        followsOrder =
            life.dropped > 0 && recorded.regularity <= known.map(Optional.some).regularity + ServiceTimes.margin
        drawn = followsOrder ? known : ServiceTimes.spread(known.sorted(), over: recorded)
        handovers = life.arrivals.compactMap { arrival in
            arrival.metIdle ? arrival.delivered.map { $0.since(arrival.time) } : nil
        }
        fetches = life.arrivals.compactMap(\.fetch)
    }

    /// By how much more regular the times must be by value than by delivery.
    private static let margin = 0.1

    /// Times for the values without one: multiples of the golden ratio, without their whole parts, fill the range from 0 to 1 evenly from the
    /// first on.
    private static func spread(_ sorted: [UInt64], over recorded: [UInt64?]) -> [UInt64] {
        guard !sorted.isEmpty else { return [] }
        var share = 0.5
        return recorded.map { time in
            if let time { return time }
            share = (share + 0.618_033_988_75).truncatingRemainder(dividingBy: 1)
            return sorted[Int(share * Double(sorted.count))]
        }
    }

    /// The time that a consumer takes for a value; `nil` if no consumer ever asked for another one.
    ///
    /// - Parameters:
    ///   - value: The number of the value's arrival, from 0.
    ///   - delivery: The number of its delivery, from 0.
    func service(of value: Int, delivery: Int) -> UInt64? {
        if !followsOrder, let time = recorded[value] { return time }
        guard !drawn.isEmpty else { return nil }
        let time = drawn[(followsOrder ? delivery : value) % drawn.count]
        return followsOrder ? time : min(time, longest[value] ?? time)
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

    /// Lets each value without a time take a short one, which 5 % of the known times do not exceed, or a long one, which 95 % do not exceed.
    /// Where only the longest possible time is known, it takes none, or that.
    func assuming(short isShort: Bool) -> ServiceTimes {
        var times = self
        let sorted = known.sorted()
        times.followsOrder = false
        let time = sorted.isEmpty ? nil : sorted[Int((isShort ? 0.05 : 0.95) * Double(sorted.count - 1))]
        times.drawn = time.map { time in longest.map { $0.map { isShort ? 0 : $0 } ?? time } } ?? []
        return times
    }
}

extension Collection<UInt64?> {
    /// How well the times repeat after some number of values: the highest correlation with the times that many values later, at most 1. Times
    /// that are all the same, or too few, have none.
    ///
    /// - Complexity: O(1): the first 4,096 times count, and distances up to 64.
    var regularity: Double {
        let times = prefix(4_096).map { $0.map(Double.init) }
        let known = times.compactMap(\.self)
        guard known.count >= 40 else { return 0 }
        let mean = known.reduce(0, +) / Double(known.count)
        let variance = known.reduce(0) { $0 + ($1 - mean) * ($1 - mean) } / Double(known.count)
        guard variance > 0 else { return 0 }
        let correlations = (1...Swift.min(64, times.count / 4)).map { distance in
            let products = zip(times, times.dropFirst(distance)).compactMap { one, other in
                one.flatMap { one in other.map { (one - mean) * ($0 - mean) } }
            }
            return products.count < 20 ? 0 : products.reduce(0, +) / Double(products.count) / variance
        }
        return Swift.min(1, correlations.max() ?? 0)
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

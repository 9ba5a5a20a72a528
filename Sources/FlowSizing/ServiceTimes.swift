import FlowTrace

/// The times that consumers take for values: in the order of the recorded deliveries, again from the first after the last.
///
/// The order of the deliveries, and not the value, decides. A value that was dropped has no time; if it got one of another value, those close
/// to it would be drawn most, and they are the long ones, since values are dropped while a consumer works.
struct ServiceTimes: Sendable {
    /// The time from each delivery to the next request.
    private var services: [UInt64]
    private let recorded: [UInt64]
    /// The times from a request, or from the arrival if that was later, to the delivery of a value: of values that a consumer waited for, and
    /// of values that waited.
    private let handovers: [UInt64]
    private let fetches: [UInt64]

    init(of life: StoreLife) {
        recorded = life.arrivals.compactMap(\.service)
        services = recorded
        handovers = life.arrivals.compactMap { arrival in
            arrival.metIdle ? arrival.delivered.map { $0.since(arrival.time) } : nil
        }
        fetches = life.arrivals.compactMap(\.fetch)
    }

    /// The time that a consumer takes for a value; `nil` if no consumer ever asked for another one.
    ///
    /// - Parameter delivery: The number of the delivery, from 0.
    func service(ofDelivery delivery: Int) -> UInt64? { services.isEmpty ? nil : services[delivery % services.count] }

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

    /// Replaces the services by blocks of successive recorded ones, drawn at random.
    mutating func resample(_ random: inout Lottery) {
        guard recorded.count > 1 else { return }
        let block = max(1, Int(Double(recorded.count).squareRoot()))
        var position = 0
        for index in services.indices {
            if index % block == 0 { position = random.below(recorded.count) }
            services[index] = recorded[position]
            position = (position + 1) % recorded.count
        }
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

import FlowTrace

/// The life of one store: the values that arrived at it, and the demand with which its consumers took them.
///
/// Times are in nanoseconds since the start of the trace.
package struct StoreLife: Sendable {
    /// A value that arrived.
    struct Arrival: Sendable {
        let time: UInt64
        /// For a source that waits: the time that it took for the value; `nil` if the value did not follow another.
        var gap: Gap?
        /// Whether it came with the same read as the value before.
        var continuesRead = false
        /// Whether a consumer waited for it.
        var metIdle: Bool
        /// The time of its delivery; `nil` if it was not delivered.
        var delivered: UInt64?
        /// The time from its delivery to the request that it led to; `nil` if unknown.
        var service: UInt64?
        /// The longest time that the consumer can have taken for it, if `service` is unknown; `nil` without a limit.
        var mostService: UInt64?
        /// For a value that waited, the time from the request that took it to its delivery.
        var fetch: UInt64?
        /// Whether it was lost for lack of room, or of demand.
        var isLost = false
    }

    /// The time that a source took for a value.
    struct Gap: Sendable {
        /// Since it could go on.
        let sinceFree: UInt64
        /// Since its previous value; 0 if the value waited for room.
        let sinceLast: UInt64
        /// Whether the value waited for room, so that the time at which it was ready is unknown.
        let hasWaited: Bool

        func time(of source: StoreHistory.Source) -> UInt64 { source == .fed ? sinceLast : sinceFree }
    }

    /// Demand that a consumer requested after it had received some values.
    struct Grant: Sendable {
        /// The number of values that it had received since its previous grant.
        let after: Int
        /// The demand.
        let units: Int
        /// The time from the delivery of the last of those values.
        let delay: UInt64
    }

    var arrivals: [Arrival] = []
    /// For a stage that joins one value of each input, the times of the values of each, in order.
    var inputs: [EdgeID: [UInt64]] = [:]
    /// The times at which such inputs finished.
    var inputEnds: [EdgeID: UInt64] = [:]
    /// The times at which it passed on the joined values, in order.
    var joined: [UInt64] = []
    /// Demand that followed no delivery, such as the first one of each consumer, in order of time.
    var openings: [(time: UInt64, units: Int)] = []
    /// All other demand, in order of time.
    var grants: [Grant] = []
    /// For a store that stops its producer at a mark: how often the producer was told to go on, by the number of values held then.
    var resumptions: [Int: Int] = [:]
    /// Whether some consumer requested unlimited values.
    var isUnlimited = false
    /// The number of consumers that were subscribed at once, at most.
    var consumers = 0
    /// The number of producers that waited at once, at most.
    var producers = 0
    /// The maximum number of values that it held.
    var peak = 0
    /// The end of its source; `nil` if it did not end.
    var finished: UInt64?
    /// The time at which its last consumer left; `nil` if it did not leave before the end of the source.
    var left: UInt64?
    /// Whether a consumer left before the end of the source, and others went on.
    var consumersChange = false
    /// Whether a consumer left because of a value, before the end of the source.
    var leftAfterValue = false
    /// Whether a consumer received an error.
    var hasFailed = false
    /// The last known moment.
    var end: UInt64 = 0

    /// Adds the demand of a consumer whose later requests are not followed.
    mutating func note(_ demand: Demand, at time: UInt64) {
        guard let count = demand.count else { return isUnlimited = true }
        if count > 0 { openings.append((time, count)) }
    }

    /// Whether each request is for one value. If not, values are requested in batches, by their number.
    var requestsSingly: Bool { grants.allSatisfy { $0.after == 1 && $0.units == 1 } }

    /// The moment up to which its consumers took values; `nil` if they took all that was left after the end of its source.
    var horizon: UInt64? { left ?? (finished == nil ? end : nil) }

    /// The times of the values of each input, in the order of the inputs' edges.
    var orderedInputs: [[UInt64]] { inputs.keys.sorted().compactMap { inputs[$0] } }
    /// The times at which the inputs finished, in the same order; `nil` for one that did not.
    var orderedEnds: [UInt64?] { inputs.keys.sorted().map { inputEnds[$0] } }

    var dropped: Int { arrivals.count { $0.isLost } }
    var delivered: Int { arrivals.count { $0.delivered != nil } }
}

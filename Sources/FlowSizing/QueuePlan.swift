import FlowTrace

/// A store and its surroundings as they might have been.
package struct QueuePlan: Hashable, Sendable {
    /// The maximum number of values that it holds; `nil` without a limit.
    package var capacity: Int?
    /// The number of held values below which a producer goes on that was stopped at the capacity; `nil` for a store without marks.
    package var lowMark: Int?
    /// Whether a full store drops its oldest value instead of the arriving one. Of no effect where the producer waits.
    package var dropsOldest = false
    /// Whether the stream fails when a value finds the store full.
    package var fails = false
    /// The number of consumers for each recorded one.
    package var consumers = 1
    /// The speed of a consumer: 2 if it takes half the time for a value.
    package var speed = 1.0
    /// The rate of the source: 2 if it sends twice as many values in a second.
    package var rate = 1.0
    /// The number of the input whose rate it is, where values of several inputs are joined; `nil` for all.
    package var input: Int?

    /// The rate of one of several inputs, by its number.
    func rate(ofInput number: Int) -> Double { input.map { $0 == number } ?? true ? rate : 1 }

    /// The recorded numbers of a store.
    package init(asRecorded history: StoreHistory) {
        (capacity, lowMark) = (history.capacity, history.lowMark)
        (dropsOldest, fails) = (history.overflow == .dropOldest, history.overflow == .fail)
    }
}

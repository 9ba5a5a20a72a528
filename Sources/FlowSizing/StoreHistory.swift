import FlowOperators
import FlowTrace

/// What a trace tells of a store: its values and its demand in each of its lives, from which a queue of another size can be simulated.
///
/// A store is a stage that holds values: a buffer, a stream of tasks, a channel; or a publisher that drops values without demand, which is a
/// store without room. Stores of one line of code with the same size are one history with several lives.
package struct StoreHistory: Sendable {
    /// The way in which values come.
    package enum Source: Sendable {
        /// At their own times, whether there is room or not.
        case open
        /// One after the other, each made after a request, which comes while there is room.
        case pulled
        /// One after the other, each made in advance, and passed on after a request, which comes while there is room.
        case fed
        /// From producers that wait until their value is taken.
        case senders
    }

    /// The rule by which a stage without a size holds values.
    package enum Keeping: Hashable, Sendable {
        /// Until each other input has a value, as in `zip`.
        case untilAllHave
        /// The newest of each input, as in `combineLatest`.
        case newestOfEach
        /// Values of inner publishers, until they are requested.
        case inner
        /// Until a scheduler has done its work for the earlier ones, as in `receive(on:)`.
        case untilItsTurn
        /// For a time, as in `delay`.
        case untilItsTime
        case other

        init(_ operation: OperatorID) {
            self =
                switch operation {
                case .zip: .untilAllHave
                case .combineLatest, .combineLatestSequence: .newestOfEach
                case .flatMap: .inner
                case .receiveOn: .untilItsTurn
                case .delay: .untilItsTime
                default: .other
                }
        }

        /// Whether other consumers or sources are foretold.
        var isForetold: Bool { self == .untilItsTurn || self == .untilAllHave }
    }

    /// A number by which the simulation with the recorded numbers is held to the recording.
    package enum Count: Hashable, Sendable { case dropped, delivered, held }

    /// A reason to foretell nothing.
    package enum Doubt: Hashable, Sendable {
        /// It holds values by its own rule, and has no size to choose.
        case hasNoSize(Keeping)
        /// Records are missing.
        case gaps
        /// Its size and its policy are unknown.
        case unknownSize
        /// Its producer follows marks, and the low one is unknown.
        case followsMarks
        /// It failed, so the values that would have come are unknown.
        case hasFailed
        /// Its consumers request unlimited values, so nothing waits for them.
        case unlimited
        /// It drops values for each of its several subscribers apart.
        case severalSubscribers
        /// A consumer left before the end of the source, and others went on.
        case consumersChange
        /// A consumer left because of a value, so its time depends on the others.
        case leavesAfterValue
        /// It has no consumer.
        case unread
        /// The demand of its consumers was not recorded.
        case unknownDemand
        /// The demand of its consumer decides what its source may send.
        case demandDecides
        /// It passed on no value.
        case nothingDelivered
        /// An operator above it dropped values for lack of demand, and would drop others.
        case dropsAbove
        /// A stage above it sends values whether they are requested or not, and what it drops is not recorded.
        case sendsUnseen
        /// It requests values while it has room, and its source has dropped none: what it would send with other room is unknown.
        case sourceFollowsRoom
        /// Its consumer is a store that requests values while it has room.
        case feedsStore(String)
        /// The simulation with the recorded numbers drops, delivers or holds another number of values than the store did.
        case misses(Count, simulated: Int, recorded: Int)
    }

    /// Its name, with a number if several stages have it.
    package let name: String
    /// The place in the code; `nil` if unknown.
    package let place: SourcePlace?
    package let operation: OperatorID
    /// Its size; `nil` without a limit.
    package let capacity: Int?
    /// Of a store that stops its producer when it holds as many values as its size: the number below which the producer goes on, as it
    /// most often did; `nil` for any other store.
    package let lowMark: Int?
    /// Its policy when full; `nil` without a limit.
    package let overflow: OverflowPolicy?
    package let source: Source
    /// The rule by which it holds values, if it has no size to choose; else `nil`.
    package let keeping: Keeping?
    /// The name of the stage above that drops the values for which it has no room; `nil` if there is none. Both together are one store,
    /// which drops the arriving value.
    package let dropper: String?
    /// The names of the stages whose values it joins; empty for any other store.
    package let inputs: [String]
    /// The names of the stages that take its values.
    package let consumers: [String]
    /// The number of inner publishers at once, if its consumer is `flatMap(maxPublishers:)`.
    package let slots: Int?
    /// In order of time.
    package let lives: [StoreLife]
    /// Whether it had more values than were read.
    package let isCut: Bool
    /// The first reason to foretell nothing that the records show; `nil` if there is none.
    package let doubt: Doubt?

    /// Whether there can be several consumers: loops or other tasks, or inner publishers of `flatMap`.
    package var takesSeveral: Bool { operation.isOfTasks || slots != nil }

    /// Whether another number of consumers is foretold.
    package var foretellsConsumers: Bool { takesSeveral && !hidesSource }

    /// Whether values of its source waited for room, so that the times at which they were ready are unknown: a faster consumer would get them
    /// earlier, but how much earlier cannot be told.
    package var hidesSource: Bool {
        source == .fed && (lowMark != nil || lives.contains { $0.arrivals.contains { $0.gap?.hasWaited == true } })
    }

    /// Whether there is a size to choose.
    package var hasSize: Bool { keeping == nil }

    /// Whether it passes on one value after the other, each after the work for the last.
    package var takesTurns: Bool { keeping == .untilItsTurn }

    package var arrived: Int { lives.reduce(0) { $0 + $1.arrivals.count } }
    package var delivered: Int { lives.reduce(0) { $0 + $1.delivered } }
    package var dropped: Int { lives.reduce(0) { $0 + $1.dropped } }

    /// The number of values that waited, where the work on a scheduler decides when a value is passed on.
    package var waited: Int { lives.reduce(0) { $0 + $1.arrivals.count { !$0.metIdle } } }

    /// The number of values of each input, in the order of `inputs`.
    package var inputCounts: [Int] { inputs.indices.map { input in inputTimes(input).reduce(0) { $0 + $1.count } } }

    /// The times of an input's values in each life.
    private func inputTimes(_ input: Int) -> [[UInt64]] {
        lives.map(\.orderedInputs).compactMap { $0.indices.contains(input) ? $0[input] : nil }
    }

    /// The values of each input in a second, in the order of `inputs`; `nil` if an input had less than two.
    package var inputRates: [Double?] {
        inputs.indices.map { input in
            let times = inputTimes(input)
            let count = times.reduce(0) { $0 + max(0, $1.count - 1) }
            let span = times.reduce(0.0) { $0 + Double(($1.last ?? 0).since($1.first ?? 0)) }
            return count == 0 || span == 0 ? nil : Double(count) * 1e9 / span
        }
    }

    /// The number of consumers at once, at most; for `flatMap`, the number of its inner publishers.
    package var consumersAtOnce: Int { slots ?? lives.map(\.consumers).max() ?? 0 }

    /// The outcome as it was recorded.
    package var recorded: QueueOutcome {
        lives.reduce(into: QueueOutcome()) { $0.add($1) }
    }
}

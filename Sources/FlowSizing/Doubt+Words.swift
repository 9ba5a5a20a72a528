extension StoreHistory.Doubt {
    /// The reason in words, as the end of a sentence.
    package var words: String {
        switch self {
        case .hasNoSize(let keeping): keeping.words
        case .gaps: "records are missing, so parts of its history are unknown"
        case .unknownSize: "its size and its policy are unknown"
        case .followsMarks: "its producer never went on after a stop, so its low mark is unknown"
        case .hasFailed: "it failed when it was full, and the values that would have come after that are unknown"
        case .unlimited: "its consumer requests unlimited values, so no value waits for demand"
        case .severalSubscribers: "each of its subscribers has its own demand; a buffer for each of them would have its own size"
        case .consumersChange: "a consumer left before the end of its source, and another one went on"
        case .leavesAfterValue: "its consumer left because of a value, which would come at another time with other numbers"
        case .unread: "nobody reads it"
        case .unknownDemand: "the demand of its consumer was not recorded"
        case .demandDecides:
            "the demand of its consumer decides when its source sends, and what the source would do with other demand is unknown"
        case .nothingDelivered: "no consumer received a value, so their times are unknown"
        case .dropsAbove: "a stage above it dropped values without demand, and would drop others with another size"
        case .sourceFollowsRoom:
            "it requests values only while it has room, and what its source would send with more or less room is unknown"
        case .sendsUnseen: "a stage above it sends values even without demand, and the values that it drops are not recorded"
        case .feedsStore(let store):
            "its consumer, \(store), requests values while it has room; the size to choose is that of \(store)"
        case .misses(.dropped, let simulated, let recorded):
            "with the recorded numbers the simulation drops \(simulated) values, but \(recorded) were dropped; \(Self.strangers)"
        case .misses(.delivered, let simulated, let recorded):
            "with the recorded numbers the simulation delivers \(simulated) values, but \(recorded) were delivered; \(Self.strangers)"
        case .misses(.held, let simulated, let recorded):
            "with the recorded numbers the simulation holds at most \(simulated) values, but \(recorded) were held; \(Self.strangers)"
        }
    }

    private static let strangers = "source and consumer do not behave as assumed"
}

extension StoreHistory.Keeping {
    /// The reason why there is no size to choose.
    package var words: String {
        switch self {
        case .untilAllHave: "it holds a value until each other input has one, so it has no size; its slowest input decides"
        case .newestOfEach: "it holds the newest value of each input, so it has no size; a newer value replaces it"
        case .inner:
            "it holds values of its inner publishers until they are requested, so it has no size; a buffer above it shows what "
                + "another maxPublishers would change"
        case .untilItsTurn: "it passes on each value in its turn, and holds as many as wait for that, so it has no size"
        case .untilItsTime: "it passes on each value after a time, and holds those that came since, so it has no size"
        case .other: "it holds values by its own rule, so it has no size"
        }
    }
}

extension OperatorCatalogue {
    /// The stages of Swift concurrency. Operators that also exist for publishers share a row if their laws are the same; these
    /// rows are for the others.
    static let concurrency: [OperatorRow] = [
        // Yielded values have marks, so the records state the stream's buffer exactly.
        OperatorRow(
            .continuation, "yield", types: ["Continuation", "ProducerSource"], role: .source,
            law: .law(.oneToOne, makesValues: true)),
        stream(.asyncStream, "AsyncStream"), stream(.asyncThrowingStream, "AsyncThrowingStream"),
        // A channel holds nothing: its values wait in its producers' calls of `send`.
        OperatorRow(.send, "send", types: ["ChannelSend"], role: .source, law: .law(.oneToOne, makesValues: true)),
        stream(.asyncChannel, "AsyncChannel"), stream(.asyncThrowingChannel, "AsyncThrowingChannel"),
        OperatorRow(
            .forAwait, "for await", types: ["ForAwait"], role: .sink,
            law: .none(because: "for await ends a stream: nothing comes out of it")),
        // `values` requests one value of its publisher on each request.
        OperatorRow(.values, "values", types: ["AsyncPublisher", "AsyncThrowingPublisher"], law: .law(.oneToOne)),
        // `flatMap` requests one value at a time from the inner sequences, and passes it on immediately.
        OperatorRow(
            .flatMapSequences, "flatMap", types: ["AsyncFlatMapSequence", "AsyncThrowingFlatMapSequence"], law: .law(.oneToMany)),
        OperatorRow(
            .flatMapLatest, "flatMapLatest", types: ["AsyncFlatMapLatestSequence"],
            law: .none(because: "flatMapLatest does not report the values that it discards from a replaced sequence")),
        OperatorRow(.joined, "joined", types: ["AsyncJoinedSequence"], law: .law(.oneToMany)),
        OperatorRow(
            .joinedBySeparator, "joined(separator:)", types: ["AsyncJoinedBySeparatorSequence"],
            law: .law(.oneToMany, makesValues: true)),
        OperatorRow(.chain, "chain", types: ["AsyncChain2Sequence", "AsyncChain3Sequence"], law: .law(.oneToOne)),
        OperatorRow(
            .reductions, "reductions",
            types: [
                "AsyncExclusiveReductionsSequence", "AsyncInclusiveReductionsSequence",
                "AsyncThrowingExclusiveReductionsSequence",
                "AsyncThrowingInclusiveReductionsSequence",
            ], law: .law(.oneToOne)),
        OperatorRow(
            .interspersed, "interspersed", types: ["AsyncInterspersedSequence", "AsyncThrowingInterspersedSequence"],
            law: .law(.oneToOne, makesValues: true)),
        OperatorRow(.compacted, "compacted", types: ["AsyncCompactedSequence"], law: .law(.oneOrNone)),
        // One pair for each value except the first.
        OperatorRow(.adjacentPairs, "adjacentPairs", types: ["AsyncAdjacentPairsSequence"], law: .law(.oneOrNone)),
        gathering(.chunks, "chunks(ofCount:)", types: "AsyncChunksOfCountSequence"),
        gathering(
            .chunked, "chunked", types: "AsyncChunkedByGroupSequence", "AsyncChunkedOnProjectionSequence", "ChunkedBySignal"),
        gathering(.chunksOrSignal, "chunks(ofCount:or:)", types: "AsyncChunksOfCountOrSignalSequence"),
        // A task for each input fetches one value ahead.
        OperatorRow(
            .mergeSequence, "merge", types: ["AsyncMerge2Sequence", "AsyncMerge3Sequence"],
            law: .law(.oneToOne, keeps: .everything), holds: HoldingRule(leaving: .equal)),
        // Values that arrived before they were requested leave one by one.
        OperatorRow(
            .combineLatestSequence, "combineLatest", types: ["AsyncCombineLatest2Sequence", "AsyncCombineLatest3Sequence"],
            law: .law(.latestOfEach), holds: HoldingRule(leaving: .newestOfEach), waits: firstOfEach),
        OperatorRow(
            .bufferSequence, "buffer", types: ["AsyncBufferSequence"], role: .buffer, law: .law(.oneToOne, keeps: .asRecorded),
            holds: HoldingRule(keeping: .asRecorded)),
        OperatorRow(
            .debounceSequence, "debounce", types: ["AsyncDebounceSequence"], law: .law(.oneToOne, keeps: .asRecorded),
            holds: HoldingRule(keeping: .oneAsTold),
            waits: OperatorWait("waits for silence", until: "the silence was long enough")),
        OperatorRow(
            .throttleSequence, "_throttle", types: ["_AsyncThrottleSequence"], law: .law(.oneToOne, keeps: .asRecorded),
            holds: HoldingRule(keeping: .newestOrOldest), waits: interval),
        OperatorRow(
            .throttleReducing, "_throttle(reducing:)", types: ["ThrottleReducing"], law: .law(.manyToOne, keeps: .group),
            holds: HoldingRule(leaving: .all), waits: interval),
        OperatorRow(
            .shareSequence, "share", types: ["ShareSequence"], law: .law(.fanOut, keeps: .asRecorded, makesValues: true),
            holds: HoldingRule(source: .feeder, keeping: .asRecorded)),
    ]

    /// A stage that is named after its type, and records the fate of each value.
    private static func stream(_ id: OperatorID, _ name: String) -> OperatorRow {
        OperatorRow(id, name, types: [name], role: .buffer, law: .law(.oneToOne, keeps: .asRecorded))
    }

    /// The wait of `_throttle`, which has no timer: a held value leaves, or is dropped, when the next value arrives.
    private static let interval = OperatorWait(
        "waits for a value after its interval", until: "its interval was over")

    /// An operator that makes collections of values.
    private static func gathering(_ id: OperatorID, _ name: String, types: String...) -> OperatorRow {
        OperatorRow(
            id, name, types: types, law: .law(.manyToOne, keeps: .group), holds: HoldingRule(leaving: .counted),
            waits: OperatorWait("waits until its chunk is complete", until: "its chunk is complete"))
    }
}

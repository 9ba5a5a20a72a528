extension OperatorCatalogue {
    private static let passedOn = OperatorLaw.law(.oneToOne, keeps: .everything)
    private static let asRecorded = OperatorLaw.law(.oneToOne, keeps: .asRecorded)

    /// The wait of an operator that combines streams once each has sent a value.
    static let firstOfEach = OperatorWait("waits for a first value of every input", until: "every input had one")

    /// Operators that join several streams.
    static let joins: [OperatorRow] = [
        OperatorRow(.merge, "merge", or: "mergeMany", types: ["MergeMany"], law: passedOn),
        OperatorRow(
            .zip, "zip", or: "zip3", "zip4", types: ["Zip", "Zip3", "Zip4", "AsyncZip2Sequence", "AsyncZip3Sequence"],
            law: .law(.oneOfEach, keeps: .everything),
            holds: HoldingRule(leaving: .oldestOfEach),
            waits: OperatorWait("waits for a value of every input", until: "every input had one"),
            breaks: [
                .beforeSubscription: "passes on a failure before it has handed over its subscription",
                .afterTerminal: "finishes again with each value that still comes to it",
            ]),
        // Even without demand, a newer value replaces an unsent one.
        OperatorRow(
            .combineLatest, "combineLatest", types: ["CombineLatest"], law: .law(.latestOfEach),
            holds: HoldingRule(leaving: .newestOfEach, keeping: .newest), waits: firstOfEach),
        // Values given as elements do not come from a recorded stream.
        OperatorRow(.append, "append", law: .law(.oneToOne, makesValues: true)),
        OperatorRow(.prepend, "prepend", law: .law(.oneToOne, makesValues: true)),
        // `append` and `prepend` have one type, which does not reveal which of its streams is the receiver.
        OperatorRow(.appendOrPrepend, "append/prepend", types: ["Concatenate"], law: .law(.oneToOne)),
    ]

    /// Streams of streams.
    static let flattening: [OperatorRow] = [
        OperatorRow(
            .flatMap, "flatMap", types: ["FlatMap"], law: .law(.oneToMany, keeps: .everything),
            holds: HoldingRule(source: .inner, entering: .unlessPassedOn, cancelling: .dropsAfterDelivering),
            breaks: [
                .afterCancel: "delivers on what it holds when it is cancelled within a request",
                .afterTerminal: "delivers on what it holds when it fails within a request",
            ]), OperatorRow(.switchToLatest, "switchToLatest", types: ["SwitchToLatest"], law: .law(.oneToMany)),
    ]

    private static let hands = OperatorWait("hands it to its scheduler", until: "the scheduler got round to it")
    private static let deliversLate = "delivers what it holds when its upstream had ended before the cancel"

    /// Operators that wait for time or for a scheduler.
    static let timing: [OperatorRow] = [
        OperatorRow(
            .delay, "delay", types: ["Delay"], law: passedOn, holds: HoldingRule(cancelling: .dropsUnlessUpstreamEnded),
            waits: OperatorWait("keeps it for its time", until: "its time was over"), breaks: [.afterCancel: deliversLate]),
        OperatorRow(
            .debounce, "debounce", types: ["Debounce"], law: asRecorded,
            holds: HoldingRule(keeping: .newest, dropsAtUpstreamEnd: true),
            waits: OperatorWait("waits for silence", until: "the silence was long enough")),
        OperatorRow(
            .throttle, "throttle", types: ["Throttle"], law: asRecorded,
            holds: HoldingRule(entering: .whileDemanded, keeping: .newestOrOldest),
            waits: OperatorWait("waits for the end of its interval", until: "its interval was over")),
        OperatorRow(.timeout, "timeout", types: ["Timeout"], law: passedOn, holds: HoldingRule(), waits: hands),
        OperatorRow(
            .receiveOn, "receive(on:)", or: "receive", types: ["ReceiveOn"], law: passedOn,
            holds: HoldingRule(cancelling: .dropsUnlessUpstreamEnded), waits: hands, breaks: [.afterCancel: deliversLate]),
        OperatorRow(.subscribeOn, "subscribe(on:)", or: "subscribe", types: ["SubscribeOn"], law: .law(.oneToOne)),
    ]

    /// Operators whose purpose is to hold or request values.
    static let backpressure: [OperatorRow] = [
        OperatorRow(
            .buffer, "buffer", types: ["Buffer"], role: .buffer, law: asRecorded,
            holds: HoldingRule(leaving: .batch, keeping: .limited),
            breaks: [
                .notSerial: "delivers from two threads at once",
                .afterCancel: "delivers all that a request took out of it when it is cancelled meanwhile",
                .beforeSubscription: "passes on a failure before it has handed over its subscription",
            ]),
        // An operator of FlowCore, which records its buffer.
        OperatorRow(.recordedBuffer, "buffer", or: "recordedBuffer", types: ["RecordedBuffer"], role: .buffer, law: asRecorded),
        OperatorRow(.pace, "pace", types: ["Pace"], role: .pace, law: .law(.oneToOne)),
        OperatorRow(.probe, "probe", types: ["GatedProbe"], law: .law(.oneToOne)),
    ]

    /// One stream for several subscribers.
    static let sharing: [OperatorRow] = [
        OperatorRow(.share, "share", types: ["Share"], law: .law(.fanOut)),
        OperatorRow(
            .shareReplay, "shareReplay", types: ["ShareReplay"], role: .replay,
            law: .law(.fanOut, keeps: .asRecorded, makesValues: true)),
        OperatorRow(.multicast, "multicast", types: ["Multicast"], law: .law(.fanOut)),
        OperatorRow(.makeConnectable, "makeConnectable", types: ["MakeConnectable"], law: .law(.fanOut)),
        OperatorRow(.autoconnect, "autoconnect", types: ["Autoconnect"], law: .law(.fanOut)),
        OperatorRow(.connect, "connect", law: .none(because: "connect lets a publisher send, and passes nothing on")),
        OperatorRow(
            .eraseToAnyPublisher, "eraseToAnyPublisher",
            law: .none(because: "eraseToAnyPublisher changes a type only, and has no place in a graph")),
    ]

    private static func end(_ id: OperatorID, _ name: String, type: String) -> OperatorRow {
        OperatorRow(id, name, types: [type], role: .sink, law: .none(because: "\(name) ends a stream: nothing comes out of it"))
    }

    /// The ends of streams.
    static let ends: [OperatorRow] = [
        end(.sink, "sink", type: "Sink"), end(.assign, "assign", type: "Assign"),
        end(.pausableSink, "pausableSink", type: "PausableSink"),
    ]
}

extension OperatorCatalogue {
    /// The law of a source, which sends all offered values.
    private static let offers = OperatorLaw.law(.oneToOne, makesValues: true)

    private static func source(_ id: OperatorID, _ name: String, types: String...) -> OperatorRow {
        OperatorRow(id, name, types: types, role: .source, law: offers)
    }

    /// Publishers without an upstream.
    static let sources: [OperatorRow] = [
        source(.just, "Just", types: "Just"),
        source(.empty, "Empty", types: "Empty"),
        source(.fail, "Fail", types: "Fail"),
        source(.future, "Future", types: "Future"),
        source(.record, "Record", types: "Record"),
        source(.deferred, "Deferred", types: "Deferred"),
        source(.publisher, "publisher", types: "Sequence", "Optional", "Result"),
        source(.notifications, "publisher(for:)", types: "NotificationCenter"),
        source(.dataTask, "dataTaskPublisher", types: "DataTaskPublisher"),
        source(.timerPublish, "Timer.publish", types: "TimerPublisher"),
        source(.timer, "timer", types: "SchedulerTimer", "DispatchTimer"),
        source(.interval, "interval"),
        source(.marbles, "marbles", types: "Marbles"),
        source(.keys, "keys"),
    ]

    /// A subject holds nothing, or the newest value, for a subscriber without demand.
    private static let keepsNone = HoldingRule(source: .feeder, entering: .unlessPassedOn, keeping: .nothing)
    private static let keepsNewest = HoldingRule(source: .feeder, entering: .unlessPassedOn, keeping: .newest)
    private static let toEach = OperatorLaw.law(.fanOut, keeps: .asRecorded)
    private static let newestToEach = OperatorLaw.law(.fanOut, keeps: .asRecorded, makesValues: true)

    /// Publishers of values sent by the program.
    static let subjects: [OperatorRow] = [
        OperatorRow(
            .passthroughSubject, "PassthroughSubject", types: ["PassthroughSubject"], role: .source, law: toEach, holds: keepsNone
        ),
        OperatorRow(
            .currentValueSubject, "CurrentValueSubject", types: ["CurrentValueSubject"], role: .source, law: newestToEach,
            holds: keepsNewest), OperatorRow(.published, "published", types: ["Published"], role: .source, law: newestToEach),
        OperatorRow(
            .publishedSubject, "publishedSubject", types: ["PublishedSubject"], role: .source, law: newestToEach,
            holds: keepsNewest),
        OperatorRow(
            .objectWillChange, "observableObjectPublisher", or: "objectWillChange", types: ["ObservableObjectPublisher"],
            role: .source, law: toEach),
    ]
}

/// What a family of operators does with the number of its values, by which its ledger is kept: one row an operator.
public struct FlowLaw: Hashable, Sendable {
    /// How many values come out for those that go in.
    public enum Family: Hashable, Sendable, CaseIterable {
        /// One for each.
        case oneToOne
        /// One for each, or none: what is left out is filtered.
        case oneOrNone
        /// One for many: what is collected, counted or compared waits for the result.
        case manyToOne
        /// One for one value of every input.
        case oneOfEach
        /// For each value of the first input a publisher, and for each value of theirs one.
        case oneToMany
        /// One for each subscriber.
        case fanOut
        /// Not known: nothing is said of what should come out.
        case unknown

        /// The words for it: `one to one`.
        public var name: String {
            switch self {
            case .oneToOne: "one to one"
            case .oneOrNone: "one to one or none"
            case .manyToOne: "many to one"
            case .oneOfEach: "one of each input"
            case .oneToMany: "one to many"
            case .fanOut: "one to each subscriber"
            case .unknown: "unknown"
            }
        }
    }

    /// What an operator keeps.
    enum Keeping: Hashable, Sendable {
        /// Nothing beyond the call that brings a value.
        case nothing
        /// Everything until it passes it on: what is missing below waits, or is lost with the end.
        case everything
        /// What only its store tells.
        case asTold
    }

    /// How many come out.
    public let family: Family
    let keeping: Keeping
    /// Whether it sends values that no input brought.
    let makesValues: Bool

    private init(_ family: Family, _ keeping: Keeping = .nothing, makesValues: Bool = false) {
        self.family = family
        self.keeping = keeping
        self.makesValues = makesValues
    }

    /// The law of an operator by its name in a chain; ``unknown`` where the table has no row for it.
    public static func law(of name: String) -> FlowLaw {
        table[name] ?? unknown
    }

    /// The law of what the table does not know.
    public static let unknown = FlowLaw(.unknown)

    /// Whether each subscription goes through to a subject behind the operator, which is what shares: one input for each subscriber.
    func isSharedByEach(of inputs: Int) -> Bool {
        family == .fanOut && keeping == .nothing && inputs > 1
    }

    private static let table: [String: FlowLaw] = {
        var table: [String: FlowLaw] = [:]
        for (law, names) in rows { for name in names { table[name] = law } }
        return table
    }()

    private static let rows: [(FlowLaw, [String])] = [
        (
            FlowLaw(.oneToOne),
            [
                "map", "tryMap", "scan", "tryScan", "encode", "decode", "handleEvents", "print", "breakpoint", "setFailureType",
                "mapError", "assertNoFailure", "measureInterval", "pace", "subscribe(on:)", "append", "catch", "tryCatch",
                "retry",
            ]
        ),
        (FlowLaw(.oneToOne, makesValues: true), ["replaceEmpty", "replaceError"]),
        (FlowLaw(.oneToOne, .everything), ["receive(on:)", "delay", "timeout", "mergeMany"]),
        (FlowLaw(.oneToOne, .asTold), ["buffer", "recordedBuffer", "debounce", "throttle"]),
        (
            FlowLaw(.oneOrNone),
            [
                "filter", "tryFilter", "compactMap", "tryCompactMap", "unwrap", "removeDuplicates", "tryRemoveDuplicates",
                "dropFirst", "drop(while:)", "tryDrop(while:)", "drop(untilOutputFrom:)", "output", "prefix(while:)",
                "tryPrefix(while:)", "prefix(untilOutputFrom:)", "first", "first(where:)", "tryFirst(where:)", "ignoreOutput",
            ]
        ),
        (
            FlowLaw(.manyToOne, .everything),
            [
                "collect", "reduce", "tryReduce", "count", "max", "tryMax", "contains", "contains(where:)", "tryContains(where:)",
                "allSatisfy", "tryAllSatisfy", "last", "last(where:)", "tryLast(where:)",
            ]
        ),
        (FlowLaw(.manyToOne, .asTold), ["collect(n)"]),
        (FlowLaw(.oneOfEach, .everything), ["zip", "zip3", "zip4"]),
        (FlowLaw(.oneToMany, .everything), ["flatMap"]),
        (FlowLaw(.oneToMany), ["switchToLatest"]),
        (FlowLaw(.fanOut), ["share", "multicast", "makeConnectable", "autoconnect"]),
        (FlowLaw(.fanOut, .asTold), ["PassthroughSubject"]),
        (FlowLaw(.fanOut, .asTold, makesValues: true), ["CurrentValueSubject", "published", "publishedSubject", "shareReplay"]),
    ]
}

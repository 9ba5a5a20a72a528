import FlowPlayground
import Testing

@Suite("Examples of the table")
struct ExampleTests {
    /// The output of each row's example within 20 seconds, by group and name.
    private static let outputs: [String: [String]] = [
        "Sources/marbles": ["0 s output A", "0.25 s output B", "0.75 s output C", "1 s output finished"],
        "Sources/publisher": ["0 s output 1", "0 s output 2", "0 s output 3", "0 s output finished"],
        "Sources/Just": ["0 s output hello", "0 s output finished"],
        "Sources/Empty": ["0 s output finished"],
        "Sources/Fail": ["0 s output failure no network"],
        "Sources/interval": ["1 s output 1", "2 s output 2", "3 s output 3", "4 s output finished"],
        "Sources/Timer.publish": ["1 s output 1 s", "2 s output 2 s", "3 s output finished"],
        "Sources/Deferred": ["0 s output 1", "0 s output 2", "0 s output finished"],
        "Sources/keys": [],
        "Sources/PassthroughSubject": [],
        "Sources/CurrentValueSubject": ["0 s output 5"],
        "Values one by one/map": ["0 s output 10", "0 s output 20", "0 s output 30", "0 s output finished"],
        "Values one by one/tryMap": ["0 s output 10", "0 s output 20", "0 s output 0", "0 s output finished"],
        "Values one by one/compactMap": ["0 s output 1", "0 s output 3", "0 s output finished"],
        "Values one by one/tryCompactMap": ["0 s output 1", "0 s output finished"],
        "Values one by one/filter": ["0 s output 2", "0 s output 4", "0 s output finished"],
        "Values one by one/tryFilter": ["0 s output 2", "0 s output 3", "0 s output finished"],
        "Values one by one/removeDuplicates": ["0 s output 1", "0 s output 2", "0 s output 1", "0 s output finished"],
        "Values one by one/scan": ["0 s output 1", "0 s output 3", "0 s output 6", "0 s output finished"],
        "Values one by one/tryScan": ["0 s output 1", "0 s output 3", "0 s output 6", "0 s output finished"],
        "Values one by one/replaceNil": ["0 s output 0", "0 s output finished"],
        "Values one by one/ignoreOutput": ["0 s output finished"],
        "Values one by one/replaceEmpty": ["0 s output 7", "0 s output finished"],
        "Errors/catch": ["0 s output a", "0.25 s output b", "0.5 s output x", "0.5 s output finished"],
        "Errors/tryCatch": ["0 s output a", "0.25 s output b", "0.5 s output x", "0.5 s output finished"],
        "Errors/replaceError": ["0 s output a", "0.25 s output b", "0.5 s output x", "0.5 s output finished"],
        "Errors/mapError": ["0 s output a", "0.25 s output failure lost: failed"],
        "Errors/setFailureType": ["0 s output 1", "0 s output 2", "0 s output failure end"],
        "Errors/retry": ["0 s output a", "0.25 s output a", "0.5 s output x", "0.5 s output finished"],
        "Many values to one/reduce": ["0 s output 6", "0 s output finished"],
        "Many values to one/tryReduce": ["0 s output 6", "0 s output finished"],
        "Many values to one/collect": ["0 s output [1, 2]", "0 s output [3]", "0 s output finished"],
        "Many values to one/count": ["0 s output 2", "0 s output finished"],
        "Many values to one/min": ["0 s output 1", "0 s output finished"],
        "Many values to one/max": ["0 s output 3", "0 s output finished"],
        "Many values to one/contains": ["0 s output true", "0 s output finished"],
        "Many values to one/allSatisfy": ["0 s output false", "0 s output finished"],
        "Many values to one/first": ["0 s output 2", "0 s output finished"],
        "Many values to one/last": ["0 s output 3", "0 s output finished"],
        "Parts of a stream/prefix": ["0 s output 1", "0 s output 2", "0 s output finished"],
        "Parts of a stream/dropFirst": ["0 s output 2", "0 s output 3", "0 s output finished"],
        "Parts of a stream/drop": ["0 s output 3", "0 s output 1", "0 s output finished"],
        "Parts of a stream/output": ["0 s output b", "0 s output finished"],
        "Parts of a stream/append": ["0 s output 1", "0 s output 2", "0 s output 3", "0 s output 4", "0 s output finished"],
        "Parts of a stream/prepend": ["0 s output 1", "0 s output 2", "0 s output 3", "0 s output finished"],
        "Several streams/merge": ["0 s output a", "0.25 s output x", "0.5 s output b", "0.75 s output y", "1 s output finished"],
        "Several streams/zip": ["0 s output 1a", "0 s output 2b", "0 s output finished"],
        "Several streams/combineLatest": ["0.25 s output a1", "0.75 s output b1", "0.75 s output b2", "1 s output finished"],
        "Several streams/flatMap": [
            "0 s output a1", "0.25 s output a2", "0.75 s output b1", "1 s output b2", "1.25 s output finished",
        ],
        "Several streams/switchToLatest": ["0.25 s output a1", "0.75 s output b1", "1 s output b2", "1.25 s output finished"],
        "Time/delay": ["1 s output a", "1.25 s output b", "1.5 s output finished"],
        "Time/debounce": ["0.75 s output b", "1.75 s output c", "2.25 s output finished"],
        "Time/throttle": ["0 s output a", "1 s output d", "2 s output h", "2 s output finished"],
        "Time/timeout": ["0 s output a", "0.75 s output b", "1.75 s output finished"],
        "Time/measureInterval": ["0 s output 0 s", "0.5 s output 0.5 s", "1.25 s output 0.75 s", "1.5 s output finished"],
        "Time/receive": ["0 s output 1", "0 s output 2", "0 s output finished"],
        "Time/subscribe": ["0 s output 1", "0 s output 2", "0 s output finished"],
        "Backpressure/buffer": ["0 s output A", "1 s output C", "2 s output E", "3 s output F", "4 s output finished"],
        "Backpressure/pace": ["0 s output 1", "1 s output 2", "2 s output 3", "2 s output finished"],
        "Sharing and looking/share": [
            "0 s output a1", "0 s output 2 a2", "0.25 s output b1", "0.25 s output 2 b2", "0.5 s output finished",
            "0.5 s output 2 finished",
        ],
        "Sharing and looking/shareReplay": ["0 s output a", "0.25 s output b", "0.5 s output finished"],
        "Sharing and looking/multicast": ["0 s output 1", "0 s output 2", "0 s output finished"],
        "Sharing and looking/makeConnectable": ["0 s output 1", "0 s output 2", "0 s output finished"],
        "Sharing and looking/connect": ["0 s output 1", "0 s output 2", "0 s output finished"],
        "Sharing and looking/autoconnect": ["0 s output 1", "0 s output 2", "0 s output finished"],
        "Sharing and looking/handleEvents": ["0 s output 1", "0 s output 2", "0 s output finished"],
        "Sharing and looking/print": ["0 s output 1", "0 s output 2", "0 s output finished"],
        "Sharing and looking/eraseToAnyPublisher": ["0 s output 2", "0 s output finished"],
        "Sinks/sink": ["0 s output 1", "0 s output 2", "0 s output finished"],
        "Sinks/pausableSink": ["0 s output 1", "0 s output 2"],
        "Values to write/seconds": ["0.5 s output a", "0.75 s output b", "1 s output finished"],
        "Values to write/milliseconds": ["1 s output a", "1.25 s output b", "1.5 s output finished"],
        "Values to write/microseconds": ["1 s output a", "1.25 s output b", "1.5 s output finished"],
        "Values to write/nanoseconds": ["1 s output a", "1.25 s output b", "1.5 s output finished"],
        "Values to write/unlimited": ["0 s output 1", "0 s output 2", "0 s output finished"],
        "Values to write/max": ["0 s output 1", "0 s output 2", "0 s output finished"],
        "Values to write/byRequest": ["0 s output A", "1 s output B", "2 s output C", "3 s output E", "4 s output finished"],
        "Values to write/keepFull": ["0 s output A", "1 s output B", "2 s output C", "3 s output E", "4 s output finished"],
        "Values to write/dropOldest": ["0 s output A", "1 s output C", "2 s output D", "3 s output E", "4 s output finished"],
        "Values to write/dropNewest": ["0 s output A", "1 s output B", "2 s output C", "3 s output E", "4 s output finished"],
        "Values to write/customError": ["0 s output A", "1 s output B", "1 s output failure full"],
        "Values to write/byTime": [
            "1 s output [\"a\", \"b\", \"c\", \"d\"]", "1.5 s output [\"e\", \"f\"]", "1.5 s output finished",
        ],
        "Values to write/byTimeOrCount": [
            "0.5 s output [\"a\", \"b\", \"c\"]", "1 s output [\"d\"]", "1.5 s output [\"e\", \"f\"]", "1.5 s output finished",
        ],
        "Values to write/main": ["0 s output 1", "0 s output finished"],
        "Values to write/common": ["1 s output 1 s", "2 s output finished"],
        "Values to write/FlowError": ["0 s output failure no network"],
        "In closures/Int": ["0 s output 0", "0 s output 0", "0 s output finished"],
        "In closures/Double": ["0 s output 0.5", "0 s output 1.0", "0 s output finished"],
        "In closures/String": ["0 s output #1", "0 s output #2", "0 s output finished"],
        "In closures/Optional": ["0 s output 1", "0 s output 2", "0 s output finished"],
        "In closures/abs": ["0 s output 1", "0 s output 2", "0 s output finished"],
        "In closures/min": ["0 s output 1", "0 s output 3", "0 s output finished"],
        "In closures/max": ["0 s output 3", "0 s output 5", "0 s output finished"],
        "In closures/isMultiple": ["0 s output false", "0 s output true", "0 s output finished"],
        "In closures/rounded": ["0 s output 1.0", "0 s output 2.0", "0 s output finished"],
        "In closures/count": ["0 s output 2", "0 s output 1", "0 s output finished"],
        "In closures/isEmpty": ["0 s output false", "0 s output false", "0 s output finished"],
        "In closures/message": ["0 s output a", "0.25 s output lost: failed", "0.25 s output finished"],
        "In closures/uppercased": ["0 s output AB", "0 s output C", "0 s output finished"],
        "In closures/lowercased": ["0 s output ab", "0 s output c", "0 s output finished"],
        "In closures/hasPrefix": ["0 s output true", "0 s output false", "0 s output finished"],
        "In closures/hasSuffix": ["0 s output true", "0 s output false", "0 s output finished"],
        "In closures/contains": ["0 s output true", "0 s output finished"],
        "In closures/first": ["0 s output 3", "0 s output finished"],
        "In closures/last": ["0 s output 2", "0 s output finished"],
        "In closures/sorted": ["0 s output [1, 2, 3]", "0 s output finished"],
        "In closures/joined": ["0 s output 3-1-2", "0 s output finished"],
        "Sources/AnyPublisher": ["0 s output 1", "0 s output 2", "0 s output finished"],
        "Errors/assertNoFailure": ["0 s output 1", "0 s output 2", "0 s output finished"],
        "Several streams/Publishers.Merge": [
            "0 s output a", "0.25 s output x", "0.5 s output b", "0.75 s output y", "1 s output finished",
        ],
        "Several streams/Publishers.MergeMany": ["0 s output 1", "0 s output 2", "0 s output finished"],
        "Several streams/Publishers.CombineLatest": [
            "0.25 s output a1", "0.75 s output b1", "0.75 s output b2", "1 s output finished",
        ],
        "Several streams/Publishers.Zip": ["0 s output (1, \"a\")", "0 s output (2, \"b\")", "0 s output finished"],
        "Several streams/Publishers.Concatenate": ["0 s output 1", "0 s output 2", "0 s output 3", "0 s output finished"],
        "Sharing and looking/breakpoint": ["0 s output 1", "0 s output 2", "0 s output finished"],
        "Sinks/subscribe": [
            "0 s output 2 1", "0 s output 10", "0 s output 2 2", "0 s output 20", "0 s output 2 finished", "0 s output finished",
        ],
        "Values to write/now": ["0 s output 1", "0 s output finished"],
        "Values to write/finished": ["0 s output 1", "0 s output finished"],
        "Scripts/Set": ["0 s output 1", "0 s output 2", "0 s output finished"],
        "Scripts/send": ["0 s output 1"],
        "Scripts/value": ["0 s output 5", "0 s output 6"],
        "Scripts/store": ["0 s output 1", "0 s output 2", "0 s output finished"],
        "Scripts/cancel": ["0 s output 1"],
        "Scripts/wait": ["1 s output 1"],
        "Scripts/asyncAfter": ["0.5 s output 1"],
        "In closures/map": ["0 s output [6, 2, 4]", "0 s output finished"],
        "In closures/filter": ["0 s output [3, 2]", "0 s output finished"],
        "In closures/reduce": ["0 s output 6", "0 s output finished"],
        "In closures/forEach": ["0 s output 3", "0 s output finished"],
    ]

    private static func key(_ row: Operator) -> String {
        "\(row.group.rawValue)/\(row.name)"
    }

    @Test func `each row has its outputs here, and nothing else has`() {
        #expect(Set(ExampleTests.outputs.keys) == Set(OperatorTable.operators.map(ExampleTests.key)))
    }

    @Test(arguments: OperatorTable.operators.map { (key($0), $0.example) })
    func `an example gives what is known of it`(key: String, example: String) throws {
        let history = try ChainHistory(example, until: 20)

        #expect(history.run.problem == nil)
        #expect(history.outputs.map(\.description) == ExampleTests.outputs[key])
    }

    @Test(arguments: OperatorTable.operators.map { ($0.name, $0.example) })
    func `an example uses what it is an example of`(name: String, example: String) {
        #expect(example.contains(name))
    }

    @Test(arguments: OperatorTable.operators.map { ($0.name, $0.signatures) })
    func `a row says what it takes, as Swift declares it`(name: String, signatures: [String]) {
        #expect(!signatures.isEmpty)
        #expect(signatures.allSatisfy { $0.contains("->") })
    }

    @Test(arguments: OperatorTable.operators.map { ($0.name, $0.summary) })
    func `a row says in a sentence what it does`(name: String, summary: String) {
        #expect(summary.hasSuffix(".") && summary.count <= 120 && summary.first?.isUppercase == true)
    }

    @Test(arguments: OperatorTable.operators.map(\.example))
    func `what comes out stands on the output lane of the trace too`(example: String) throws {
        let history = try ChainHistory(example, until: 20)

        let traced = history.lines { lane, kind in lane.hasPrefix("output") && [.value, .finished, .failure].contains(kind) }

        #expect(traced == history.outputs.map { "\($0.sink) \($0.time.traceTime) \($0.text)" })
    }
}

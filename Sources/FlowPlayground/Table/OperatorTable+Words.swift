import FlowCore
import FlowCombine

extension OperatorTable {
    private static func duration(_ name: String, nanoseconds scale: Int) -> Operator {
        Operator(
            name, .words, "A stretch of time.", example: "marbles(\"ab|\").delay(for: .\(name)(\(1_000_000_000 / scale))).sink()",
            whole(name, nanoseconds: scale))
    }

    private static func whole(_ name: String, nanoseconds scale: Int) -> Overload {
        .member("\(name)(_ count: Int) -> Duration") { call throws(Stop) in
            let (length, overflow) = call.int(0).multipliedReportingOverflow(by: scale)
            guard !overflow, abs(length) <= farthest else { throw call.fault("this is longer than 30 years") }
            return .duration(.nanoseconds(length))
        }
    }

    /// The longest duration in nanoseconds, short enough that sums do not overflow.
    private static let farthest = 1_000_000_000_000_000_000

    private static func symbol(
        _ name: String, _ summary: String, example: String, _ text: String, _ value: Value.Symbol
    ) -> Operator { Operator(name, .words, summary, example: example, .member(text) { _ in .symbol(value) }) }

    private static func buffer(_ prefetch: String, _ strategy: String) -> String {
        "marbles(\"ABCDE|\").buffer(size: 2, prefetch: .\(prefetch), whenFull: .\(strategy)).pace(.seconds(1)).sink()"
    }

    static let words: [Operator] = [
        Operator(
            "seconds", .words, "A stretch of time.", example: "marbles(\"ab|\").delay(for: .seconds(0.5)).sink()",
            whole("seconds", nanoseconds: 1_000_000_000),
            .member("seconds(_ count: Double) -> Duration") { call throws(Stop) in
                let seconds = call.number(0)
                guard abs(seconds) <= Double(farthest) / 1e9 else { throw call.fault("this is longer than 30 years") }
                return .duration(.seconds(seconds))
            }),
        duration("milliseconds", nanoseconds: 1_000_000),
        duration("microseconds", nanoseconds: 1_000),
        duration("nanoseconds", nanoseconds: 1),
        Operator(
            "unlimited", .words, "An unlimited demand.",
            example: "[1, 2].publisher.flatMap(maxPublishers: .unlimited) { Just($0) }.sink()",
            .member("unlimited -> Demand") { _ in .demand(.unlimited) }),
        Operator(
            "max", .words, "A demand for a number of values.",
            example: "[1, 2].publisher.flatMap(maxPublishers: .max(1)) { Just($0) }.sink()",
            .member("max(_ value: Int) -> Demand", limits: ["value": .atLeast(0)]) { call in .demand(.max(call.int(0))) }),
        symbol(
            "byRequest", "Requests unlimited values; holds those without demand.", example: buffer("byRequest", "dropNewest"),
            "byRequest -> PrefetchStrategy", .byRequest),
        symbol(
            "keepFull", "Requests as many values as fit.", example: buffer("keepFull", "dropOldest"),
            "keepFull -> PrefetchStrategy", .keepFull),
        symbol(
            "dropOldest", "Drops the oldest value.", example: buffer("byRequest", "dropOldest"),
            "dropOldest -> BufferingStrategy<Failure>", .dropOldest),
        symbol(
            "dropNewest", "Drops the arriving value.", example: buffer("byRequest", "dropNewest"),
            "dropNewest -> BufferingStrategy<Failure>", .dropNewest),
        Operator(
            "customError", .words, "Fails with your own error.",
            example: "marbles(\"ABCDE|\").setFailureType(to: FlowError.self)"
                + ".buffer(size: 2, prefetch: .byRequest, whenFull: .customError { FlowError(\"full\") }).pace(.seconds(1)).sink()",
            .member("customError(_ error: () -> Failure) -> BufferingStrategy<Failure> where Failure: Error") { call in
                call.value(0)
            }),
        Operator(
            "byTime", .words, "Groups the values of each interval.",
            example: "marbles(\"abcdef|\").collect(.byTime(DispatchQueue.main, .seconds(1))).sink()",
            .member(
                "byTime(_ scheduler: Scheduler, _ interval: Duration) -> TimeGroupingStrategy", limits: ["interval": .interval]
            ) { call in .grouping(call.duration(1), count: nil) }),
        Operator(
            "byTimeOrCount", .words, "Groups the values of each interval, or a number of values.",
            example: "marbles(\"abcdef|\").collect(.byTimeOrCount(DispatchQueue.main, .seconds(1), 3)).sink()",
            .member(
                "byTimeOrCount(_ scheduler: Scheduler, _ interval: Duration, _ count: Int) -> TimeGroupingStrategy",
                limits: ["interval": .interval, "count": .atLeast(1)]
            ) { call in .grouping(call.duration(1), count: call.int(2)) }),
        Operator(
            "main", .words, "The run's own time, like every scheduler here.",
            example: "[1].publisher.receive(on: DispatchQueue.main).sink()",
            overloads: [.member("main -> Scheduler") { _ in .symbol(.scheduler) }]
                + ["DispatchQueue.main", "RunLoop.main", "RunLoop.current", "OperationQueue.main", "ImmediateScheduler.shared"]
                .map {
                    .function("\($0) -> Scheduler") { _ in .symbol(.scheduler) }
                } + [
                    .member("shared -> Scheduler") { _ in .symbol(.scheduler) },
                    .function("DispatchQueue.global(qos: Mode = .default) -> Scheduler") { _ in .symbol(.scheduler) },
                    .function("DispatchQueue(label: String) -> Scheduler") { _ in .symbol(.scheduler) },
                    .function("OperationQueue() -> Scheduler") { _ in .symbol(.scheduler) },
                ]),
        Operator(
            "common", .words, "A run loop's mode, or a queue's priority; has no effect here.",
            example: "Timer.publish(every: 1, on: .main, in: .common).autoconnect().prefix(1).sink()",
            overloads: ["common", "default", "background", "utility", "userInitiated", "userInteractive"].map {
                .member("\($0) -> Mode") { _ in .symbol(.mode) }
            }),
        Operator(
            "now", .words, "The current moment of the run.",
            example: "DispatchQueue.main.asyncAfter(deadline: .now() + 1) { print(\"later\") }\n[1].publisher.sink()",
            .member("now() -> Moment") { call in .moment(call.scheduler.now) }),
        Operator(
            "finished", .words, "The end of a stream.",
            example: "let taps = PassthroughSubject<Int, FlowError>()\ntaps.replaceError(with: 0).sink()\n"
                + "taps.send(1)\ntaps.send(completion: .finished)",
            .member("finished -> Subscribers.Completion<Failure>") { _ in .completion(nil) },
            .member("failure(_ error: Failure) -> Subscribers.Completion<Failure> where Failure: Error") { call in
                .completion(call.value(0))
            }),
        Operator(
            "FlowError", .words, "An error with a message, to throw or to fail with.",
            example: "Fail<Int, FlowError>(error: FlowError(\"no network\")).sink()",
            .function("FlowError(_ message: String) -> FlowError") { call in .error(FlowError(call.string(0))) }),
    ]
}

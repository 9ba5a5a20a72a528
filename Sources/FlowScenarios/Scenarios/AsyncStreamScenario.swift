import FlowAsync
import FlowTrace

extension Scenario {
    static let asyncStream = Scenario(
        id: "async-stream", title: "A fast source, a slow for await", group: .tasks,
        explanation: """
            yield never waits. What the loop has not asked for yet stays in the AsyncStream: all of it, if no policy is given. Memory \
            then grows as long as the source is faster than the loop. A bounded policy drops instead, the oldest or the newest, and says \
            so only in what yield returns.
            """,
        tryThis: {
            """
            Press \($0(.nextVariant)) for the bounded policies, or \($0(.burst)) for five values at once; make work longer or shorter \
            with \($0(.smallerNumber)).
            """
        },
        variants: [
            variant("unbounded", point: "grows without end", .unbounded),
            variant("newest", point: "keeps the newest 5", .bufferingNewest),
            variant("oldest", point: "keeps the oldest 5", .bufferingOldest),
        ])

    private static func variant(_ id: String, point: String, _ policy: StreamPolicy) -> Variant {
        let isBounded = policy != .unbounded
        let argument = isBounded ? ", bufferingPolicy: .\(policy)(5)" : ""
        return Variant(
            id: id, point: point, isEndless: true,
            lanes: [
                LaneSpec("yield", .output), LaneSpec("AsyncStream", .buffer, of: "AsyncStream held"),
                LaneSpec("for await", .output, of: "AsyncStream", showsDemand: true),
            ],
            cell: .milliseconds(100),
            chain: { numbers in
                [
                    "source every \(numbers.text("every")) s",
                    "AsyncStream \(policy)\(isBounded ? " \(numbers.count("size"))" : "")",
                    "for await \(numbers.text("work")) s a value",
                ]
            },
            code: """
                let (stream, continuation) = AsyncStream.makeStream(of: Int.self\(argument))
                source.onValue = { continuation.yield($0) }
                for await value in stream {
                    await work(value)  // 1 s
                }
                """,
            controls: [.emit, .burst, .finish], takesWholeNumbers: true,
            numbers: (isBounded ? [.size(5)] : []) + [.seconds("work", 1), .seconds("every", 0.25)],
            remarks: [
                isBounded
                    ? Remark("AsyncStream", .dropped, "Only what yield returns says so.")
                    : Remark(
                        "AsyncStream", .buffered, "It has no bound: nothing stops its growth.")
            ],
            derivesEvents: true,
            build: { build(policy.limit($0.numbers.count("size")), on: $0) })
    }

    private static func build(_ policy: AsyncStream<Int>.Continuation.BufferingPolicy, on context: ScenarioContext) {
        let loop = context.taskLoop()
        let source = YieldingSource(loop: loop)
        let (clock, work) = (loop.clock, context.numbers["work"])
        context.retain(source)
        context.acceptValues(into: source)
        context.at(.zero) { [unowned context] in
            let stream = source.makeStream(policy)
            loop.start { for await _ in stream { await clock.wait(seconds: work) } }
            source.yield(every: .seconds(context.numbers["every"]), on: context.scheduler)
        }
    }
}

/// The policy of an `AsyncStream` for values without demand.
private enum StreamPolicy: String, CustomStringConvertible {
    case unbounded, bufferingNewest, bufferingOldest

    var description: String { rawValue }

    func limit(_ size: Int) -> AsyncStream<Int>.Continuation.BufferingPolicy {
        switch self {
        case .unbounded: .unbounded
        case .bufferingNewest: .bufferingNewest(size)
        case .bufferingOldest: .bufferingOldest(size)
        }
    }
}

import FlowCore
import FlowTrace
import FlowCombine

extension Scenario {
    static let shareReplay = Scenario(
        id: "share-replay", title: "Share and replay", group: .combine,
        explanation: """
            Three subscribers share one subscription to the source, and those who come late get the last two values at once, even \
            after the end. Demand still holds: nobody gets more than it asked for, and what a slow subscriber has not taken is kept \
            for it as long as it is in the replay.
            """,
        tryThis: {
            """
            Press \($0(.nextVariant)) for slow: output 3 asks for one value at a time, and the replay keeps the other for \
            it.
            """
        },
        variants: [
            variant(
                "late", point: "three come, two late", third: .unlimited, requestsAgainAt: []),
            variant(
                "slow", point: "output 3 asks one by one", third: .max(1), requestsAgainAt: [10, 11]),
        ])

    private static func variant(
        _ id: String, point: String, third: Subscribers.Demand, requestsAgainAt times: [Double]
    ) -> Variant {
        let comment = third == .unlimited ? "" : "  // asks for 1 value, and for 1 more when it is ready"
        return Variant(
            id: id, point: point,
            lanes: [LaneSpec("source", .source), LaneSpec("replay", .buffer)] + (1...3).map { LaneSpec("output \($0)", .output) },
            cell: .milliseconds(200),
            chain: { numbers in
                [
                    "PassthroughSubject", "shareReplay \(numbers.count("size"))",
                    .sideBySide((1...3).map { .stage("output \($0)") }),
                ]
            },
            code: """
                let subject = PassthroughSubject<Int, Never>()
                let shared = subject.shareReplay(capacity: 2)
                let first = shared.sink { print("1:", $0) }
                let second = shared.sink { print("2:", $0) }  // later
                shared.subscribe(third)  // after the end\(comment)
                """,
            numbers: [.size(2)],
            build: { build(third: third, requestsAgainAt: times, on: $0) })
    }

    private static func build(third: Subscribers.Demand, requestsAgainAt times: [Double], on context: ScenarioContext) {
        let recorder = context.recorder
        let source = context.numberSource(first: 0)
        let shared = source.subject.shareReplay(capacity: context.numbers.count("size"), label: "replay", recorder: recorder)
        let demands: [Subscribers.Demand] = [.unlimited, .unlimited, third]
        let subscribers = demands.enumerated().map { index, demand in
            let node = recorder.declareNode(.sink, name: "output \(index + 1)")
            let output = shared.probe("output \(index + 1)", recorder: recorder, upstream: shared.node, downstream: node)
            let subscriber = DemandSubscriber<Int, Never>(demand: demand)
            context.retain(subscriber)
            context.at(.seconds([1, 5, 9][index])) { output.subscribe(subscriber) }
            return subscriber
        }
        for time in [0, 2, 3, 4, 6, 7] { context.at(.seconds(time)) { source.sendNext() } }
        context.at(.seconds(8)) { source.finish() }
        for time in times { context.at(.seconds(time)) { subscribers[2].request(.max(1)) } }
    }
}

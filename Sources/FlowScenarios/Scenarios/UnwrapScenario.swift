import FlowCore
import FlowTrace
import FlowCombine

extension Scenario {
    static let unwrap = Scenario(
        id: "unwrap", title: "An operator by extension", group: .combine,
        explanation: """
            An operator is often just others under a better name: `unwrap()` is a `compactMap` that lets the optionals through that \
            hold something. A `nil` is left out and does not count against demand: the operator asks for one more instead.
            """,
        tryThis: { "Press \($0(.request)) to request 1 more: the source sends nil and 4 for it, and finishes." },
        variants: [
            variant("asks-for-3", point: "nil costs no demand", numbers: [.demand(3)], controls: [.request, .unlimited]),
            variant("unlimited", point: "asks for everything", numbers: [], controls: []),
        ])

    private static func variant(_ id: String, point: String, numbers: [ScenarioNumber], controls: [ControlName]) -> Variant {
        let requested: @Sendable (Numbers) -> String = { numbers.isEmpty ? "everything" : $0.text("demand") }
        return Variant(
            id: id, point: point, lanes: [LaneSpec("source", .source), LaneSpec("output", .output)], cell: .milliseconds(100),
            chain: { ["array of 6", "unwrap", "subscriber asks for \(requested($0))"] },
            code: """
                extension Publisher {
                    func unwrap<Wrapped>() -> Publishers.CompactMap<Self, Wrapped> where Output == Wrapped? { compactMap { $0 } }
                }
                [1, 2, nil, 3, nil, 4].publisher.unwrap().subscribe(subscriber)  // requests \(
                    numbers.isEmpty ? ".unlimited" : ".max(3)")
                """,
            controls: controls, numbers: numbers,
            build: { context in
                let demand = numbers.isEmpty ? .unlimited : Subscribers.Demand.max(context.numbers.count("demand"))
                build(demand, requested: requested(context.numbers), on: context)
            })
    }

    private static func build(_ demand: Subscribers.Demand, requested: String, on context: ScenarioContext) {
        let recorder = context.recorder
        let source = recorder.declareNode(.source, name: "array")
        let unwrap = recorder.declareNode(.transform, name: "unwrap")
        let node = recorder.declareNode(.sink, name: "subscriber", detail: "asks for \(requested)")
        let values: [Int?] = [1, 2, nil, 3, nil, 4]
        let chain = values.publisher
            .probe("source", as: .source, recorder: recorder, upstream: source, downstream: unwrap)
            .unwrap()
            .probe("output", recorder: recorder, upstream: unwrap, downstream: node)
        let subscriber = DemandSubscriber<Int, Never>(demand: demand)
        context.retain(subscriber)
        context.at(.zero) { chain.subscribe(subscriber) }
        context.acceptRequests(subscriber.request)
    }
}

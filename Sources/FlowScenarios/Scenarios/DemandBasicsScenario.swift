import FlowTrace
import FlowCombine

extension Scenario {
    static let demandBasics = Scenario(
        id: "demand-basics", title: "Three of four", group: .control,
        explanation: """
            A subscriber says how many values it wants, and a publisher never sends more. This one asks for three of four values: it \
            gets three, and then nothing happens, not even the completion, until it asks again.
            """,
        tryThis: {
            """
            Press \($0(.request)) to request 1 more: Four arrives, and the completion with it, because nothing is left.
            """
        },
        variants: [
            Variant(
                id: "three-of-four", point: "asks for 3, gets 3",
                lanes: [LaneSpec("source", .source), LaneSpec("output", .output)], cell: .milliseconds(100),
                chain: { numbers in ["array of 4", "subscriber asks for \(numbers.count("demand"))"] },
                code: """
                    final class ThreeSubscriber: Subscriber {
                        func receive(subscription: any Subscription) { subscription.request(.max(3)) }
                        func receive(_ input: String) -> Subscribers.Demand { print(input); return .none }
                        func receive(completion: Subscribers.Completion<Never>) { print(completion) }
                    }
                    ["One", "Two", "Three", "Four"].publisher.subscribe(ThreeSubscriber())
                    """,
                controls: [.request, .unlimited], numbers: [.demand(3)],
                build: buildDemandBasics)
        ])

    @Sendable private static func buildDemandBasics(on context: ScenarioContext) {
        let recorder = context.recorder
        let source = recorder.declareNode(.source, name: "array")
        let sink = recorder.declareNode(.sink, name: "subscriber", detail: "asks for \(context.numbers.count("demand"))")
        let chain = ["One", "Two", "Three", "Four"].publisher
            .probe("source", as: .source, recorder: recorder, upstream: source)
            .probe("output", recorder: recorder, upstream: source, downstream: sink)
        let subscriber = DemandSubscriber<String, Never>(demand: .max(context.numbers.count("demand")))
        context.retain(subscriber)
        context.at(.zero) { chain.subscribe(subscriber) }
        context.acceptRequests(subscriber.request)
    }
}

import FlowCore
import FlowTrace
import OpenCombineShim

extension Scenario {
    static let subscribers = Scenario(
        id: "subscribers",
        title: "Sink, assign, AnySubscriber, empty",
        group: .control,
        explanation: """
            The ready-made subscribers side by side, one a second. Both sinks, assign and this AnySubscriber ask for everything at \
            once. The last publisher hands out an empty subscription and finishes: a subscriber may always be told the end, whether \
            it has asked or not.
            """,
        tryThis: "Select the lane assign and press Enter: the inspector shows the property it writes to.",
        variants: [
            Variant(
                id: "ready-made", point: "one a second",
                lanes: ["Subscribers.Sink", "sink", "assign", "AnySubscriber", "empty"].map { LaneSpec($0, .output) }, cell: 0.1,
                chain: { _ in ["5 publishers", "5 subscribers"] },
                code: """
                    let hello = Just("Hello, Combine!")
                    hello.subscribe(Subscribers.Sink(receiveCompletion: { print($0) }, receiveValue: { print($0) }))
                    let sink = hello.sink { print($0) }
                    let assign = hello.assign(to: \\.text, on: label)
                    ["One", "Two", "Three", "Four"].publisher.subscribe(AnySubscriber(
                        receiveSubscription: { $0.request(.unlimited) },
                        receiveValue: { print($0); return .none },
                        receiveCompletion: { print($0) }))
                    subscriber.receive(subscription: Subscriptions.empty)
                    subscriber.receive(completion: .finished)
                    """,
                remarks: [Remark("assign", .finished, "assign keeps the object alive until the stream is over.")],
                build: buildSubscribers)
        ])

    @Sendable private static func buildSubscribers(on stage: Stage) {
        let hello = Just("Hello, Combine!")
        let sinkObject = probed(hello, "Subscribers.Sink", named: "Just", on: stage)
        let sink = probed(hello, "sink", named: "Just", on: stage)
        let assign = probed(hello, "assign", named: "Just", on: stage)
        let any = probed(["One", "Two", "Three", "Four"].publisher, "AnySubscriber", named: "array of 4", on: stage)
        let empty = probed(EmptySubscriptionPublisher(), "empty", named: "Subscriptions.empty", on: stage)
        let label = ObservedLabel(recorder: stage.recorder, edge: assign.edge)

        stage.at(0) { sinkObject.subscribe(Subscribers.Sink(receiveCompletion: { _ in }, receiveValue: { _ in })) }
        stage.at(1) { [unowned stage] in stage.retain(sink.sink { _ in }) }
        stage.at(2) { [unowned stage] in stage.retain(assign.assign(to: \.text, on: label)) }
        stage.at(3) {
            any.subscribe(
                AnySubscriber<String, Never>(
                    receiveSubscription: { $0.request(.unlimited) }, receiveValue: { _ in .none }, receiveCompletion: { _ in }))
        }
        stage.at(4) { [unowned stage] in stage.retain(empty.sink { _ in }) }
    }

    private static func probed<Source: Publisher>(
        _ source: Source, _ lane: String, named name: String, on stage: Stage
    ) -> Publishers.Probe<Source> where Source.Failure == Never {
        let upstream = stage.recorder.declareNode(.source, name: name)
        let downstream = stage.recorder.declareNode(.sink, name: lane)
        return source.probe(lane, recorder: stage.recorder, upstream: upstream, downstream: downstream)
    }
}

import FlowCore
import FlowTrace
import FlowCombine

extension Scenario {
    static let subscribers = Scenario(
        id: "subscribers", title: "Sink, assign, AnySubscriber, empty", group: .control,
        explanation: """
            The ready-made subscribers side by side, one a second. Both sinks, assign and this AnySubscriber ask for everything at \
            once. The last publisher hands out an empty subscription and finishes: a subscriber may always be told the end, whether \
            it has asked or not.
            """,
        tryThis: { "Select the lane assign and press \($0(.inspect)): the inspector shows the property it writes to." },
        variants: [
            Variant(
                id: "ready-made", point: "one a second",
                lanes: ["Subscribers.Sink", "sink", "assign", "AnySubscriber", "empty"].map { LaneSpec($0, .output) },
                cell: .milliseconds(100),
                chain: { _ in
                    .sideBySide([
                        ["Just", "Subscribers.Sink"], ["Just", "sink"], ["Just", "assign"], ["array", "AnySubscriber"],
                        .stage("empty"),
                    ])
                },
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

    @Sendable private static func buildSubscribers(on context: ScenarioContext) {
        let hello = Just("Hello, Combine!")
        let sinkObject = probed(hello, "Subscribers.Sink", named: "Just", on: context)
        let sink = probed(hello, "sink", named: "Just", on: context)
        let assign = probed(hello, "assign", named: "Just", on: context)
        let any = probed(["One", "Two", "Three", "Four"].publisher, "AnySubscriber", named: "array of 4", on: context)
        let empty = probed(EmptySubscriptionPublisher(), "empty", named: "Subscriptions.empty", on: context)
        let label = ObservedLabel(recorder: context.recorder, edge: assign.edge)

        context.at(.zero) { sinkObject.subscribe(Subscribers.Sink(receiveCompletion: { _ in }, receiveValue: { _ in })) }
        context.at(.seconds(1)) { [unowned context] in context.retain(sink.sink { _ in }) }
        context.at(.seconds(2)) { [unowned context] in context.retain(assign.assign(to: \.text, on: label)) }
        context.at(.seconds(3)) {
            any.subscribe(
                AnySubscriber<String, Never>(
                    receiveSubscription: { $0.request(.unlimited) }, receiveValue: { _ in .none }, receiveCompletion: { _ in }))
        }
        context.at(.seconds(4)) { [unowned context] in context.retain(empty.sink { _ in }) }
    }

    private static func probed<Source: Publisher>(
        _ source: Source, _ lane: String, named name: String, on context: ScenarioContext
    ) -> Publishers.Probe<Source> where Source.Failure == Never {
        let upstream = context.recorder.declareNode(.source, name: name)
        let downstream = context.recorder.declareNode(.sink, name: lane)
        return source.probe(lane, recorder: context.recorder, upstream: upstream, downstream: downstream)
    }
}

/// The target of `assign`, which records its property as a state.
private final class ObservedLabel {
    var text = "" { didSet { recorder.record(state: .custom("text = \"\(text)\""), on: edge) } }

    private let recorder: Recorder
    private let edge: EdgeID

    init(recorder: Recorder, edge: EdgeID) {
        self.recorder = recorder
        self.edge = edge
    }
}

/// A publisher that finishes immediately.
private struct EmptySubscriptionPublisher: Publisher {
    typealias Output = String
    typealias Failure = Never

    func receive(subscriber: some Subscriber<String, Never>) {
        subscriber.receive(subscription: Subscriptions.empty)
        subscriber.receive(completion: .finished)
    }
}

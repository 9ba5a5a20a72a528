import FlowCore
import FlowTrace
import OpenCombineShim

extension Scenario {
    static let acrossThreads = Scenario(
        id: "across-threads",
        title: "Demand that comes too late",
        group: .buffer,
        explanation: """
            The sender and the subscriber are on different queues, and the subscriber's queue takes a second to get round to anything. \
            The subscriber asks for one value at a time, but its demand is still on its way when the next values are sent: a subject \
            drops them. A buffer before receive(on:) keeps them.
            """,
        tryThis: "Press v for the buffered variant, or V for both side by side: the same queue, and nothing lost.",
        variants: [bare, buffered])

    private static let bare = Variant(
        id: "bare", point: "4 of 6 are lost", lanes: [LaneSpec("source", .source), LaneSpec("output", .output)], cell: 0.2,
        chain: { numbers in
            ["PassthroughSubject", "receive(on: a queue \(numbers.text("delay")) s late)", "subscriber asks one by one"]
        },
        code: """
            subject
                .receive(on: slowQueue)
                .subscribe(subscriber)  // requests .max(1), returns .max(1)
            """,
        numbers: [.seconds("delay", 1)],
        build: { stage in
            let source = stage.numberSource()
            listen(to: source.subject, source: source, on: stage)
        })

    private static let buffered = Variant(
        id: "buffered", point: "nothing is lost",
        lanes: [LaneSpec("source", .source), LaneSpec("buffer", .buffer), LaneSpec("output", .output)], cell: 0.2,
        chain: { numbers in
            [
                "PassthroughSubject", "buffer \(numbers.count("size")) · dropOldest",
                "receive(on: a queue \(numbers.text("delay")) s late)",
                "subscriber asks one by one",
            ]
        },
        code: """
            subject
                .buffer(size: 10, prefetch: .byRequest, whenFull: .dropOldest)
                .receive(on: slowQueue)
                .subscribe(subscriber)  // requests .max(1), returns .max(1)
            """,
        numbers: [.seconds("delay", 1), .size(10)],
        build: { stage in
            let source = stage.numberSource()
            let buffer = source.subject.buffer(
                size: stage.numbers.count("size"), prefetch: .byRequest, whenFull: .dropOldest, label: "buffer",
                recorder: stage.recorder)
            listen(to: buffer, source: source, on: stage)
        })

    private static func listen(
        to publisher: some Publisher<Int, Never>, source: NumberSource<Never>, on stage: Stage
    ) {
        let recorder = stage.recorder
        let queue = SlowQueue(scheduler: stage.scheduler, lateness: .seconds(stage.numbers["delay"]))
        let hop = recorder.declareNode(.transform, name: "receive(on:)", detail: "\(stage.numbers.text("delay")) s late")
        let node = recorder.declareNode(.sink, name: "subscriber", detail: "one by one")
        let chain = publisher.receive(on: queue).probe("output", recorder: recorder, upstream: hop, downstream: node)
        let subscriber = DemandSubscriber<Int, Never>(demand: .max(1), returning: .max(1))
        stage.retain(subscriber)
        stage.at(0) { chain.subscribe(subscriber) }
        for time in [0, 0.4, 0.8, 1.2, 1.6, 2.0] { stage.at(time) { source.sendNext() } }
        stage.at(2) { source.finish() }
    }
}

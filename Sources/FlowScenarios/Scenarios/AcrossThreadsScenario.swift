import FlowCore
import FlowTrace
import FlowCombine

extension Scenario {
    static let acrossThreads = Scenario(
        id: "across-threads", title: "Demand that comes too late", group: .buffer,
        explanation: """
            The sender and the subscriber are on different queues, and the subscriber's queue runs its work a second late. \
            The subscriber asks for one value at a time, but its demand is still on its way when the next values are sent: a subject \
            drops them. A buffer before receive(on:) keeps them.
            """,
        tryThis: {
            """
            Press \($0(.nextVariant)) for the buffered variant, or \($0(.twoVariants)) for both side by side: the same \
            queue, and nothing dropped.
            """
        },
        variants: [bare, buffered])

    private static let bare = Variant(
        id: "bare", point: "4 of 6 are dropped", lanes: [LaneSpec("source", .source), LaneSpec("output", .output)],
        cell: .milliseconds(200),
        chain: { numbers in
            ["PassthroughSubject", "receive(on: a queue \(numbers.text("delay")) s late)", "subscriber asks one by one"]
        },
        code: """
            subject
                .receive(on: slowQueue)
                .subscribe(subscriber)  // requests .max(1), returns .max(1)
            """,
        numbers: [.seconds("delay", 1)],
        build: { context in
            let source = context.numberSource()
            listen(to: source.subject, source: source, on: context)
        })

    private static let buffered = Variant(
        id: "buffered", point: "nothing is dropped",
        lanes: [LaneSpec("source", .source), LaneSpec("buffer", .buffer), LaneSpec("output", .output)], cell: .milliseconds(200),
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
        build: { context in
            let source = context.numberSource()
            let buffer = source.subject.buffer(
                size: context.numbers.count("size"), prefetch: .byRequest, whenFull: .dropOldest, label: "buffer",
                recorder: context.recorder)
            listen(to: buffer, source: source, on: context)
        })

    private static func listen(
        to publisher: some Publisher<Int, Never>, source: NumberSource<Never>, on context: ScenarioContext
    ) {
        let recorder = context.recorder
        let queue = SlowQueue(scheduler: context.scheduler, lateness: .seconds(context.numbers["delay"]))
        let hop = recorder.declareNode(.transform, name: "receive(on:)", detail: "\(context.numbers.text("delay")) s late")
        let node = recorder.declareNode(.sink, name: "subscriber", detail: "one by one")
        let chain = publisher.receive(on: queue).probe("output", recorder: recorder, upstream: hop, downstream: node)
        let subscriber = DemandSubscriber<Int, Never>(demand: .max(1), returning: .max(1))
        context.retain(subscriber)
        context.at(.zero) { chain.subscribe(subscriber) }
        for time in [0, 0.4, 0.8, 1.2, 1.6, 2.0] { context.at(.seconds(time)) { source.sendNext() } }
        context.at(.seconds(2)) { source.finish() }
    }
}

/// A queue on virtual time that runs work a fixed time late, like a busy thread's queue.
private struct SlowQueue: Scheduler {
    typealias SchedulerTimeType = VirtualTime
    typealias SchedulerOptions = Never

    let scheduler: VirtualTimeScheduler
    let lateness: VirtualTime.Stride

    var now: VirtualTime { scheduler.now }

    var minimumTolerance: VirtualTime.Stride { scheduler.minimumTolerance }

    func schedule(options: Never?, _ action: @escaping () -> Void) {
        scheduler.schedule(after: now.advanced(by: lateness), action)
    }

    func schedule(after date: VirtualTime, tolerance: VirtualTime.Stride, options: Never?, _ action: @escaping () -> Void) {
        scheduler.schedule(after: date.advanced(by: lateness), action)
    }

    func schedule(
        after date: VirtualTime, interval: VirtualTime.Stride, tolerance: VirtualTime.Stride, options: Never?,
        _ action: @escaping () -> Void
    ) -> any Cancellable {
        scheduler.schedule(after: date.advanced(by: lateness), interval: interval, action)
    }
}

import FlowCore
import FlowTrace
import FlowCombine

extension Scenario {
    static let batchDemand = Scenario(
        id: "batch-demand", title: "Batches that do not hold", group: .control,
        explanation: """
            A subscriber works on values in batches of three and wants none while it works. As it is often published, each value \
            asks for one more, so demand never reaches zero and values keep coming while it is busy: that is no backpressure. Only a \
            subscriber that asks for the next three when the work is done holds the timer back.
            """,
        tryThis: {
            """
            Press \($0(.nextVariant)) for true batches, or \($0(.twoVariants)) for both side by side, and compare the demand \
            while the subscriber is busy.
            """
        },
        variants: [
            batchDemand(
                "as-published", point: "demand never reaches 0", mode: .refillsEarly, returns: "inBatch == 3 ? .none : .max(1)"),
            batchDemand(
                "true-batches", point: "asks when the work is done", mode: .trueBatches, returns: ".none"),
        ])

    private static func batchDemand(_ id: String, point: String, mode: BatchingMode, returns: String) -> Variant {
        Variant(
            id: id, point: point,
            lanes: [LaneSpec("source", .source), LaneSpec("output", .output, showsWork: true)], cell: .milliseconds(200),
            chain: { ["timer 1 s", "subscriber \(work($0)) · 10 values"] },
            code: """
                func receive(subscription: any Subscription) { subscription.request(.max(3)) }

                func receive(_ input: Int) -> Subscribers.Demand {
                    inBatch += 1
                    received += 1
                    if inBatch == 3 { work { inBatch = 0; subscription?.request(.max(3)) } }
                    if received == 10 { subscription?.cancel() }
                    return \(returns)
                }
                """,
            numbers: [
                ScenarioNumber(name: "batch", initial: 3, steps: [1, 2, 3, 5, 10], range: 1...10, isWhole: true),
                .seconds("work", 2),
            ], build: { buildBatches(mode, on: $0) })
    }

    /// The subscriber's work: `batches of 3 · 2 s of work`.
    private static func work(_ numbers: Numbers) -> String {
        "batches of \(numbers.count("batch")) · \(numbers.text("work")) s of work"
    }

    private static func buildBatches(_ mode: BatchingMode, on context: ScenarioContext) {
        let recorder = context.recorder
        let source = context.numberSource()
        let node = recorder.declareNode(.sink, name: "subscriber", detail: work(context.numbers))
        let chain = source.subject.probe("output", recorder: recorder, downstream: node)
        let timer = context.every(.seconds(1)) { _ in source.sendNext() }
        let subscriber = BatchingSubscriber<Int, Never, VirtualTimeScheduler>(
            batchSize: context.numbers.count("batch"), limit: 10, work: .seconds(context.numbers["work"]), hop: .milliseconds(1),
            mode: mode, scheduler: context.scheduler,
            onState: { state in
                switch state {
                case .processing: recorder.record(state: .working(), on: chain.edge)
                case .processed: recorder.record(state: .idle, on: chain.edge)
                case .finished:
                    recorder.record(state: .finished, on: chain.edge)
                    timer.cancel()
                }
            })
        context.retain(subscriber)
        context.at(.zero) { chain.subscribe(subscriber) }
    }
}

import FlowCore
import FlowTrace
import FlowCombine

extension Scenario {
    static let dispatchTimer = Scenario(
        id: "dispatch-timer", title: "A timer publisher of our own", group: .control,
        explanation: """
            A publisher written by hand has to count demand, stop when it is cancelled and finish once. This timer starts when it is \
            first asked, keeps its grid of ticks, schedules nothing while nobody wants a value, and ends after `times` values.
            """,
        tryThis: {
            """
            In no-demand, press \($0(.request)) at any time: the tick comes at the next second of the grid, not a second \
            later.
            """
        },
        variants: [
            dispatchTimer(
                "cancelled", point: "cancelled at 3.5", cancelAt: 3.5, sink: { _ in "cancelled at 3.5 s" },
                controls: [.cancel],
                use: "let sink = timer.sink { print($0) }\n// 3.5 s later:\nsink.cancel()",
                remarks: [Remark("output", .cancel, "The timer stops its source: nothing is left on the queue.")]),
            dispatchTimer(
                "to-the-end", point: "six ticks, then finished", sink: { _ in "asks for everything" },
                controls: [.cancel],
                use: "let sink = timer.sink { print($0) }"),
            dispatchTimer(
                "no-demand", point: "asks for 2", numbers: [.demand(2)], sink: { "asks for \($0.count("demand"))" },
                controls: [.request, .unlimited, .cancel], use: "timer.subscribe(subscriber)  // requests .max(2), returns .none",
                remarks: [
                    Remark(
                        "output", .value, value: "2",
                        "No timer runs while nobody asks. What is asked for later comes at the next tick of the same grid.")
                ]),
        ])

    private static func dispatchTimer(
        _ id: String, point: String, numbers: [ScenarioNumber] = [], cancelAt: Double? = nil,
        sink: @escaping @Sendable (Numbers) -> String, controls: [ControlName], use: String, remarks: [Remark] = []
    ) -> Variant {
        Variant(
            id: id, point: point, lanes: [LaneSpec("source", .source), LaneSpec("output", .output)], cell: .milliseconds(200),
            chain: { numbers in ["timer \(numbers.text("interval")) s · 6 times", "subscriber \(sink(numbers))"] },
            code: """
                let timer = Publishers.timer(queue: .main, interval: .seconds(1), times: .max(6))
                \(use)
                """,
            controls: controls, numbers: numbers + [.interval(1)], remarks: remarks,
            build: { context in
                let demand = numbers.isEmpty ? .unlimited : Subscribers.Demand.max(context.numbers.count("demand"))
                buildTimer(demand, cancelAt: cancelAt, sink: sink(context.numbers), on: context)
            })
    }

    private static func buildTimer(_ demand: Subscribers.Demand, cancelAt: Double?, sink: String, on context: ScenarioContext) {
        let recorder = context.recorder
        let source = recorder.declareNode(.source, name: "timer", detail: "\(context.numbers.text("interval")) s · 6 times")
        let node = recorder.declareNode(.sink, name: "subscriber", detail: sink)
        let chain = Publishers.timer(
            scheduler: context.scheduler, interval: .seconds(context.numbers["interval"]), times: .max(6)
        )
        .probe("source", as: .source, recorder: recorder, upstream: source)
        .probe("output", recorder: recorder, upstream: source, downstream: node)
        let subscriber = DemandSubscriber<Int, Never>(demand: demand)
        context.retain(subscriber)
        context.at(.zero) { chain.subscribe(subscriber) }
        let script = context.script()
        if let cancelAt { script.at(.seconds(cancelAt)) { subscriber.cancel() } }
        context.acceptRequests(subscriber.request)
        context.on(.cancel) { _ in
            script.cancel()
            return subscriber.end() ? nil : .over("the stream is over already")
        }
    }
}

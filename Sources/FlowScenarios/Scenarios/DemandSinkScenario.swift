import FlowCore
import FlowTrace
import FlowCombine

extension Scenario {
    static let demandSink = Scenario(
        id: "demand-sink", title: "What a subject drops", group: .drop,
        explanation: """
            A subject keeps nothing. A value that is sent while the subscriber's demand is used up is gone, and no error says so. This \
            sink has a stock of two, spent one value at a time; it is topped up once in time, and once after the end.
            """,
        tryThis: {
            """
            Press \($0(.emit)) before \($0(.request)): the value is dropped. Press \($0(.request)) before \($0(.emit)): it \
            arrives.
            """
        },
        variants: [
            Variant(
                id: "as-taught", point: "3 and 6 are dropped", lanes: [LaneSpec("source", .source), LaneSpec("output", .output)],
                cell: .milliseconds(200),
                chain: { numbers in ["PassthroughSubject", "subscriber asks for \(numbers.count("demand"))"] },
                code: """
                    let subject = PassthroughSubject<Int, Never>()
                    let sink = CustomDemandSink<Int, Never>(demand: .max(2), receiveValue: { print($0) })
                    subject.subscribe(sink)
                    subject.send(1); subject.send(2); subject.send(3)
                    sink.increaseDemand(.max(2))
                    subject.send(4); subject.send(5); subject.send(6)
                    subject.send(completion: .finished)
                    sink.increaseDemand(.max(2))
                    """,
                controls: [.request, .unlimited, .emit, .burst, .finish], takesWholeNumbers: true,
                numbers: [.demand(2)],
                build: buildDemandSink)
        ])

    @Sendable private static func buildDemandSink(on context: ScenarioContext) {
        let source = context.numberSource()
        let node = context.recorder.declareNode(.sink, name: "subscriber", detail: context.numbers.text("demand"))
        let chain = source.subject.probe("output", recorder: context.recorder, downstream: node)
        let sink = CustomDemandSink<Int, Never>(demand: .max(context.numbers.count("demand")), receiveValue: { _ in })
        context.retain(sink)
        context.at(.zero) { chain.subscribe(sink) }

        let script = context.script()
        for time in 1...3 { script.at(.seconds(time)) { source.sendNext() } }
        script.at(.seconds(4)) { sink.increaseDemand(.max(2)) }
        for time in 5...7 { script.at(.seconds(time)) { source.sendNext() } }
        script.at(.seconds(7)) { source.finish() }
        script.at(.seconds(8)) { sink.increaseDemand(.max(2)) }

        context.acceptValues(into: source)
        context.acceptRequests { demand in
            sink.increaseDemand(demand)
            return !source.hasEnded
        }
        context.on(.finish) { _ in
            guard !source.hasEnded else { return .over("the source has finished already") }
            source.finish()
            return nil
        }
        context.stopAtFirstControl(script)
    }
}

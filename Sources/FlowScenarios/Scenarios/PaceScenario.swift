import FlowCore
import FlowTrace
import FlowCombine

extension Scenario {
    static let pace = Scenario(
        id: "pace", title: "Pace an erratic source", group: .buffer,
        explanation: """
            Values come in bursts. The buffer keeps them; the subscriber asks for one a second, so the output is even.
            """,
        tryThis: {
            """
            Press \($0(.burst)) for a burst of 5, then \($0(.smallerNumber)) to make the interval shorter, and watch the \
            buffer drain faster.
            """
        },
        variants: [
            variant(
                "as-asked", point: "nothing dropped", size: 1000,
                values: zip(["A", "B", "C", "D", "E", "F"], [0, 0.3, 0.6, 5, 5.3, 5.6]).map { ($0, $1) }),
            variant(
                "tight", point: "buffer of 2: drops", size: 2,
                values: ["A", "B", "C", "D", "E", "F", "G", "H"].enumerated().map { ($1, Double($0) * 0.2) }),
        ])

    private static func variant(_ id: String, point: String, size: Int, values: [(String, Double)]) -> Variant {
        Variant(
            id: id, point: point, lanes: [LaneSpec("source", .source), LaneSpec("buffer", .buffer), LaneSpec("output", .output)],
            cell: .milliseconds(100),
            chain: { numbers in
                [
                    "source", "buffer \(numbers.count("size")) · \(FullBuffer(numbers).rawValue)",
                    "pace \(numbers.text("interval")) s", "output",
                ]
            },
            code: """
                let output = PassthroughSubject<String, Never>()
                source
                    .buffer(size: \(size), prefetch: .byRequest, whenFull: .dropOldest)
                    .pace(.seconds(1), scheduler: DispatchQueue.main, subject: output)
                """,
            controls: [.emit, .burst, .interval, .size],
            numbers: [.interval(1, restarts: false), .size(size), .strategy(.dropOldest, of: FullBuffer.withoutFailure)],
            build: { build(values, on: $0) })
    }

    private static func build(_ values: [(String, Double)], on context: ScenarioContext) {
        let node = context.recorder.declareNode(.source, name: "source")
        let own = PassthroughSubject<String, Never>()
        let letters = values.map { value, time in
            Just(value).delay(for: .seconds(time), scheduler: context.scheduler).eraseToAnyPublisher()
        }
        let source = Publishers.MergeMany(letters + [own.eraseToAnyPublisher()])
            .probe("source", as: .source, recorder: context.recorder, upstream: node)
            .makeConnectable()
        pace(source, on: context, source: node)
        context.retain(source.connect())
        // Due with the last letter but scheduled later, so the completion follows it.
        context.at(.seconds(values.last?.1 ?? 0)) { own.send(completion: .finished) }
        context.acceptValues(into: own)
    }

    private static func pace(_ source: some Publisher<String, Never>, on context: ScenarioContext, source node: NodeID) {
        let recorder = context.recorder
        let output = PassthroughSubject<String, Never>()
        let buffered = source.buffer(
            size: context.numbers.count("size"), prefetch: .byRequest, whenFull: FullBuffer(context.numbers).withoutFailure,
            label: "buffer", recorder: recorder)
        let pace = recorder.declareNode(.pace, name: "pace", detail: "\(context.numbers.text("interval")) s")
        // Unowned: the context retains the subscriber, which retains this closure.
        let interval: () -> Double = { [unowned context] in context.numbers["interval"] }
        context.retain(output.sink { _ in })
        context.retain(
            buffered
                .probe("output", recorder: recorder, downstream: pace)
                .pace(.seconds(interval()), scheduler: context.scheduler, subject: output))
    }
}

import FlowCore
import FlowTrace
import FlowCombine

extension Scenario {
    static let rateLimiters = Scenario(
        id: "rate-limiters", title: "pace, throttle, debounce", group: .drop,
        explanation: """
            The same erratic source through four chains that make it slower. pace, behind a buffer, keeps every value and delivers \
            one a second. throttle takes one a second and forgets the rest, the newest or the first. debounce waits for half a \
            second of silence and takes the last value.
            """,
        tryThis: {
            """
            Freeze with \($0(.freeze)), step with \($0(.stepForward)) and watch which of the four lets B, E and F through.
            """
        },
        variants: [
            Variant(
                id: "four-chains", point: "one source, four rates",
                lanes: [LaneSpec("source", .source)]
                    + ["pace", "throttle latest", "throttle first", "debounce"].map { LaneSpec($0, .output) },
                cell: .milliseconds(200),
                chain: { numbers in
                    let interval = numbers.text("interval")
                    return [
                        "source",
                        .sideBySide([
                            ["buffer 1000", "pace \(interval) s"], .stage("throttle latest", detail: "\(interval) s"),
                            .stage("throttle first", detail: "\(interval) s"), "debounce \(numbers.text("silence")) s",
                        ]),
                    ]
                },
                code: """
                    source.buffer(size: 1000, prefetch: .byRequest, whenFull: .dropOldest)
                        .pace(.seconds(1), scheduler: queue, subject: output)
                    source.throttle(for: .seconds(1), scheduler: queue, latest: true)
                    source.throttle(for: .seconds(1), scheduler: queue, latest: false)
                    source.debounce(for: .milliseconds(500), scheduler: queue)
                    """,
                numbers: [.interval(1), .seconds("silence", 0.5)],
                build: buildRateLimiters)
        ])

    @Sendable private static func buildRateLimiters(on context: ScenarioContext) {
        let recorder = context.recorder
        let scheduler = context.scheduler
        let source = context.source(of: String.self)
        // A subject serves its subscribers in random order. Four subjects serve the four chains in the order of the lanes.
        let subjects = (0..<4).map { _ in PassthroughSubject<String, Never>() }

        let buffered = subjects[0].buffer(
            size: 1000, prefetch: .byRequest, whenFull: .dropOldest, label: "buffer", recorder: recorder)
        let pace = recorder.declareNode(.pace, name: "pace", detail: "\(context.numbers.text("interval")) s")
        let paced = buffered.probe("pace", recorder: recorder, upstream: buffered.node, downstream: pace)
        let output = PassthroughSubject<String, Never>()
        context.retain(output.sink { _ in })
        let interval = VirtualTime.Stride.seconds(context.numbers["interval"])
        let silence = VirtualTime.Stride.seconds(context.numbers["silence"])
        let limited: [(name: String, detail: String, publisher: AnyPublisher<String, Never>)] = [
            ("throttle", "latest", subjects[1].throttle(for: interval, scheduler: scheduler, latest: true).eraseToAnyPublisher()),
            ("throttle", "first", subjects[2].throttle(for: interval, scheduler: scheduler, latest: false).eraseToAnyPublisher()),
            ("debounce", "", subjects[3].debounce(for: silence, scheduler: scheduler).eraseToAnyPublisher()),
        ]
        let probed = limited.map { name, detail, publisher in
            let operation = recorder.declareNode(.transform, name: name, detail: detail)
            let lane = detail.isEmpty ? name : "\(name) \(detail)"
            let sink = recorder.declareNode(.sink, name: "subscriber")
            return publisher.probe(lane, recorder: recorder, upstream: operation, downstream: sink)
        }
        context.at(.zero) { [unowned context] in
            context.retain(paced.pace(interval, scheduler: scheduler, subject: output))
            for publisher in probed { context.retain(publisher.sink { _ in }) }
            context.retain(
                source.sink(
                    receiveCompletion: { completion in subjects.forEach { $0.send(completion: completion) } },
                    receiveValue: { value in subjects.forEach { $0.send(value) } }))
        }
        for (value, time) in zip(["A", "B", "C", "D", "E", "F"], [0, 0.3, 0.6, 5, 5.3, 5.6]) {
            context.at(.seconds(time)) { source.send(value) }
        }
        context.at(.seconds(5.6)) { source.send(completion: .finished) }
    }
}

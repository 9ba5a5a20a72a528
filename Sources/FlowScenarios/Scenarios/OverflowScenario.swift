import FlowCore
import FlowTrace
import FlowCombine

extension Scenario {
    static let overflow = Scenario(
        id: "overflow", title: "When the buffer is full", group: .buffer,
        explanation: """
            Bursts of twelve values meet a buffer of five and a subscriber that takes one a second. What does not fit has to go: the \
            oldest, the newest, or the stream itself with an error. With keepFull the buffer asks only for what it can hold, so it \
            never overflows; the values are dropped at the source instead, where there was no demand.
            """,
        tryThis: { "Press \($0(.nextVariant)) to go through the four strategies and watch which values of a burst get through." },
        variants: [
            variant(
                "drop-oldest", point: "the newest stay", numbers: [.strategy(.dropOldest, of: FullBuffer.all), .interval(1)]),
            variant(
                "drop-newest", point: "the first stay", numbers: [.strategy(.dropNewest, of: FullBuffer.all), .interval(1)]),
            // With a faster sink, the buffer might never fail, so the stream might never end.
            variant(
                "custom-error", point: "fails when full", isEndless: false, whenFull: .customError,
                code: ".customError { BufferIsFull() }"),
            variant(
                "keep-full", point: "asks for what fits", keepsFull: true, whenFull: .dropOldest, numbers: [.interval(1)]),
        ])

    /// - Parameter whenFull: The fixed strategy; `nil` if the user chooses it.
    private static func variant(
        _ id: String, point: String, isEndless: Bool = true, keepsFull: Bool = false, whenFull: FullBuffer? = nil,
        code: String? = nil, numbers: [ScenarioNumber] = []
    ) -> Variant {
        let initial = numbers.first { $0.name == "strategy" }.map { $0.word($0.initial) } ?? whenFull?.rawValue ?? ""
        return Variant(
            id: id, point: point, isEndless: isEndless,
            lanes: [LaneSpec("source", .source), LaneSpec("buffer", .buffer), LaneSpec("output", .output)],
            cell: .milliseconds(100),
            chain: { numbers in
                let strategy = (whenFull ?? FullBuffer(numbers)).rawValue + (keepsFull ? " · keepFull" : "")
                return ["bursts of 12", "buffer \(numbers.count("size")) · \(strategy)", "subscriber takes \(pace(numbers))"]
            },
            code: """
                source
                    .buffer(size: 5, prefetch: .\(keepsFull ? "keepFull" : "byRequest"), whenFull: \(code ?? "." + initial))
                    .subscribe(SteppingSubscriber { event in
                        switch event {
                        case .subscription(let handler): handler(.more)
                        case .value(_, let handler): queue.asyncAfter(deadline: .now() + 1) { handler(.more) }
                        case .completion(let completion): print(completion)
                        }
                    })
                """,
            numbers: [.size(5)] + numbers,
            build: { context in
                let strategy = (whenFull ?? FullBuffer(context.numbers)).strategy
                build(keepsFull ? .keepFull : .byRequest, strategy, on: context)
            })
    }

    /// The pace of the sink; one value a second if fixed.
    private static func pace(_ numbers: Numbers) -> String {
        let interval = numbers.values["interval"] ?? 1
        return interval == 1 ? "one a second" : "one every \(Numbers.text(interval)) s"
    }

    private static func build(
        _ prefetch: Publishers.PrefetchStrategy, _ whenFull: Publishers.BufferingStrategy<BufferIsFull>,
        on context: ScenarioContext
    ) {
        let recorder = context.recorder
        let scheduler = context.scheduler
        let interval = VirtualTime.Stride.seconds(context.numbers.values["interval"] ?? 1)
        let source = context.numberSource(failure: BufferIsFull.self)
        var bursts: [any Cancellable] = []
        let buffered = source.subject
            .handleEvents(receiveCancel: { bursts.forEach { $0.cancel() } })
            .probe("into buffer", recorder: recorder)
            .buffer(
                size: context.numbers.count("size"), prefetch: prefetch, whenFull: whenFull, label: "buffer", recorder: recorder)
        let node = recorder.declareNode(.sink, name: "output", detail: pace(context.numbers))
        let chain = buffered.probe("output", recorder: recorder, upstream: buffered.node, downstream: node)
        let sink = SteppingSubscriber<Int, BufferIsFull> { event in
            switch event {
            case .subscription(let promise): promise(.more)
            case .value(_, let promise): scheduler.schedule(after: scheduler.now.advanced(by: interval)) { promise(.more) }
            case .completion: break
            }
        }
        context.retain(sink)
        context.at(.zero) { chain.subscribe(sink) }
        // Repeating work keeps its rank among work due at the same time, so a burst precedes all requests scheduled later.
        bursts = (0..<12).map { index in
            let start = VirtualTime(seconds: Double(index) * 0.05)
            return scheduler.schedule(after: start, interval: .seconds(4)) { source.sendNext() }
        }
        bursts.forEach(context.retain)
    }
}

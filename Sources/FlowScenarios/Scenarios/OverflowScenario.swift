import FlowCore
import FlowTrace
import OpenCombineShim

extension Scenario {
    static let overflow = Scenario(
        id: "overflow",
        title: "When the buffer is full",
        group: .buffer,
        explanation: """
            Bursts of twelve values meet a buffer of five and a subscriber that takes one a second. What does not fit has to go: the \
            oldest, the newest, or the stream itself with an error. With keepFull the buffer asks only for what it can hold, so it \
            never overflows; the values are lost at the source instead, where there was no demand.
            """,
        tryThis: "Press v to go through the four strategies and watch which values of a burst get through.",
        variants: [
            variant(
                "drop-oldest", point: "the newest stay", strategy: "dropOldest",
                remarks: [Remark("buffer", .dropped, value: "2", "What stays is the newest five values.")]
            ) { .dropOldest },
            variant(
                "drop-newest", point: "the oldest stay", strategy: "dropNewest",
                remarks: [
                    Remark("buffer", .dropped, value: "7", "What stays is the oldest five values; the newest never gets in.")
                ]
            ) { .dropNewest },
            variant(
                "custom-error", point: "fails when full", isEndless: false, strategy: "customError",
                code: ".customError { BufferIsFull() }",
                remarks: [
                    Remark(
                        "buffer", .dropped, value: "7",
                        "The source is cancelled now; the failure reaches the sink with its next request.")
                ]
            ) { .customError { BufferIsFull() } },
            variant(
                "keep-full", point: "asks for what fits", keepsFull: true, strategy: "dropOldest", chain: " · keepFull",
                remarks: [
                    Remark(
                        "source", .dropped, value: "7",
                        "The buffer asks only for what it can hold: it is the source that loses values.")
                ]
            ) { .dropOldest },
        ])

    private typealias WhenFull = Publishers.BufferingStrategy<BufferIsFull>

    private static func variant(
        _ id: String, point: String, isEndless: Bool = true, keepsFull: Bool = false, strategy: String,
        code: String? = nil, chain: String = "", remarks: [Remark], whenFull: @escaping @Sendable () -> WhenFull
    ) -> Variant {
        Variant(
            id: id, point: point, isEndless: isEndless,
            lanes: [LaneSpec("source", .source), LaneSpec("buffer", .buffer), LaneSpec("output", .output)], cell: 0.1,
            chain: { _ in ["bursts of 12", "buffer 5 · \(strategy)\(chain)", "sink takes one a second"] },
            code: """
                source
                    .buffer(size: 5, prefetch: .\(keepsFull ? "keepFull" : "byRequest"), whenFull: \(code ?? "." + strategy))
                    .subscribe(SteppingSubscriber { event in
                        switch event {
                        case .subscription(let promise): promise(.more)
                        case .value(_, let promise): queue.asyncAfter(deadline: .now() + 1) { promise(.more) }
                        case .completion(let completion): print(completion)
                        }
                    })
                """,
            remarks: remarks,
            build: { build(keepsFull ? .keepFull : .byRequest, whenFull(), on: $0) })
    }

    private static func build(_ prefetch: Publishers.PrefetchStrategy, _ whenFull: WhenFull, on stage: Stage) {
        let recorder = stage.recorder
        let scheduler = stage.scheduler
        let source = stage.numberSource(failure: BufferIsFull.self)
        var bursts: [any Cancellable] = []
        let buffered = source.subject
            .handleEvents(receiveCancel: { bursts.forEach { $0.cancel() } })
            .probe("upstream", recorder: recorder)
            .buffer(size: 5, prefetch: prefetch, whenFull: whenFull, label: "buffer", recorder: recorder)
        let node = recorder.declareNode(.sink, name: "sink", detail: "one a second")
        let chain = buffered.probe("output", recorder: recorder, upstream: buffered.node, downstream: node)
        let sink = SteppingSubscriber<Int, BufferIsFull> { event in
            switch event {
            case .subscription(let promise): promise(.more)
            case .value(_, let promise): scheduler.schedule(after: scheduler.now.advanced(by: .seconds(1))) { promise(.more) }
            case .completion: break
            }
        }
        stage.retain(sink)
        stage.at(0) { chain.subscribe(sink) }
        // Repeating work keeps its place among ties, so a burst comes before every request made later.
        bursts = (0..<12).map { place in
            let start = VirtualTime(seconds: Double(place) * 0.05)
            return scheduler.schedule(after: start, interval: .seconds(4)) { source.sendNext() }
        }
        bursts.forEach(stage.retain)
    }
}

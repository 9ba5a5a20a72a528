#if AsyncAlgorithms
    import FlowAlgorithms
    import FlowTrace

    extension Scenario {
        static let asyncRate = Scenario(
            id: "async-rate", title: "debounce, throttle, chunks", group: .tasks,
            explanation: """
                The same erratic source through operators that make it slower. debounce waits for silence and sends the last value before \
                it. _throttle sends one value an interval at most: what comes sooner it holds until the next one comes, so that the last \
                of a burst is dropped or late. Chunks by a timer keep every value, and send together what has come since it last rang.
                """,
            tryThis: {
                """
                Press \($0(.nextVariant)) for the next operator, or \($0(.twoVariants)) for two side by side. \($0(.burst)) sends five \
                values at once; change the time with \($0(.smallerNumber)).
                """
            },
            variants: [
                variant(
                    "debounce", point: "the last before a silence", stage: "debounce", .seconds("silence", 0.5),
                    code: "debounce(for: .seconds(0.5))"
                ) { stream, time, clock in
                    for await _ in stream.debounce(for: time, clock: clock) {}
                },
                variant(
                    "throttle", point: "the latest in an interval", stage: "_throttle", .seconds("interval", 1),
                    code: "_throttle(for: .seconds(1))"
                ) { stream, time, clock in
                    for await _ in stream._throttle(for: time, clock: clock) {}
                },
                variant(
                    "throttle-first", point: "the first in an interval", stage: "_throttle", .seconds("interval", 1),
                    code: "_throttle(for: .seconds(1), latest: false)"
                ) { stream, time, clock in
                    for await _ in stream._throttle(for: time, clock: clock, latest: false) {}
                },
                variant(
                    "chunks", point: "all since the timer rang", stage: "chunked", .seconds("interval", 1),
                    code: "chunked(by: .repeating(every: .seconds(1)))"
                ) { stream, time, clock in
                    for await _ in stream.chunked(by: .repeating(every: time, clock: clock)) {}
                },
            ])

        /// A loop over the result of an operator on a stream.
        private typealias Loop = @Sendable (_ stream: AsyncStream<Int>, _ time: Duration, _ clock: LoopClock) async -> Void

        /// The times of the source's values within each period, and the period, in seconds: a burst, then a single value.
        private static let (times, period) = ([0.3, 0.6, 0.9, 1.2, 1.5, 1.8, 2.7], 4.0)

        private static func variant(
            _ id: String, point: String, stage: String, _ time: ScenarioNumber, code: String, _ work: @escaping Loop
        ) -> Variant {
            Variant(
                id: id, point: point, isEndless: true,
                lanes: [
                    LaneSpec("yield", .output), LaneSpec(stage, .buffer, of: "\(stage) held"),
                    LaneSpec("for await", .output, of: stage),
                ],
                cell: .milliseconds(100),
                chain: { ["source", "AsyncStream", .stage(stage, detail: "\($0.text(time.name)) s"), "for await"] },
                code: """
                    let (stream, continuation) = AsyncStream.makeStream(of: Int.self)
                    source.onValue = { continuation.yield($0) }
                    for await value in stream.\(code) {
                        print(value)
                    }
                    """,
                controls: [.emit, .burst, .finish], takesWholeNumbers: true, numbers: [time], derivesEvents: true,
                build: { context in
                    let loop = context.taskLoop()
                    let source = YieldingSource(loop: loop)
                    let (clock, seconds) = (loop.clock, context.numbers[time.name])
                    context.retain(source)
                    context.acceptValues(into: source)
                    context.at(.zero) { [unowned context] in
                        let stream = source.makeStream(.unbounded)
                        loop.start { await work(stream, .seconds(seconds), clock) }
                        source.yield(at: times.map { .seconds($0) }, every: .seconds(period), on: context.scheduler)
                    }
                })
        }
    }
#endif

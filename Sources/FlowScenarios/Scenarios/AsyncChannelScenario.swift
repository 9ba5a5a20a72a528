#if AsyncAlgorithms
    import FlowAlgorithms
    import FlowTrace

    extension Scenario {
        static let asyncChannel = Scenario(
            id: "async-channel", title: "send waits for a consumer", group: .tasks,
            explanation: """
                An AsyncChannel holds nothing: send returns when a consumer has taken the value. So a slow loop slows its producer down, and \
                no value is dropped. With five producers one value waits for each of them: who waits is the level to watch.
                """,
            tryThis: {
                """
                Press \($0(.nextVariant)) for five producers; \($0(.burst)) sends five more values, each from a task of its own, which waits \
                until its value is taken.
                """
            },
            variants: [
                variant("one-producer", point: "it sends as fast as the loop takes", producers: 1),
                variant("five-producers", point: "up to five wait", producers: 5),
            ])

        private static func variant(_ id: String, point: String, producers: Int) -> Variant {
            let source = producers == 1 ? "producer" : "\(producers) producers"
            return Variant(
                id: id, point: point, isEndless: true,
                lanes: [
                    LaneSpec("send", .output), LaneSpec("AsyncChannel", .buffer, of: "AsyncChannel waiting"),
                    LaneSpec("for await", .output, of: "AsyncChannel", showsDemand: true),
                ],
                cell: .milliseconds(100),
                chain: { numbers in
                    [
                        .stage(source, detail: "\(producers == 1 ? "" : "each ")\(numbers.text("every")) s a value"),
                        "AsyncChannel",
                        "for await \(numbers.text("work")) s a value",
                    ]
                },
                code: """
                    let channel = AsyncChannel<Int>()
                    for producer in producers {  // \(producers)
                        Task {
                            while let value = await producer.make() { await channel.send(value) }
                        }
                    }
                    for await value in channel {
                        await work(value)  // 1 s
                    }
                    """,
                controls: [.emit, .burst, .finish], takesWholeNumbers: true,
                numbers: [.seconds("work", 1), .seconds("every", producers == 1 ? 0.25 : 0.5)],
                derivesEvents: true,
                build: { build(producers, on: $0) })
        }

        private static func build(_ producers: Int, on context: ScenarioContext) {
            let loop = context.taskLoop()
            let source = SendingSource(loop: loop)
            let (clock, work, every) = (loop.clock, context.numbers["work"], context.numbers["every"])
            context.acceptValues(into: source)
            context.at(.zero) {
                let channel = source.makeChannel()
                loop.start { for await _ in channel { await clock.wait(seconds: work) } }
                for number in 1...producers { source.send(first: every * Double(number) / Double(producers), then: every) }
            }
        }
    }
#endif

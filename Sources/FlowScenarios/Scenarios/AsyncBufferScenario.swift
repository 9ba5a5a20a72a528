#if AsyncAlgorithms
    import FlowAlgorithms
    import FlowTrace

    extension Scenario {
        static let asyncBuffer = Scenario(
            id: "async-buffer", title: "Bursts, a buffer, a for await", group: .tasks,
            explanation: """
                A channel makes its producer wait for every value. A buffer behind it takes in a burst at once, and the loop works it \
                off. What happens when the loop is too slow is a matter of the policy: bounded lets the producer wait for room, unbounded \
                grows, the other two drop values and tell nobody.
                """,
            tryThis: {
                """
                Press \($0(.pause)) to pause the loop: the buffer fills, and the producer waits for room. Press \($0(.nextVariant)) for a \
                buffer that grows, or that drops; \($0(.smallerNumber)) makes it smaller.
                """
            },
            variants: [
                variant("bounded", point: "the producer waits for room", .bounded),
                variant("unbounded", point: "grows while the loop is paused", .unbounded),
                variant("latest", point: "keeps the latest 2", .bufferingLatest),
                variant("oldest", point: "keeps the oldest 2", .bufferingOldest),
            ])

        private static func variant(_ id: String, point: String, _ policy: BufferPolicy) -> Variant {
            Variant(
                id: id, point: point, isEndless: true,
                lanes: [
                    LaneSpec("send", .output), LaneSpec("AsyncChannel", .buffer, of: "AsyncChannel waiting"),
                    LaneSpec("buffer", .buffer, of: "buffer held"),
                    LaneSpec("for await", .output, of: "buffer", showsDemand: true),
                ],
                cell: .milliseconds(100),
                chain: { numbers in
                    [
                        "producer \(numbers.count("burst")) values, rest 3 s", "AsyncChannel",
                        "buffer \(policy)\(policy.isLimited ? " \(numbers.count("size"))" : "")",
                        "for await \(numbers.text("work")) s a value",
                    ]
                },
                code: """
                    Task {
                        for await burst in bursts {  // 5 values, then 3 s of rest
                            for value in burst { await channel.send(value) }
                        }
                    }
                    for await value in channel.buffer(policy: .\(policy)\(policy.isLimited ? "(2)" : "")) {
                        await work(value)  // 0.5 s
                        await pause.end()  // as long as you pause it
                    }
                    """,
                controls: [.pause, .resume, .emit, .burst, .finish], takesWholeNumbers: true,
                numbers: (policy.isLimited ? [.size(2)] : []) + [.count("burst", 5), .seconds("work", 0.5)],
                remarks: policy.isLossy ? [Remark("buffer", .dropped, "Neither the producer nor the loop is told.")] : [],
                derivesEvents: true,
                build: { build(policy.limit($0.numbers.count("size")), on: $0) })
        }

        private static func build(_ policy: AsyncBufferSequencePolicy, on context: ScenarioContext) {
            let tasks = context.taskLoop()
            let source = SendingSource(loop: tasks)
            let consumer = PausableLoop(tasks, controlledBy: context)
            let (clock, numbers) = (tasks.clock, context.numbers)
            context.acceptValues(into: source)
            context.at(.zero) {
                let channel = source.makeChannel()
                tasks.start {
                    await consumer.run(over: channel.buffer(policy: policy)) { _ in await clock.wait(seconds: numbers["work"]) }
                }
                source.send(numbers.count("burst"), first: 0, then: 3)
            }
        }
    }

    /// The policy of a buffer for values without demand.
    private enum BufferPolicy: String, CustomStringConvertible {
        case bounded, unbounded, bufferingLatest, bufferingOldest

        var description: String { rawValue }

        var isLimited: Bool { self != .unbounded }

        var isLossy: Bool { self == .bufferingLatest || self == .bufferingOldest }

        func limit(_ size: Int) -> AsyncBufferSequencePolicy {
            switch self {
            case .bounded: .bounded(size)
            case .unbounded: .unbounded
            case .bufferingLatest: .bufferingLatest(size)
            case .bufferingOldest: .bufferingOldest(size)
            }
        }
    }
#endif

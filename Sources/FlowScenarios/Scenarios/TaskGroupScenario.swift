#if AsyncAlgorithms
    import FlowAlgorithms
    import FlowTrace

    extension Scenario {
        static let taskGroup = Scenario(
            id: "task-group", title: "Three workers, one of them slow", group: .tasks,
            explanation: """
                A group of three tasks works on one channel. Where each worker takes the next value as soon as it is free, the slow one just \
                gets fewer, and the producer hardly waits. Where values are dealt out in batches and the group waits for all of them, the \
                slowest worker holds back the other two, and the producer with them.
                """,
            tryThis: {
                """
                Press \($0(.nextVariant)) for batches, or \($0(.twoVariants)) for both side by side: the same workers, another loop. Make the \
                slow one slower or faster with \($0(.smallerNumber)).
                """
            },
            variants: [
                Variant(
                    id: "workers", point: "who is free takes the next", isEndless: true,
                    lanes: [LaneSpec("send", .output), LaneSpec("AsyncChannel", .buffer, of: "\(workers[0]) waiting")]
                        + workers.map { LaneSpec($0, .output) },
                    cell: .milliseconds(100),
                    chain: { numbers in
                        [
                            source(numbers), "AsyncChannel",
                            .sideBySide(
                                workers.indices.map { [.stage(workers[$0], detail: "\(seconds($0, numbers)) s a value")] }),
                        ]
                    },
                    code: """
                        await withTaskGroup(of: Void.self) { group in
                            for worker in workers {
                                group.addTask {
                                    for await value in channel { await worker.work(value) }
                                }
                            }
                        }
                        """,
                    controls: [.emit, .burst, .finish], takesWholeNumbers: true, numbers: numbers, derivesEvents: true,
                    build: { build(on: $0, freely) }),
                Variant(
                    id: "batches", point: "all wait for the slowest", isEndless: true,
                    lanes: [
                        LaneSpec("send", .output), LaneSpec("AsyncChannel", .buffer, of: "AsyncChannel waiting"),
                        LaneSpec("for await", .output, of: "AsyncChannel", showsDemand: true),
                    ],
                    cell: .milliseconds(100),
                    chain: { numbers in
                        [
                            source(numbers), "AsyncChannel",
                            "for await 3 values, work of \(numbers.text("work")), \(numbers.text("work")) and \(numbers.text("slow")) s",
                        ]
                    },
                    code: """
                        var values = channel.makeAsyncIterator()
                        var isOver = false
                        while !isOver {
                            await withTaskGroup(of: Void.self) { group in
                                for worker in workers {
                                    guard let value = await values.next() else { isOver = true; break }
                                    group.addTask { await worker.work(value) }
                                }
                            }
                        }
                        """,
                    controls: [.emit, .burst, .finish], takesWholeNumbers: true, numbers: numbers, derivesEvents: true,
                    build: { build(on: $0, inBatches) }),
            ])

        private static let workers = ["worker 1", "worker 2", "slow worker"]

        private static let numbers: [ScenarioNumber] = [.seconds("slow", 3), .seconds("work", 0.5), .seconds("every", 0.3)]

        private static func source(_ numbers: Numbers) -> ChainShape { "producer \(numbers.text("every")) s a value" }

        /// The duration of a worker's work on a value.
        private static func seconds(_ worker: Int, _ numbers: Numbers) -> String {
            numbers.text(worker == workers.count - 1 ? "slow" : "work")
        }

        private typealias Loop = @Sendable (_ channel: AsyncChannel<Int>, _ clock: LoopClock, _ seconds: [Double]) async -> Void

        private static func build(on context: ScenarioContext, _ work: @escaping Loop) {
            let loop = context.taskLoop()
            let source = SendingSource(loop: loop)
            let every = context.numbers["every"]
            let (clock, seconds) = (loop.clock, [context.numbers["work"], context.numbers["work"], context.numbers["slow"]])
            context.acceptValues(into: source)
            context.at(.zero) {
                let channel = source.makeChannel()
                loop.start { await work(channel, clock, seconds) }
                source.send(first: every, then: every)
            }
        }

        /// Each worker takes the next value when it is free.
        private static let freely: Loop = { channel, clock, seconds in
            await withTaskGroup(of: Void.self) { group in
                for (name, time) in zip(workers, seconds) {
                    group.addTask { for await _ in channel.probe(name) { await clock.wait(seconds: time) } }
                }
            }
        }

        /// One loop deals a value to each worker, and waits for all of them.
        private static let inBatches: Loop = { channel, clock, seconds in
            var values = channel.makeAsyncIterator()
            var isOver = false
            while !isOver {
                await withTaskGroup(of: Void.self) { group in
                    for time in seconds {
                        guard await values.next() != nil else {
                            isOver = true
                            break
                        }
                        group.addTask { await clock.wait(seconds: time) }
                    }
                }
            }
        }
    }
#endif

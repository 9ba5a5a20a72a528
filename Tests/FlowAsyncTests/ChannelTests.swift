#if AsyncAlgorithms
    import FlowAlgorithms
    import FlowTrace
    import Testing

    @testable import FlowGraph
    @testable import FlowModel

    @Suite("AsyncChannel, traced")
    struct ChannelTests {
        struct Broken: Error {}

        /// Records the tasks of a loop, which all run on this thread.
        private static func recording(_ body: (TaskLoop) -> Void) -> Traced {
            let recorder = Recorder()
            CurrentTarget.with(TraceTarget(recorder: recorder)) { body(TaskLoop()) }
            return Traced(recorder)
        }

        /// The sum of the values that consumers receive from producers that send at the same time.
        private static func sum(producers: Int, each count: Int, consumers: Int) async -> Int {
            let channel = AsyncChannel<Int>()
            return await withTaskGroup(of: Int.self) { group in
                for _ in 0..<consumers {
                    group.addTask {
                        var sum = 0
                        for await value in channel { sum += value }
                        return sum
                    }
                }
                group.addTask {
                    await withTaskGroup(of: Void.self) { group in
                        for producer in 0..<producers {
                            group.addTask { for value in 0..<count { await channel.send(producer * 1_000 + value) } }
                        }
                    }
                    channel.finish()
                    return 0
                }
                return await group.reduce(0, +)
            }
        }

        @Test func `a send without a consumer waits, and the next request takes its value`() {
            let traced = ChannelTests.recording { loop in
                let channel = AsyncChannel<Int>()
                loop.spawn { for value in 1...2 { await channel.send(value) } }
                loop.run()
                loop.spawn {
                    var iterator = channel.makeAsyncIterator()
                    for _ in 1...2 { _ = await iterator.next() }
                }
                loop.run()
            }

            #expect(
                traced.graph == [
                    "send: send -> AsyncChannel", "AsyncChannel waiting: AsyncChannel -> AsyncChannel",
                    "AsyncChannel: AsyncChannel -> for await",
                ])
            #expect(
                traced.lines == [
                    "1 send subscribed ", "2 send request ∞ < 1", "3 send value 1", "4 AsyncChannel waiting buffered 1 < 3",
                    "5 AsyncChannel subscribed ", "6 AsyncChannel request 1", "7 AsyncChannel waiting unbuffered 1 < 6",
                    "8 AsyncChannel value 1 < 7", "9 AsyncChannel request 1", "10 send value 2",
                    "11 AsyncChannel waiting buffered 2 < 10", "12 AsyncChannel waiting unbuffered 2 < 9",
                    "13 AsyncChannel value 2 < 12", "14 AsyncChannel cancel ", "15 send cancel  < 14",
                ])
            #expect(traced.residues == [])
        }

        @Test func `five producers wait in the order in which they sent`() {
            let traced = ChannelTests.recording { loop in
                let channel = AsyncChannel<Int>()
                for value in 1...5 { loop.spawn { await channel.send(value) } }
                loop.run()
                loop.spawn {
                    var left = 5
                    for await _ in channel {
                        left -= 1
                        if left == 0 { break }
                    }
                }
                loop.run()
            }

            let waiting = traced.log.entries.filter { traced.log.edge($0.edge)?.role == .store }
            let kinds: [SignalKind] = (1...5).map { _ in .buffered } + (1...5).map { _ in .unbuffered }
            #expect(waiting.map(\.kind) == kinds)
            #expect(traced.values(.unbuffered, on: "AsyncChannel waiting") == ["1", "2", "3", "4", "5"])
            #expect(traced.values(.value, on: "AsyncChannel") == ["1", "2", "3", "4", "5"])
            #expect(traced.residues == [])
        }

        @Test func `a send that is cancelled while it waits drops its value, and the others go on waiting`() {
            let traced = ChannelTests.recording { loop in
                let channel = AsyncChannel<Int>()
                let senders = (1...3).map { value in loop.spawn { await channel.send(value) } }
                loop.run()
                senders[1].cancel()
                loop.run()
                loop.spawn {
                    var iterator = channel.makeAsyncIterator()
                    for _ in 1...2 { _ = await iterator.next() }
                }
                loop.run()
            }

            #expect(traced.values(.dropped, on: "AsyncChannel waiting") == ["2"])
            #expect(traced.log.entries.compactMap(\.event.dropReason) == [.cancelled])
            #expect(traced.values(.value, on: "AsyncChannel") == ["1", "3"])
            #expect(traced.residues == [])
        }

        @Test func `finish discards what waits and what comes after, and ends every consumer`() {
            let traced = ChannelTests.recording { loop in
                let channel = AsyncChannel<Int>()
                loop.spawn { for await _ in channel {} }
                loop.spawn { for await _ in channel {} }
                loop.run()
                for value in 1...4 { loop.spawn { await channel.send(value) } }
                // Two values reach the consumers at once; two wait until the consumers request again.
                channel.finish()
                loop.run()
                loop.spawn { await channel.send(5) }
                loop.run()
            }

            #expect(traced.values(.dropped, on: "AsyncChannel waiting") == ["1", "2", "3", "4", "5"])
            #expect(traced.count(.finished, on: "send") == 1)
            #expect(["AsyncChannel", "AsyncChannel 2"].map { traced.count(.finished, on: $0) } == [1, 1])
            #expect(traced.residues == [])
        }

        @Test func `a channel with a name is sent to, ends and fails as one without`() {
            let traced = ChannelTests.recording { loop in
                let numbers = AsyncChannel<Int>().probe("numbers")
                loop.spawn { for await _ in numbers {} }
                loop.spawn {
                    await numbers.send(1)
                    numbers.finish()
                }
                let lines = AsyncThrowingChannel<String, any Error>().probe("lines")
                loop.spawn { do { for try await _ in lines {} } catch {} }
                loop.spawn {
                    await lines.send("a")
                    lines.fail(Broken())
                }
                loop.run()
            }

            #expect(traced.values(.value, on: "numbers") == ["1"] && traced.count(.finished, on: "numbers") == 1)
            #expect(traced.values(.value, on: "lines") == ["a"] && traced.values(.failure, on: "lines") == ["Broken"])
            #expect(traced.count(.value, on: "send") == 1)
            #expect(traced.residues == [])
        }

        @Test func `a failure drops what waits because of it`() {
            let traced = ChannelTests.recording { loop in
                let channel = AsyncThrowingChannel<String, any Error>()
                loop.spawn { await channel.send("a long text that does not fit into the record") }
                loop.run()
                channel.fail(Broken())
                loop.run()
                loop.spawn { do { for try await _ in channel.probe("lines") {} } catch {} }
                loop.run()
            }

            #expect(traced.log.entries.compactMap(\.event.dropReason) == [.error])
            #expect(traced.values(.failure, on: "send") == ["Broken"])
            #expect(traced.values(.failure, on: "lines") == ["Broken"])
            #expect(traced.residues == [])
        }

        @Test func `after a gap the producers that wait are known again with the first whose send returns`() {
            let loop = TaskLoop()
            let recorder = Recorder(clock: .custom { loop.now })
            var found = Reconstruction()
            var held: [HeldCount] = []
            func drain() {
                recorder.drain(into: &found)
                var account = EdgeAccount()
                for entry in found.log.entries where found.log.edge(entry.edge)?.role == .store {
                    account.fold(entry.kind, of: entry.event)
                }
                held.append(account.heldCount)
            }
            CurrentTarget.with(TraceTarget(recorder: recorder)) {
                let channel = AsyncChannel<Int>()
                for value in 1...3 { loop.spawn { await channel.send(value) } }
                loop.run(untilMilliseconds: 1)
                drain()
                found.recordGap(until: loop.now)
                loop.run(untilMilliseconds: 2)
                drain()
                loop.spawn { for await _ in channel {} }
                loop.run(untilMilliseconds: 3)
                drain()
                loop.spawn { await channel.send(4) }
                loop.run(untilMilliseconds: 4)
                drain()
            }

            #expect(held == [HeldCount(3), HeldCount(0, isLeast: true), HeldCount(0, isLeast: true), HeldCount(0)])
        }

        @Test func `eight producers and four consumers lose no value and no count`() async {
            var all = 0
            let traced = await Traced.recording { all = await ChannelTests.sum(producers: 8, each: 250, consumers: 4) }

            #expect(traced.log.missed == 0)
            #expect(all == 7_249_000)
            #expect(traced.count(.value, on: "send") == 2_000)
            #expect(traced.count(.buffered, on: "AsyncChannel waiting") == 2_000)
            #expect(traced.count(.unbuffered, on: "AsyncChannel waiting") == 2_000)
            let delivered = ["", " 2", " 3", " 4"].flatMap { traced.values(.value, on: "AsyncChannel\($0)") }
            #expect(delivered.count == 2_000)
            #expect(delivered.compactMap { Int($0) }.reduce(0, +) == all)
            #expect(traced.residues == [])
        }

        @Test func `untraced, nothing is recorded and everything works`() {
            let loop = TaskLoop()
            let channel = AsyncChannel<Int>()
            let values = HistoryLog()
            loop.spawn {
                await channel.send(1)
                channel.finish()
            }
            loop.spawn { for await value in channel { values.append("\(value)") } }
            loop.run()

            #expect(values.lines == ["1"])
        }
    }

    /// A program of tasks that send and receive.
    enum ChannelProgram {
        struct Broken: Error {}

        enum Step: Hashable { case send, next, cancelSend(Int), cancelNext(Int), finish, fail, run }

        /// A pseudorandom program.
        static func random(_ seed: UInt64) -> [Step] {
            var state = seed &* 0x9E37_79B9_7F4A_7C15 | 1
            func next(_ count: Int) -> Int {
                state ^= state << 13
                state ^= state >> 7
                state ^= state << 17
                return Int(state % UInt64(count))
            }
            let reach = [15, 16, 17][next(3)]
            return (0..<(5 + next(40))).map { _ in
                switch next(reach) {
                case 0..<5: .send
                case 5..<9: .next
                case 9..<13: .run
                case 13: .cancelSend(next(12))
                case 14: .cancelNext(next(12))
                case 15: .finish
                default: .fail
                }
            }
        }
    }

    @Suite("AsyncChannel and AsyncThrowingChannel as in AsyncAlgorithms")
    struct ChannelParityTests {
        @Test func `a thousand random programs behave as with AsyncAlgorithms', traced and not`() {
            var kinds: Set<String> = []
            for seed in 1...1_000 as ClosedRange<UInt64> {
                let steps = ChannelProgram.random(seed)
                let theirs = theirChannelHistory(steps)
                let untraced = ourChannelHistory(steps)
                let recorder = Recorder()
                let ours = CurrentTarget.with(TraceTarget(recorder: recorder)) { ourChannelHistory(steps) }
                let traced = Traced(recorder)

                #expect(untraced == theirs, "seed \(seed)")
                #expect(ours == theirs, "seed \(seed)")
                let (sent, got) = (
                    theirs.count { $0.hasPrefix("sent") },
                    theirs.count { $0.hasPrefix("next") && $0.last?.isNumber == true }
                )
                let channel = traced.log.edges.first { $0.role == .store }?.label ?? ""
                #expect(["", "AsyncChannel waiting", "AsyncThrowingChannel waiting"].contains(channel))
                #expect(traced.count(.buffered, on: channel) == sent, "seed \(seed)")
                #expect(traced.count(.unbuffered, on: channel) == got, "seed \(seed)")
                #expect(traced.count(.dropped, on: channel) == sent - got, "seed \(seed)")
                #expect(traced.residues == [], "seed \(seed)")
                kinds.formUnion(theirs.map { String($0.filter { !$0.isNumber }) })
            }

            #expect(kinds == ["sent ", "next : ", "next : nil", "next  threw Broken()", "end"])
        }

        @Test(arguments: ["AsyncChannel", "AsyncThrowingChannel"])
        func `every public member of AsyncAlgorithms' is in ours`(type: String) throws {
            let theirs = try PublicInterface.members(of: type, in: "AsyncAlgorithms")
            let ours = try PublicInterface.members(of: type, in: "FlowAlgorithms")

            #expect(theirs.count > 7)
            #expect(theirs.subtracting(ours) == [])
            // Our channel also takes the source location of its creation.
            #expect(ours.contains("init(fileID:line:)"))
        }

        @Test func `the file that uses every member does the same with ours and with theirs`() async throws {
            let theirs = try await everyChannelMemberTheirs()
            #expect(try await everyChannelMemberOurs() == theirs)
            var traced: [String] = []
            let trace = try await Traced.recording { traced = try await everyChannelMemberOurs() }

            #expect(traced == theirs)
            #expect(trace.residues == [])
        }
    }
#endif

#if AsyncAlgorithms
    import FlowAlgorithms
    import FlowTestSupport
    import FlowTrace

    @testable import FlowVerdict

    /// A random chain of tasks with one of the causes other than a slow stage, or with none.
    struct CauseChain: CustomStringConvertible {
        enum Fault: String, CaseIterable {
            /// Another job keeps the consumer's executor busy.
            case busyExecutor
            /// The stream has no reader.
            case unread
            /// The reader leaves after some values.
            case left
            /// The stream is the second input of a `chain`, whose first input never ends.
            case second
            case none
        }

        let fault: Fault
        /// The milliseconds between two values, in each stage, and in the loop.
        private let pause: Int
        private let stages: [Int]
        private let work: Int
        private let isChannel: Bool
        /// The number of values before the loop begins.
        private let burst: Int
        /// The number of values that the reader takes before it leaves.
        private let taken: Int
        /// The duration of each busy time of the executor, in milliseconds.
        private let block: Int
        /// The time of the verdict, in milliseconds.
        private let end: Int

        init(seed: UInt64) {
            var chance = SeededChance(seed: seed)
            fault = Fault.allCases[Int(seed % 5)]
            stages = (0..<chance.below(4)).map { _ in chance.below(4) }
            work = chance.below(4)
            pause = stages.reduce(work, +) + 4 + chance.below(30)
            isChannel = chance.oneIn(3) && fault != .unread && fault != .busyExecutor && fault != .second
            burst = chance.oneIn(3) ? 2 + chance.below(8) : 0
            taken = 1 + chance.below(20)
            block = 250 + chance.below(600)
            // The verdict is given while the executor is busy, and long enough after everything else.
            end = fault == .busyExecutor ? block * (3 + chance.below(20)) + block - 30 : 4_000 + chance.below(9_000)
        }

        /// The name of the stage that is to blame.
        var culprit: String? {
            switch fault {
            case .busyExecutor, .left: "for await"
            case .unread: "AsyncStream"
            case .second: "chain"
            case .none: nil
            }
        }

        var description: String {
            "\(fault): \(isChannel ? "channel" : "stream") every \(pause) ms, stages \(stages), loop \(work), burst \(burst), "
                + "taken \(taken), busy \(block), judged at \(end)"
        }

        func report() -> PipelineReport? {
            let play = CausePlay()
            play.record {
                switch (fault, isChannel) {
                // The operator is traced only if the types of its inputs are known.
                case (.second, _): staged(chain(stream(play, every: 20 * pause), stream(play, every: pause)), play)
                case (_, true): consume(channel(play), play)
                case (_, false): consume(stream(play, every: pause), play)
                }
                if fault == .busyExecutor {
                    play.other.run()
                    play.alternate(busy: block, untilMilliseconds: end)
                } else {
                    play.loop.run(untilMilliseconds: end)
                }
            }
            return play.reports(atMilliseconds: end).first
        }

        private func stream(_ play: CausePlay, every pause: Int) -> AsyncStream<Int> {
            let (stream, continuation) = AsyncStream.makeStream(of: Int.self)
            let burst = burst
            play.loop.spawn {
                for value in 0..<100_000 {
                    continuation.yield(value)
                    if value >= burst { await play.loop.sleep(milliseconds: pause) }
                }
            }
            return stream
        }

        private func channel(_ play: CausePlay) -> AsyncChannel<Int> {
            let (channel, pause) = (AsyncChannel<Int>(), pause)
            play.loop.spawn {
                for value in 0..<100_000 {
                    await play.loop.sleep(milliseconds: pause)
                    await channel.send(value)
                }
            }
            return channel
        }

        private func consume(_ base: some AsyncSequence<Int, Never> & Sendable, _ play: CausePlay) {
            switch fault {
            case .unread:
                play.loop.spawn {
                    await play.loop.sleep(milliseconds: 1_000_000)
                    _ = base
                }
            case .busyExecutor, .left, .second, .none: staged(base, play)
            }
        }

        private func staged(_ base: some AsyncSequence<Int, Never> & Sendable, _ play: CausePlay) {
            switch stages.count {
            case 0: loop(base, play)
            case 1: loop(stage(base, 0, play), play)
            case 2: loop(stage(stage(base, 0, play), 1, play), play)
            default: loop(stage(stage(stage(base, 0, play), 1, play), 2, play), play)
            }
        }

        private func stage(
            _ base: some AsyncSequence<Int, Never> & Sendable, _ index: Int, _ play: CausePlay
        ) -> some AsyncSequence<Int, Never> & Sendable {
            let time = fault == .busyExecutor ? 0 : stages[index]
            return base.map { value in
                if time > 0 { await play.loop.sleep(milliseconds: time) }
                return value
            }
        }

        private func loop(_ base: some AsyncSequence<Int, Never> & Sendable, _ play: CausePlay) {
            let (work, taken) = (fault == .busyExecutor ? 0 : work, fault == .left ? taken : .max)
            (fault == .busyExecutor ? play.other : play.loop).spawn {
                var count = 0
                for await _ in base {
                    if work > 0 { await play.loop.sleep(milliseconds: work) }
                    count += 1
                    if count == taken { break }
                }
                await play.loop.sleep(milliseconds: 1_000_000)
            }
        }
    }
#endif

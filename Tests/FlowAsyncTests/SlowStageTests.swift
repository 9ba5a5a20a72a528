#if AsyncAlgorithms
    import FlowAlgorithms
    import FlowTestSupport
    import FlowTrace
    import Testing

    @testable import FlowVerdict

    /// Random chains in virtual time with one slow part, which the verdict names.
    @Suite("verdicts on asynchronous chains")
    struct SlowStageTests {
        private enum Source: CaseIterable { case unbounded, newest, oldest, channel, channelOfThree }

        /// The slow part; `healthy` if the source is not faster than the others.
        private enum Slow: Equatable { case source, stage(Int), sink, healthy }

        private struct Chain {
            var source = Source.unbounded
            var slow = Slow.healthy
            /// The milliseconds for a value: between two values of the source, in each stage, and in the sink.
            var pause = 0
            var stages: [Int] = []
            var work = 0

            init(seed: UInt64) {
                var state = seed &* 0x9E37_79B9_7F4A_7C15 | 1
                func next(_ range: ClosedRange<Int>) -> Int {
                    state ^= state << 13
                    state ^= state >> 7
                    state ^= state << 17
                    return range.lowerBound + Int(state % UInt64(range.count))
                }
                source = Source.allCases[next(0...Source.allCases.count - 1)]
                stages = (0..<next(0...3)).map { _ in next(0...4) }
                work = next(0...4)
                let total = stages.reduce(work, +)
                pause = total + next(4...40)
                let parts: [Slow] = [.source, .sink, .healthy] + stages.indices.map(Slow.stage)
                slow = parts[next(0...parts.count - 1)]
                switch slow {
                case .source: pause = next(200...600)
                case .sink: work = 3 * pause + next(0...100)
                case .stage(let index): stages[index] = 3 * pause + next(0...100)
                case .healthy: break
                }
            }

            /// The name of the slow stage; `nil` if only the source is slow, or nothing.
            var culprit: String? {
                switch slow {
                case .source, .healthy: nil
                case .stage(let index): "stage \(index)"
                case .sink: "for await"
                }
            }
        }

        private static func stage(
            _ base: some AsyncSequence<Int, Never> & Sendable, _ index: Int, _ chain: Chain, _ loop: TaskLoop
        ) -> some AsyncSequence<Int, Never> & Sendable {
            let work = chain.stages[index]
            return base.map { value in
                await loop.sleep(milliseconds: work)
                return value
            }.probe("stage \(index)")
        }

        private static func consume(_ base: some AsyncSequence<Int, Never> & Sendable, _ chain: Chain, _ loop: TaskLoop) {
            loop.spawn { for await _ in base { await loop.sleep(milliseconds: chain.work) } }
        }

        private static func play(_ base: some AsyncSequence<Int, Never> & Sendable, _ chain: Chain, _ loop: TaskLoop) {
            switch chain.stages.count {
            case 0: consume(base, chain, loop)
            case 1: consume(stage(base, 0, chain, loop), chain, loop)
            case 2: consume(stage(stage(base, 0, chain, loop), 1, chain, loop), chain, loop)
            default: consume(stage(stage(stage(base, 0, chain, loop), 1, chain, loop), 2, chain, loop), chain, loop)
            }
        }

        private static func play(_ chain: Chain, on loop: TaskLoop) {
            func stream(_ policy: AsyncStream<Int>.Continuation.BufferingPolicy) {
                let (stream, continuation) = AsyncStream.makeStream(of: Int.self, bufferingPolicy: policy)
                loop.spawn {
                    for value in 0..<100_000 {
                        await loop.sleep(milliseconds: chain.pause)
                        continuation.yield(value)
                    }
                }
                play(stream, chain, loop)
            }
            func channel(producers: Int) {
                let channel = AsyncChannel<Int>()
                for producer in 0..<producers {
                    loop.spawn {
                        for value in 0..<100_000 {
                            await loop.sleep(milliseconds: chain.pause * producers)
                            await channel.send(value * producers + producer)
                        }
                    }
                }
                play(channel, chain, loop)
            }
            switch chain.source {
            case .unbounded: stream(.unbounded)
            case .newest: stream(.bufferingNewest(5))
            case .oldest: stream(.bufferingOldest(5))
            case .channel: channel(producers: 1)
            case .channelOfThree: channel(producers: 3)
            }
        }

        /// The culprit, if the verdict is that a stage holds others back, and the words of the verdict.
        private static func verdict(on chain: Chain, untilMilliseconds end: Int) -> (culprit: String?, words: String) {
            let loop = TaskLoop()
            let recorder = Recorder(clock: .custom { loop.now })
            CurrentTarget.with(TraceTarget(recorder: recorder)) {
                play(chain, on: loop)
                loop.run(untilMilliseconds: end)
            }
            let traced = Traced(recorder)
            var meter = UtilizationMeter()
            for entry in traced.log.entries { meter.fold(entry, in: traced.log) }
            let time = TraceTime(nanoseconds: UInt64(end) * 1_000_000)
            guard let report = meter.reports(at: time, in: traced.log).first else { return (nil, "no report") }
            let culprit = report.stages.first { $0.id == report.verdict.culprit }
            let isSource = culprit?.role == .source
            return (isSource ? nil : culprit?.name, report.verdict.text)
        }

        @Test func `of 600 random chains the slow stage is named, and none where no stage is slow`() {
            var wrong: [String] = []
            var culprits: Set<String> = []
            for seed in Rounds.seeds(full: 600, sample: 60) {
                let chain = Chain(seed: seed)
                let verdict = SlowStageTests.verdict(on: chain, untilMilliseconds: 12_000)
                if verdict.culprit != chain.culprit { wrong.append("seed \(seed) \(chain): \(verdict.words)") }
                culprits.insert(verdict.culprit ?? "none")
            }

            #expect(wrong == [])
            #expect(culprits == ["none", "stage 0", "stage 1", "stage 2", "for await"])
        }

        @Test(arguments: [2, 4_000]) func `a loop that asked late, and never got a value, held nothing back`(delay: Int) {
            let loop = TaskLoop()
            let recorder = Recorder(clock: .custom { loop.now })
            CurrentTarget.with(TraceTarget(recorder: recorder)) {
                let (stream, continuation) = AsyncStream.makeStream(of: Int.self)
                loop.spawn {
                    var iterator = stream.makeAsyncIterator()
                    await loop.sleep(milliseconds: delay)
                    while await iterator.next() != nil {}
                }
                loop.run(untilMilliseconds: 10_000)
                continuation.finish()
                loop.run(untilMilliseconds: 10_000)
            }
            let traced = Traced(recorder)
            var meter = UtilizationMeter()
            for entry in traced.log.entries { meter.fold(entry, in: traced.log) }

            #expect(meter.reports(in: traced.log, isOver: true).map(\.run.text) == ["finished at 10.00 s"])
        }
    }
#endif

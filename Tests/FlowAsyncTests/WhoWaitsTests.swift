#if AsyncAlgorithms
    import FlowAlgorithms
    import FlowTrace
    import Testing

    @testable import FlowAnalysis
    @testable import FlowModel
    @testable import FlowText
    @testable import FlowVerdict

    /// If demand is 0 or 1, the lanes and the verdict say who waits for whom. The tests run in virtual time.
    @Suite("who waits")
    struct WhoWaitsTests {
        private static func recording(untilMilliseconds end: Int, _ body: (TaskLoop) -> Void) -> Traced {
            let loop = TaskLoop()
            let recorder = Recorder(clock: .custom { loop.now })
            CurrentTarget.with(TraceTarget(recorder: recorder)) {
                body(loop)
                loop.run(untilMilliseconds: end)
            }
            return Traced(recorder)
        }

        /// Producers that send, each after a pause, to one consumer that works on each value.
        private static func channel(producers: Int, pause: Int, work: Int, untilMilliseconds end: Int) -> Traced {
            recording(untilMilliseconds: end) { loop in
                let channel = AsyncChannel<Int>()
                for producer in 1...producers {
                    loop.spawn {
                        for value in 0..<10_000 {
                            await loop.sleep(milliseconds: pause)
                            await channel.send(producer * 10_000 + value)
                        }
                    }
                }
                loop.spawn { for await _ in channel.probe("orders") { await loop.sleep(milliseconds: work) } }
            }
        }

        /// The gutters of a trace's lanes at a time, including demand lanes.
        private static func gutters(of traced: Traced, at time: TraceTime, isAtEnd: Bool = false) -> [String] {
            var pipelines = Pipelines()
            pipelines.update(from: traced.log, upTo: traced.log.count)
            var opened = PipelineModel(PipelineID(edge: EdgeID(rawValue: 1)))
            opened.update(from: traced.log, in: &pipelines)
            let model = opened.model
            let moment = Moment(time: time, sequence: model.log.count)
            func text(_ gutter: LaneGutter) -> String {
                [gutter.first, gutter.second, gutter.short].map { $0.text { _ in "!" } }.joined(separator: " | ")
            }
            return model.lanes.indices.flatMap { lane in
                let name = model.lanes[lane].spec.name
                let own = "\(name): \(text(LaneFacts.gutter(of: model, lane: lane, at: moment, isAtEnd: isAtEnd)))"
                guard model.lanes[lane].spec.showsDemand else { return [own] }
                return ["demand: \(text(LaneFacts.demandGutter(of: model, lane: lane, at: moment, isAtEnd: isAtEnd)))", own]
            }
        }

        private static func report(on traced: Traced, at time: TraceTime) -> PipelineReport? {
            var meter = UtilizationMeter()
            for entry in traced.log.entries { meter.fold(entry, in: traced.log) }
            return meter.reports(at: time, in: traced.log).first
        }

        private static func verdict(of traced: Traced, at time: TraceTime) -> String {
            report(on: traced, at: time)?.verdict.text ?? ""
        }

        @Test func `five producers wait for a consumer that works`() {
            let traced = WhoWaitsTests.channel(producers: 5, pause: 100, work: 1_000, untilMilliseconds: 2_500)
            let time = TraceTime(nanoseconds: 2_500_000_000)

            #expect(
                WhoWaitsTests.gutters(of: traced, at: time) == [
                    "send: 8 sent | 5 wait | 8 sent", "AsyncChannel: 5 producers wait | since 0.10 s | 5 wait",
                    "demand: 5 producers wait | since 0.10 s | 5 wait", "orders: 3 delivered | asks 0 | 3 got",
                ])
            #expect(
                WhoWaitsTests.gutters(of: traced, at: time, isAtEnd: true) == [
                    "send: 8 sent | 5 wait | 8 sent", "AsyncChannel: 5 producers waited | from 0.10 s | 5 wait",
                    "demand: 5 producers waited | from 0.10 s | 5 wait", "orders: 3 delivered | asks 0 | 3 got",
                ])
            #expect(
                WhoWaitsTests.verdict(of: traced, at: time)
                    == "held back by for await: 5 values wait in AsyncChannel \"orders\", it has requested nothing for 0.4 s and for 96 % of the last 2.5 s while its "
                    + "input had values")
            let shares = WhoWaitsTests.report(on: traced, at: time)?.stages.first?.recent
            #expect(shares == StageShares(busy: 0, starved: 0.04, heldBack: 0.96))
            #expect(traced.residues == [])
        }

        @Test func `a consumer waits for its only producer`() {
            let traced = WhoWaitsTests.channel(producers: 1, pause: 1_000, work: 10, untilMilliseconds: 2_500)
            let time = TraceTime(nanoseconds: 2_500_000_000)

            #expect(
                WhoWaitsTests.gutters(of: traced, at: time) == [
                    "send: 2 sent | none waits | 2 sent", "AsyncChannel: no producer waits |  | 0 wait",
                    "demand: for await waits | since 2.01 s | waits", "orders: 2 delivered | asks 1 | 2 got",
                ])
            #expect(
                WhoWaitsTests.gutters(of: traced, at: time, isAtEnd: true)[2]
                    == "demand: for await waited | from 2.01 s | waited")
            #expect(
                WhoWaitsTests.verdict(of: traced, at: time)
                    == "flowing: values pass as fast as send sends them; 0.8 a second arrived in the last 2.5 s")
            #expect(traced.residues == [])
        }

        @Test(arguments: 1...5, [(10, 60), (60, 10), (25, 25)])
        func `the verdict names the consumer that is slow, or the producers that are`(producers: Int, paces: (Int, Int)) {
            let (pause, work) = (paces.0 * producers, paces.1)
            let traced = WhoWaitsTests.channel(producers: producers, pause: pause, work: work, untilMilliseconds: 12_000)
            let verdict = WhoWaitsTests.verdict(of: traced, at: TraceTime(nanoseconds: 12_000_000_000))

            if work > paces.0 {
                #expect(verdict.hasPrefix("held back by for await"))
            } else if work < paces.0 {
                let heads = ["flowing: values pass as fast as send sends them", "waiting for send"]
                #expect(heads.contains { verdict.hasPrefix($0) })
            } else {
                #expect(!verdict.contains("stalled"))
            }
            #expect(traced.residues == [])
        }
    }
#endif

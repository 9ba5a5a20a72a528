import FlowCore
import FlowTestSupport
import FlowCombine
import Testing

/// The probe's first law at the end of the chain: FlowCore's subscribers request, answer and cancel the same with a probe above
/// them.
@Suite("probe's laws above subscribers")
struct ProbeSubscriberLawTests {
    private func expectTheSame(_ attach: (AnyPublisher<Int, OperatorError>, LawBench, inout SeededChance) -> Void) {
        for seed in Rounds.seeds(full: 300) {
            let logs = [LawBench.Probes.none, .above].map { probes in
                let bench = LawBench(seed: seed, probes: probes)
                var chance = SeededChance(seed: seed ^ 0x51)
                attach(bench.source(), bench, &chance)
                bench.run()
                return bench
            }

            #expect(logs[1].log.lines == logs[0].log.lines, "seed \(seed)")
            #expect(logs[0].sources.flatMap(\.links).allSatisfy { $0.emptyRequests == 0 }, "seed \(seed)")
        }
    }

    /// Performs each action a few times, at random times.
    private func later(_ bench: LawBench, _ chance: inout SeededChance, _ actions: [() -> Void]) {
        for _ in 0..<chance.below(12) {
            let action = actions[chance.below(actions.count)]
            bench.scheduler.schedule(after: VirtualTime(seconds: Double(chance.below(25)) / 100)) { action() }
        }
    }

    @Test func `a CustomDemandSink asks the same`() {
        expectTheSame { publisher, bench, chance in
            let log = bench.log
            let stock = chance.below(4)
            let sink = CustomDemandSink<Int, OperatorError>(
                demand: .max(stock), receiveValue: { log.note("value \($0)") }, receiveCompletion: { log.note("\($0)") })
            let isCancelled = chance.oneIn(3)
            publisher.subscribe(sink)
            later(
                bench, &chance,
                [
                    { sink.increaseDemand(.max(2)) }, { sink.increaseDemand(.none) }, { sink.increaseDemand(.max(1)) },
                    { if isCancelled { sink.cancel() } },
                ])
        }
    }

    @Test func `a pausable sink asks the same`() {
        expectTheSame { publisher, bench, chance in
            let log = bench.log
            var inner = SeededChance(seed: bench.seed)
            let sink = publisher.pausableSink(
                receiveCompletion: { log.note("\($0)") },
                receiveValue: { value in
                    log.note("value \(value)")
                    return !inner.oneIn(3)
                })
            let isCancelled = chance.oneIn(3)
            later(bench, &chance, [{ sink.pause() }, { sink.resume() }, { sink.resume() }, { if isCancelled { sink.cancel() } }])
        }
    }

    @Test func `a SteppingSubscriber asks the same`() {
        expectTheSame { publisher, bench, chance in
            let log = bench.log
            var inner = SeededChance(seed: bench.seed)
            let subscriber = SteppingSubscriber<Int, OperatorError>(onState: { log.note("\($0)") }) { event in
                switch event {
                case .subscription(let promise), .value(_, let promise):
                    log.note("promise \(promise.id)")
                    switch inner.below(8) {
                    case 0: promise(.cancel)
                    case 1...4: promise(.more)
                    default:
                        let date = bench.scheduler.now.advanced(by: .milliseconds(10 * inner.below(5)))
                        bench.scheduler.schedule(after: date) { log.note("\(promise(.more))") }
                    }
                case .completion(let completion): log.note("\(completion)")
                }
            }
            publisher.subscribe(subscriber)
            later(bench, &chance, [{ if bench.seed.isMultiple(of: 3) { subscriber.cancel() } }])
        }
    }

    @Test(arguments: [BatchingMode.refillsEarly, .trueBatches])
    func `a BatchingSubscriber asks the same`(mode: BatchingMode) {
        expectTheSame { publisher, bench, chance in
            let log = bench.log
            let subscriber = BatchingSubscriber<Int, OperatorError, VirtualTimeScheduler>(
                batchSize: 1 + chance.below(3), limit: 1 + chance.below(10), work: .milliseconds(20), hop: .milliseconds(10),
                mode: mode, scheduler: bench.scheduler, onState: { log.note("\($0)") },
                receiveCompletion: { log.note("\($0)") }, receiveValue: { log.note("value \($0)") })
            publisher.subscribe(subscriber)
            later(bench, &chance, [{ if bench.seed.isMultiple(of: 3) { subscriber.cancel() } }])
        }
    }
}

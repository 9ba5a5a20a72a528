import FlowCombine
import FlowTestSupport
import FlowText
import FlowTrace
import Testing

@testable import FlowAnalysis
@testable import FlowCore
@testable import FlowGraph
@testable import FlowVerdict

/// Every loss is reported, and is counted once, at the same place by all counters.
@Suite("losses, traced", .serialized)
struct LossTests {
    /// The trace of some streams.
    private static func log(_ body: (Bench) -> Void) -> TraceLog { Bench.trace(.unlimited, body).found.log }

    /// The failures of a gate that expects no drops.
    private static func failures(_ log: TraceLog, except exceptions: [DropException] = []) -> [String] {
        var check = RunCheck([.noDrops(except: exceptions)])
        for entry in log.entries { check.fold(entry, in: log) }
        return check.failures().map(\.text)
    }

    private static func notes(_ log: TraceLog) -> [String] {
        UtilizationMeter.measuring(log).reports(in: log, isOver: true).flatMap(\.notes)
    }

    private static func run(_ log: TraceLog) -> [String] {
        UtilizationMeter.measuring(log).reports(in: log, isOver: true).map(\.run.text)
    }

    // MARK: All streams

    @Test("a diagnosis, a gate and metrics count the same losses in every pipeline", arguments: Pipeline.all.indices)
    func pipelines(_ index: Int) {
        for run in Pipeline.runs(index) {
            #expect(LossAccounts(run.found.log).differences == [], "\(Pipeline.all[index]), \(run.appetite)")
        }
    }

    @Test("a diagnosis, a gate and metrics count the same losses in random pipelines")
    func random() {
        var lost = 0
        for seed in Rounds.seeds(full: 10_000) {
            let pipeline = RandomPipeline(seed: seed, isProbed: false) { _ in }
            let (tracer, _) = FlowTracer.tracing(into: pipeline.recorder) { pipeline.play() }
            tracer.stop()
            var found = Reconstruction()
            pipeline.recorder.drain(into: &found)
            let accounts = LossAccounts(found.log)

            #expect(accounts.differences == [], "seed \(seed), \(pipeline.stages)")
            guard accounts.differences.isEmpty else { return }
            lost += accounts.losses.count
        }
        #expect(lost > 20)
    }

    // MARK: Values after the end

    /// The end of a subscription.
    enum End: String, CaseIterable {
        case finished, failure, cancel

        var reason: DropReason {
            switch self {
            case .finished: .ended
            case .failure: .error
            case .cancel: .cancelled
            }
        }
    }

    @Test(arguments: End.allCases, 1...4) func `a value that comes after the end is lost, and not delivered`(end: End, count: Int)
    {
        let log = LossTests.log { bench in
            let rogue = Rogue()
            let subscriber = RecordingSubscriber<Int, TestFailure>(demand: .unlimited)
            rogue.subscribe(subscriber)
            bench.keep((rogue, subscriber))
            rogue.send(0)
            switch end {
            case .finished: rogue.send(completion: .finished)
            case .failure: rogue.send(completion: .failure(TestFailure()))
            case .cancel: subscriber.subscription?.cancel()
            }
            for value in 1...count { rogue.send(value) }
        }
        let accounts = LossAccounts(log)
        var tally = RunTally()
        for entry in log.entries { tally.fold(entry, in: log) }
        let figures = UtilizationMeter.measuring(log).figures(in: log, isOver: true)

        #expect(accounts.differences == [])
        #expect(accounts.losses.count == 1)
        #expect(accounts.losses.first?.contains(" \(end.reason.name) \(count): 1") == true)
        #expect(tally.stages.map { tally.tally(of: $0.edges).values } == [1])
        #expect(tally.stages.map { tally.tally(of: $0.edges).dropped } == [count])
        #expect(figures.last?.figures.values == 1)
    }

    @Test func `values that flatMap passes on after a failure are lost there`() {
        let log = LossTests.log { bench in
            let subject = PassthroughSubject<Int, any Error>()
            let results = subject.flatMap { value in
                Just(value).setFailureType(to: (any Error).self).delay(for: .seconds(value), scheduler: bench.scheduler)
                    .tryMap { try TestFailure.unless($0 != 3, $0) }
            }
            bench.keep(results.sink(receiveCompletion: { _ in }, receiveValue: { _ in }))
            for value in 1...6 { subject.send(value) }
            bench.scheduler.advance(to: VirtualTime(seconds: 20))
        }
        let accounts = LossAccounts(log)

        #expect(LossTests.failures(log) == ["flatMap dropped 3 values, error; the first was 4"])
        #expect(accounts.losses == ["flatMap error 3: 4, 5, 6"])
        #expect(accounts.differences == [])
        #expect(LossTests.run(log).allSatisfy { $0.contains("4, 5 and 6 dropped at flatMap: error") })
    }

    @Test(arguments: [true, false])
    func `values of publishers that switchToLatest has replaced are superseded, whether these had ended or not`(hasEnded: Bool) {
        let log = LossTests.log { bench in
            let subject = PassthroughSubject<Int, Never>()
            let latest = subject.map { value in
                Just(value).append(Empty(completeImmediately: hasEnded)).delay(for: .seconds(3), scheduler: bench.scheduler)
            }.switchToLatest()
            bench.keep(latest.sink { _ in })
            for value in 1...6 {
                subject.send(value)
                bench.scheduler.advance(to: VirtualTime(seconds: Double(value < 4 ? value : value + 4)))
            }
            bench.scheduler.advance(to: VirtualTime(seconds: 20))
        }
        let accounts = LossAccounts(log)

        #expect(accounts.losses.map { $0.prefix { $0 != ":" } } == ["switchToLatest superseded 4"])
        #expect(accounts.differences == [])
        #expect(LossTests.failures(log, except: [.superseded]) == [])
    }

    // MARK: Operators that choose

    @Test(arguments: [true, false]) func `what throttle leaves out is excepted as what it replaces`(latest: Bool) {
        let log = LossTests.log { bench in
            let subject = PassthroughSubject<Int, Never>()
            bench.keep(subject.throttle(for: .seconds(3), scheduler: bench.scheduler, latest: latest).sink { _ in })
            for value in 1...9 {
                subject.send(value)
                bench.scheduler.advance(to: VirtualTime(seconds: Double(value)))
            }
            bench.scheduler.advance(to: VirtualTime(seconds: 20))
        }

        #expect(LossTests.failures(log).count == 1)
        #expect(LossTests.failures(log, except: [.superseded]) == [])
    }

    @Test(arguments: 1...4) func `combineLatest replaces what waits for the first value of another, and tells the rest`(
        count: Int
    ) {
        func log(_ others: [Int]) -> TraceLog {
            LossTests.log { bench in
                let (one, other) = (PassthroughSubject<Int, Never>(), PassthroughSubject<Int, Never>())
                bench.keep(one.combineLatest(other) { $0 + $1 }.sink { _ in })
                for value in 1...count { one.send(value) }
                for value in others { other.send(value) }
                for value in 11...13 { one.send(value) }
                one.send(completion: .finished)
                other.send(completion: .finished)
            }
        }
        let (joined, lonely) = (log([100, 101]), log([]))

        let replaced = count == 1 ? [] : ["combineLatest superseded \(count - 1)"]
        #expect(LossAccounts(joined).losses.map { $0.prefix { $0 != ":" } } == replaced.map { $0[...] })
        #expect(
            LossAccounts(lonely).losses.map { $0.prefix { $0 != ":" } }
                == ["combineLatest superseded \(count + 2)", "combineLatest ended 1"])
        #expect(LossAccounts(joined).differences + LossAccounts(lonely).differences == [])
    }

    @Test func `one loss of zip is named once`() {
        let log = LossTests.log { bench in
            let (one, other) = (PassthroughSubject<Int, Never>(), PassthroughSubject<Int, Never>())
            bench.keep(one.zip(other).sink { _ in })
            for value in 1...4 { one.send(value) }
            other.send(11)
            other.send(completion: .finished)
            one.send(5)
        }

        let words = LossTests.run(log).map { $0.split(separator: "; ").dropFirst() }
        #expect(words == [["zip waited for PassthroughSubject 2 at the end", "2, 3 and 4 dropped at zip: ended"]])
    }
}

import FlowPlayground
import FlowScenarios
import FlowTestSupport
import FlowTrace
import Testing

@testable import FlowSessions
@testable import FlowSizing

/// What is foretold from the run of a random chain is held to the run of the chain with the other numbers, in virtual time.
@Suite("Forecasts of chains", .notForever)
struct ChainForecastTests {
    /// A chain with one store, whose numbers are drawn at random.
    struct Drawn {
        enum Source: CaseIterable { case ticks, filtered, merged, marbles, bursts }
        enum Consumer: CaseIterable { case pace, publishers, unequal }

        var source: Source
        /// Milliseconds.
        var every: Int
        var count: Int
        var marbles: String
        var size: Int
        var keepsFull: Bool
        var policy: String
        var consumer: Consumer
        /// Milliseconds.
        var work: Int
        var slots: Int

        init(_ chance: inout SeededChance) {
            source = Source.allCases[chance.below(Source.allCases.count)]
            every = 20 * (1 + chance.below(12))
            count = 20 + chance.below(100)
            marbles = (0..<(20 + chance.below(60))).map { _ in chance.below(3) == 0 ? "-" : "A" }.joined()
            size = 1 + chance.below(12)
            keepsFull = chance.below(6) == 0
            policy = [".dropNewest", ".dropOldest"][chance.below(2)]
            consumer = Consumer.allCases[chance.below(Consumer.allCases.count)]
            work = 40 * (1 + chance.below(20))
            slots = 1 + chance.below(4)
        }

        /// Whether it is a source that sends its values whether they are requested or not, and works as long for each.
        var isPlain: Bool { !keepsFull && consumer != .unequal }

        var text: String { "\(sent).buffer(size: \(size), prefetch: \(prefetch), whenFull: \(policy))\(taken).sink()" }

        private var prefetch: String { keepsFull ? ".keepFull" : ".byRequest" }

        private var sent: String {
            let ticks = "interval(.milliseconds(\(every))).prefix(\(count))"
            return switch source {
            case .ticks: ticks
            case .filtered: "\(ticks).filter { $0 % 3 != 1 }"
            case .merged: "\(ticks).merge(with: interval(.milliseconds(\(every * 3 + every / 2))).prefix(\(count / 4 + 1)))"
            case .marbles: "marbles(\"\(marbles)|\", unit: .milliseconds(\(every))).map { _ in 1 }"
            case .bursts:
                "interval(.milliseconds(\(every * 8))).prefix(\(count / 8 + 1)).flatMap { _ in [1, 2, 3, 4, 5].publisher }"
            }
        }

        private var taken: String {
            let publisher = "interval(.milliseconds(\(work)))"
            return switch consumer {
            case .pace: ".pace(.milliseconds(\(work)))"
            case .publishers: ".flatMap(maxPublishers: .max(\(slots))) { _ in \(publisher).prefix(1) }"
            case .unequal: ".flatMap(maxPublishers: .max(\(slots))) { \(publisher).prefix($0 % 3 + 1) }"
            }
        }

        func history() throws -> StoreHistory? {
            let choice = Choice(try ChainScenario.typed(text, name: "chain"))
            let (end, model) = try RunSettings(until: "120").plan(choice).play()
            var survey = StoreSurvey()
            for entry in model.log.entries { survey.fold(entry, in: model.log) }
            var reader = StoreReader(survey)
            for entry in model.log.entries { reader.fold(entry, in: model.log) }
            return reader.histories(until: end, hasGaps: false).first
        }
    }

    enum Change: String, CaseIterable { case size, policy, speed, publishers, rate }

    /// The chain and the plan with another number; `nil` if the chain has no such number.
    private func changed(_ drawn: Drawn, _ change: Change, _ plan: QueuePlan, _ chance: inout SeededChance) -> (Drawn, QueuePlan)?
    {
        var (other, plan) = (drawn, plan)
        switch change {
        case .size:
            other.size = 1 + chance.below(24)
            plan.capacity = other.size
        case .policy:
            guard !drawn.keepsFull else { return nil }
            other.policy = drawn.policy == ".dropOldest" ? ".dropNewest" : ".dropOldest"
            plan.dropsOldest.toggle()
        case .speed:
            let speed = [2, 4][chance.below(2)]
            (other.work, plan.speed) = (drawn.work / speed, Double(speed))
        case .publishers:
            guard drawn.consumer != .pace else { return nil }
            let factor = [2, 3][chance.below(2)]
            (other.slots, plan.consumers) = (drawn.slots * factor, factor)
        case .rate:
            let isFaster = chance.below(2) == 0
            (other.every, plan.rate) = isFaster ? (drawn.every / 2, 2) : (drawn.every * 2, 0.5)
        }
        return (other, plan)
    }

    /// The results for one kind of chain and change.
    private struct Tally {
        var runs = 0
        /// The forecasts that were right, or with one order of the events of one time.
        var (right, either) = (0, 0)
        /// The forecasts within 2 % of the values that arrived, and the others.
        var (close, missed) = (0, 0)
        var worst = 0.0
    }

    @Test func `another number drops and delivers what it drops and delivers in the run with it`() throws {
        var tallies: [String: Tally] = [:]
        var doubts: [String: [String]] = [:]
        var misses: [String] = []
        for seed in Rounds.seeds(full: 1_000, sample: 20) {
            var chance = SeededChance(seed: (seed + 1) &* 0x9E37_79B9_7F4A_7C15)
            let drawn = Drawn(&chance)
            guard let history = try drawn.history() else { continue }
            let forecaster = Forecaster(history)
            if let doubt = forecaster.doubt {
                doubts[doubt.words, default: []].append(drawn.text)
                if drawn.isPlain { misses.append("\(seed) \(drawn.text): \(doubt.words)") }
                continue
            }
            for change in Change.allCases {
                guard let (other, plan) = changed(drawn, change, forecaster.plan, &chance) else { continue }
                let real = try #require(try other.history()).recorded
                let kind = "\(drawn.keepsFull ? "keepFull" : "byRequest"), \(drawn.consumer), \(change)"
                let off = ChainForecastTests.note(forecaster, plan, real, in: &tallies[kind, default: Tally()])
                if drawn.isPlain, off > 0 { misses.append("\(seed) \(drawn.text) as \(other.text): off by \(off)") }
            }
        }
        ChainForecastTests.show(tallies, doubts)
        #expect(misses == [])
    }

    /// Adds a forecast, and returns by which part of the values that arrived it is off.
    private static func note(_ forecaster: Forecaster, _ plan: QueuePlan, _ real: QueueOutcome, in tally: inout Tally) -> Double {
        func miss(_ outcome: QueueOutcome) -> Int {
            abs(outcome.dropped - real.dropped) + abs(outcome.delivered - real.delivered)
        }
        let outcomes = forecaster.outcomes(plan)
        let dropped = outcomes.map(\.dropped)
        tally.runs += 1
        if miss(forecaster.outcome(plan)) == 0 {
            tally.right += 1
            return 0
        }
        if (dropped.min()!...dropped.max()!).contains(real.dropped) {
            tally.either += 1
            return 0
        }
        let off = Double(dropped.map { abs($0 - real.dropped) }.min()!) / Double(max(1, real.arrived))
        if off <= 0.02 { tally.close += 1 } else { tally.missed += 1 }
        tally.worst = max(tally.worst, off)
        return off
    }

    private static func show(_ tallies: [String: Tally], _ doubts: [String: [String]]) {
        print("| buffer, consumer, change | reruns | right | right with either order | within 2 % | missed | worst |")
        for (kind, tally) in tallies.sorted(by: { $0.key < $1.key }) {
            print(
                "| \(kind) | \(tally.runs) | \(tally.right) | \(tally.either) | \(tally.close) | \(tally.missed) "
                    + "| \((tally.worst * 1_000).rounded() / 10) % |")
        }
        for (doubt, chains) in doubts.sorted(by: { $0.key < $1.key }) {
            print("nothing foretold of \(chains.count), as of \(chains[0]): \(doubt)")
        }
    }
}

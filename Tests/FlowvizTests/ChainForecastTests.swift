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

        /// Whether all values need the same time.
        var isEven: Bool { consumer != .unequal }

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
        /// The other forecasts whose range has the dropped values of the run, and those without.
        var (within, outside) = (0, 0)
        /// The largest difference, and the sum of the widths of the ranges, as parts of the values that arrived.
        var (worst, width) = (0.0, 0.0)

        /// Adds a forecast, and returns whether it was right, with one order at least.
        mutating func note(_ forecaster: Forecaster, _ plan: QueuePlan, _ real: QueueOutcome) -> Bool {
            let (forecast, arrived) = (forecaster.forecast(plan), Double(max(1, real.arrived)))
            let outcomes = forecaster.outcomes(plan).map(\.dropped)
            runs += 1
            width += Double(forecast.dropped.count - 1) / arrived
            if forecast.outcome.dropped == real.dropped, forecast.outcome.delivered == real.delivered {
                right += 1
                return true
            }
            if (outcomes.min()!...outcomes.max()!).contains(real.dropped) {
                either += 1
                return true
            }
            if forecast.dropped.contains(real.dropped) { within += 1 } else { outside += 1 }
            worst = max(worst, Double(abs(forecast.outcome.dropped - real.dropped)) / arrived)
            return false
        }

        var row: String {
            let (worst, width) = ((worst * 1_000).rounded() / 10, (width / Double(runs) * 1_000).rounded() / 10)
            return "\(runs) | \(right) | \(either) | \(within) | \(outside) | \(worst) % | \(width) % |"
        }
    }

    @Test func `another number drops what it drops in the run with it, or is in the range`() throws {
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
                if !drawn.keepsFull { misses.append("\(seed) \(drawn.text): \(doubt.words)") }
                continue
            }
            for change in Change.allCases {
                guard let (other, plan) = changed(drawn, change, forecaster.plan, &chance) else { continue }
                let real = try #require(try other.history()).recorded
                let kind = "\(drawn.keepsFull ? "keepFull" : "byRequest") | \(drawn.consumer) | \(change)"
                let isRight = tallies[kind, default: Tally()].note(forecaster, plan, real)
                if drawn.isEven, !isRight { misses.append("\(seed) \(drawn.text) as \(other.text)") }
            }
        }
        ChainForecastTests.show(tallies, doubts)
        #expect(misses == [])
        let (runs, outside) = tallies.values.reduce((0, 0)) { ($0.0 + $1.runs, $0.1 + $1.outside) }
        #expect(outside * 100 <= runs)
    }

    /// A recording without drops has the time of every value.
    @Test func `where each value was served, each number is foretold, though the value decides the time`() throws {
        var misses: [String] = []
        var runs = 0
        for seed in Rounds.seeds(full: 500, sample: 20) {
            var chance = SeededChance(seed: (seed + 1) &* 0xD1B5_4A32_D192_ED03)
            var drawn = Drawn(&chance)
            (drawn.size, drawn.keepsFull, drawn.consumer, drawn.work) = (1_000, false, .unequal, 40 * (1 + chance.below(5)))
            let forecaster = Forecaster(try #require(try drawn.history()))
            guard forecaster.recorded.delivered == forecaster.recorded.arrived else { continue }
            for change in [Change.size, .policy, .publishers] {
                let small = 1 + chance.below(8)
                guard var (other, plan) = changed(drawn, change, forecaster.plan, &chance) else { continue }
                (other.size, plan.capacity) = (small, small)
                let real = try #require(try other.history()).recorded
                runs += 1
                let dropped = forecaster.outcomes(plan).map(\.dropped)
                if !(dropped.min()!...dropped.max()!).contains(real.dropped) {
                    misses.append("\(seed) \(drawn.text) as \(other.text): \(dropped), in fact \(real.dropped)")
                }
            }
        }
        print("\(runs) forecasts from recordings in which each value was served")
        #expect(misses == [])
    }

    @Test("a source that drops for want of room is one store with the buffer, also through map", arguments: [2, 3, 5, 9])
    func dropper(size: Int) throws {
        func history(_ size: Int) throws -> StoreHistory {
            var chance = SeededChance(seed: 1)
            var drawn = Drawn(&chance)
            (drawn.source, drawn.marbles, drawn.every) = (.marbles, "AAAAAA-A-AAA--AAAAA-AAAAAAAA---AA-AAAAAAA", 20)
            (drawn.size, drawn.keepsFull, drawn.consumer, drawn.work) = (size, true, .pace, 80)
            return try #require(try drawn.history())
        }
        let (forecaster, real) = (Forecaster(try history(4)), try history(size))
        var plan = forecaster.plan
        plan.capacity = size

        #expect(forecaster.doubt == nil && forecaster.history.dropper == "marbles")
        #expect(forecaster.outcomes(plan).map(\.dropped).contains(real.dropped) && real.dropped > 0)
    }

    private static func show(_ tallies: [String: Tally], _ doubts: [String: [String]]) {
        print("| buffer | consumer | change | reruns | right | with either order | in the range | outside | worst | mean range |")
        for (kind, tally) in tallies.sorted(by: { $0.key < $1.key }) { print("| \(kind) | \(tally.row)") }
        for (doubt, chains) in doubts.sorted(by: { $0.key < $1.key }) {
            print("nothing foretold of \(chains.count), as of \(chains[0]): \(doubt)")
        }
    }
}

import FlowSessions
import FlowSizing
import FlowTestSupport
import FlowTrace
import Testing

/// What is foretold from one run is held to the run itself with those numbers.
@Suite("Forecasts of sizes", .notForever)
struct SizeForecastTests {
    /// A scenario with a store, whose numbers and inputs are drawn at random.
    struct Drawn: CustomStringConvertible {
        let subject: String
        var sets: [String: String]
        let sends: [String]

        var description: String { "\(subject) \(sets.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" }) \(sends)" }

        /// The history of its first store.
        func history() throws -> StoreHistory {
            let settings = RunSettings(until: "30", sends: sends, sets: sets.map { "\($0.key)=\($0.value)" })
            let source = try RunSource(subject, settings)
            return try #require(try RunStores(of: source).histories.first, "\(self)")
        }
    }

    private static let times = ["0.1", "0.2", "0.25", "0.5", "1", "1.5", "2", "3"]
    private static let subjects: [(name: String, work: String?, controls: [String])] = [
        ("overflow:drop-oldest", "interval", []), ("overflow:drop-newest", "interval", []),
        ("overflow:keep-full", "interval", []),
        ("pace:tight", nil, ["emit", "burst"]), ("pace:as-asked", nil, ["emit", "burst"]),
        ("async-stream:newest", "work", ["emit", "burst"]), ("async-stream:oldest", "work", ["emit", "burst"]),
    ]

    private static func drawn(_ chance: inout SeededChance) -> (drawn: Drawn, work: String?) {
        let subject = subjects[chance.below(subjects.count)]
        var sets = ["size": "\(1 + chance.below(12))"]
        if let work = subject.work { sets[work] = times[chance.below(times.count)] }
        if subject.name.hasPrefix("async") { sets["every"] = times[chance.below(5)] }
        let sends =
            subject.controls.isEmpty
            ? []
            : (0..<chance.below(8)).map { _ in
                "\(Double(chance.below(2_000)) / 100):\(subject.controls[chance.below(subject.controls.count)])"
            }
        return (Drawn(subject: subject.name, sets: sets, sends: sends), subject.work)
    }

    private func expectSame(_ foretold: QueueOutcome, _ real: QueueOutcome, _ comment: @autoclosure () -> String) {
        let comment = Comment(rawValue: comment())
        #expect(foretold.arrived == real.arrived, comment)
        #expect(foretold.dropped == real.dropped, comment)
        #expect(foretold.delivered == real.delivered, comment)
    }

    @Test("another size drops what it drops in the run with that size", arguments: Rounds.seeds(full: 1_000, sample: 40))
    func sizes(seed: UInt64) throws {
        var chance = SeededChance(seed: seed)
        let (recorded, _) = SizeForecastTests.drawn(&chance)
        var other = recorded
        other.sets["size"] = "\(1 + chance.below(20))"
        let forecaster = Forecaster(try recorded.history())
        // A buffer that was never full does not show whether its source would wait.
        if forecaster.doubt == .sourceFollowsRoom { return }
        #expect(forecaster.doubt == nil, "\(recorded)")
        var plan = forecaster.plan
        plan.capacity = Int(other.sets["size"] ?? "")
        let (last, outcome) = (forecaster.states(plan).last, forecaster.outcome(plan))
        #expect(last?.dropped == outcome.dropped && last?.peak == outcome.peak, "\(seed)")
        #expect(last?.longest == outcome.waitTimes?.longest ?? 0, "\(seed)")
        expectSame(forecaster.outcome(plan), try other.history().recorded, "seed \(seed): \(recorded), foretold \(other)")
    }

    @Test("a store that fails for want of room holds nothing afterwards")
    func failure() throws {
        let drawn = Drawn(subject: "overflow:custom-error", sets: ["size": "12"], sends: [])
        let forecaster = Forecaster(try drawn.history())
        var plan = forecaster.plan
        plan.capacity = 3

        let last = try #require(forecaster.states(plan).last)
        #expect(last.failed == forecaster.outcome(plan).failed && last.failed != nil && last.held == 0)
    }

    @Test(
        "a faster or slower consumer takes what it takes in the run with that work",
        arguments: Rounds.seeds(full: 1_000, sample: 40))
    func speeds(seed: UInt64) throws {
        var chance = SeededChance(seed: seed ^ 0xFA57)
        let (recorded, work) = SizeForecastTests.drawn(&chance)
        guard let work else { return }
        var other = recorded
        other.sets[work] = SizeForecastTests.times[chance.below(SizeForecastTests.times.count)]
        let forecaster = Forecaster(try recorded.history())
        if forecaster.doubt == .sourceFollowsRoom { return }
        #expect(forecaster.doubt == nil, "\(recorded)")
        var plan = forecaster.plan
        plan.speed = try #require(Double(recorded.sets[work] ?? "")) / #require(Double(other.sets[work] ?? ""))
        // With other times, events may share a time that did not in the recording; their order is unknown.
        let (foretold, real) = (forecaster.outcomes(plan), try other.history().recorded)
        let range = { (count: (QueueOutcome) -> Int) in foretold.map(count).min()!...foretold.map(count).max()! }
        let comment = Comment(rawValue: "seed \(seed): \(recorded), foretold \(other)")
        #expect(range(\.arrived).contains(real.arrived), comment)
        #expect(range(\.dropped).contains(real.dropped), comment)
        #expect(range(\.delivered).contains(real.delivered), comment)
    }
}

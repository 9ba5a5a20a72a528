import FlowScenarios
import FlowSessions
import FlowTestSupport
import FlowTrace
import Testing

@testable import FlowSizing

/// Each store of each scenario is recorded with each of some values of each number, and foretold with the others; each is run.
@Suite("Forecasts of scenarios", .notForever)
struct ScenarioForecastTests {
    /// The length of a run, in seconds.
    private static let length = 30.0

    /// A number of a scenario, with the change to its stores.
    private struct Subject {
        let scenario: Scenario
        let variant: Variant
        let number: ScenarioNumber

        /// What another value of the number changes; `nil` if the forecasts have no such number.
        private func change(_ plan: inout QueuePlan, from value: Double, to other: Double) -> Bool {
            switch (scenario.id, number.name) {
            case (_, "size"), ("watermarks", "high"): plan.capacity = Int(other)
            case ("watermarks", "low"): plan.lowMark = Int(other)
            case (_, "strategy"): plan.dropsOldest = number.word(other) == "dropOldest"
            // One of the three workers keeps its pace.
            case ("task-group", "work"): return false
            case (_, "every"): plan.rate *= value / other
            case (_, "interval"), (_, "work"): plan.speed *= value / other
            default: return false
            }
            return true
        }

        /// The values that are run: all, or the initial one and its neighbours.
        private var values: [Double] {
            let near = [false, true].map { number.step(from: number.initial, up: $0) }
            let steps = Rounds.isLong ? number.steps : near
            return Set(steps + [number.initial]).sorted().filter { number.range.contains($0) && number.word($0) != "customError" }
        }

        /// The stores of the runs so far, by their settings.
        private var runs: [String: [StoreHistory]] = [:]

        init(_ scenario: Scenario, _ variant: Variant, _ number: ScenarioNumber) {
            (self.scenario, self.variant, self.number) = (scenario, variant, number)
        }

        /// The stores of a run with a value.
        private mutating func histories(_ value: Double, until end: Double = length) throws -> [StoreHistory] {
            let settings = RunSettings(until: "\(end)", sets: ["\(number.name)=\(number.word(value))"])
            let key = "\(settings.sets) \(end)"
            if let known = runs[key] { return known }
            let histories = try RunStores(of: try RunSource("\(scenario.id):\(variant.id)", settings)).histories
            runs[key] = histories
            return histories
        }

        /// The results of the forecasts of each store, by its name.
        mutating func results() throws -> [String: Set<String>] {
            var results: [String: Set<String>] = [:]
            for value in values {
                for history in try histories(value) {
                    let forecaster = Forecaster(history)
                    if let doubt = forecaster.doubt {
                        results[history.name, default: []].insert("nothing, since \(ScenarioForecastTests.reason(doubt))")
                        continue
                    }
                    for other in values where other != value {
                        results[history.name, default: []].insert(try result(forecaster, from: value, to: other))
                    }
                }
            }
            return results
        }

        private mutating func result(_ forecaster: Forecaster, from value: Double, to other: Double) throws -> String {
            var plan = forecaster.plan
            guard change(&plan, from: value, to: other) else { return "no such number" }
            let isSized = plan.capacity != forecaster.plan.capacity || plan.lowMark != forecaster.plan.lowMark
            if forecaster.history.hidesSource, !isSized { return "no row, since its source waited" }
            let foretold = forecaster.outcomes(plan)
            let real = try fates(forecaster, plan, other)
            func miss(_ count: (QueueOutcome) -> Int, _ real: Int?) -> Int {
                let counts = foretold.map(count)
                return real.map { max(counts.min()! - $0, $0 - counts.max()!, 0) } ?? 0
            }
            let misses = [miss(\.dropped, real.dropped), miss(\.delivered, real.delivered)]
            // A read of four values is not stopped half-way, and when the next one would have come is unknown.
            let held =
                try plan.lowMark == nil ? nil : histories(other).first { $0.name == forecaster.history.name }?.recorded.peak
            if let held, miss(\.peak, held) > 4 { return "held \(foretold.map(\.peak)), in fact \(held)" }
            if misses == [0, 0], (foretold[0].failed != nil) == real.hasFailed { return "right" }
            // The time before the first value changes with the rate too, which the recording does not show.
            if plan.rate != 1, misses.allSatisfy({ $0 <= 1 }) { return "right but for one value" }
            if misses[0] == 0, misses[1] * 50 <= real.delivered ?? 0 { return "drops right, deliveries within 2 %" }
            return "\(number.word(value)) to \(number.word(other)): foretold \(foretold[0].dropped) \(foretold[0].delivered), "
                + "in fact \(real.dropped) \(real.delivered ?? -1)"
        }

        /// The fates of the values in the run with another value, of as many values as are foretold.
        private mutating func fates(
            _ forecaster: Forecaster, _ plan: QueuePlan, _ other: Double
        ) throws -> (dropped: Int, delivered: Int?, hasFailed: Bool) {
            func same(_ histories: [StoreHistory]) throws -> StoreHistory {
                try #require(histories.first { $0.name == forecaster.history.name })
            }
            let history = try same(try histories(other))
            let hasFailed = history.lives.contains(where: \.hasFailed)
            // The value that does not fit makes it fail, and is no arrival of the run.
            if hasFailed { return (1, nil, true) }
            let (arrivals, count) = (history.lives.flatMap(\.arrivals), forecaster.outcome(plan).arrived)
            guard history.source == .open else {
                // Further values change nothing for the first ones.
                let end = forecaster.states(plan).last?.time ?? 0
                return (0, arrivals.prefix(count).count { $0.delivered.map { $0 <= end } == true }, false)
            }
            guard plan.rate > 1, arrivals.count > count else { return (history.dropped, history.delivered, false) }
            let end = Double(arrivals[count - 1].time) / 1e9
            return (try same(try histories(other, until: end)).dropped, nil, false)
        }
    }

    /// The reason to foretell nothing.
    private static func reason(_ doubt: StoreHistory.Doubt) -> String {
        if case .misses = doubt { return "it does not foretell its own recording" }
        return doubt.words
    }

    @Test func `each number of each scenario's stores is foretold, or has a reason`() throws {
        var lines: [String] = []
        for scenario in Catalogue.scenarios {
            for variant in scenario.variants {
                for number in variant.numbers {
                    var subject = Subject(scenario, variant, number)
                    for (store, results) in try subject.results().sorted(by: { $0.key < $1.key }) {
                        let line = "\(scenario.id):\(variant.id), \(store), \(number.name)"
                        lines += results.sorted().map { "\(line): \($0)" }
                    }
                }
            }
        }
        lines.forEach { print($0) }
        #expect(lines.filter { $0.contains("in fact") } == [])
    }
}

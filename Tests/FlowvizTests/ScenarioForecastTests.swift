import FlowScenarios
import FlowSessions
import FlowSizing
import FlowTestSupport
import FlowTrace
import Testing

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
        func change(_ plan: inout QueuePlan, from value: Double, to other: Double) -> Bool {
            switch (scenario.id, number.name) {
            case (_, "size"): plan.capacity = Int(other)
            case (_, "strategy"): plan.dropsOldest = number.word(other) == "dropOldest"
            case ("dispatch-timer", "interval"), (_, "every"): plan.rate *= value / other
            case (_, "interval"), (_, "work"): plan.speed *= value / other
            default: return false
            }
            return true
        }

        /// The values that are run: all, or the initial one and its neighbours.
        var values: [Double] {
            let near = [false, true].map { number.step(from: number.initial, up: $0) }
            let steps = Rounds.isLong ? number.steps : near
            return Set(steps + [number.initial]).sorted().filter { number.range.contains($0) && number.word($0) != "customError" }
        }

        /// The stores of a run with a value.
        func histories(_ value: Double, until end: Double = length) throws -> [StoreHistory] {
            let settings = RunSettings(until: "\(end)", sets: ["\(number.name)=\(number.word(value))"])
            return try RunStores(of: try RunSource("\(scenario.id):\(variant.id)", settings)).histories
        }

        /// The results of the forecasts of each store, by its name.
        func results() throws -> [String: String] {
            var results: [String: Set<String>] = [:]
            for value in values {
                for history in try histories(value) {
                    let forecaster = Forecaster(history)
                    if let doubt = forecaster.doubt {
                        results[history.name, default: []].insert("nothing foretold: \(doubt.words)")
                        continue
                    }
                    for other in values where other != value {
                        results[history.name, default: []].insert(try result(forecaster, from: value, to: other))
                    }
                }
            }
            return results.mapValues { $0.sorted().joined(separator: "; ") }
        }

        private func result(_ forecaster: Forecaster, from value: Double, to other: Double) throws -> String {
            var plan = forecaster.plan
            guard change(&plan, from: value, to: other) else { return "no such forecast" }
            // A faster source is foretold for the same values.
            let end = ScenarioForecastTests.length / max(1, plan.rate)
            let real = try #require(try histories(other, until: end).first { $0.name == forecaster.history.name }).recorded
            let outcomes = forecaster.outcomes(plan)
            func holds(_ count: (QueueOutcome) -> Int) -> Bool {
                (outcomes.map(count).min()!...outcomes.map(count).max()!).contains(count(real))
            }
            let isSame = holds(\.dropped) && (plan.rate > 1 || holds(\.arrived) && holds(\.delivered))
            if isSame { return "right" }
            if forecaster.forecast(plan).dropped.contains(real.dropped), holds(\.arrived) { return "in the range" }
            let foretold = outcomes[0]
            return "\(number.word(value)) to \(number.word(other)): foretold \(foretold.arrived) \(foretold.dropped) "
                + "\(foretold.delivered), in fact \(real.arrived) \(real.dropped) \(real.delivered)"
        }
    }

    @Test func `each number of each scenario's stores is foretold, or has a reason`() throws {
        var lines: [String] = []
        for scenario in Catalogue.scenarios {
            for variant in scenario.variants {
                for number in variant.numbers {
                    let results = try Subject(scenario: scenario, variant: variant, number: number).results()
                    for (store, result) in results.sorted(by: { $0.key < $1.key }) {
                        lines.append("\(scenario.id):\(variant.id), \(store), \(number.name): \(result)")
                    }
                }
            }
        }
        lines.forEach { print("XX \($0)") }
        #expect(lines == [])
    }
}

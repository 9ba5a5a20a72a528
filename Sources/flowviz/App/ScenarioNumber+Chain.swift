import FlowPlayground
import FlowScenarios

extension ScenarioNumber {
    /// A number of a chain; every change starts the chain anew.
    init(_ number: ChainNumber) {
        switch number.unit {
        case .count:
            self.init(
                name: number.name, initial: number.value, steps: [0, 1, 2, 3, 5, 8, 10, 20, 50, 100, 1000], range: 0...1_000_000,
                isWhole: number.value == number.value.rounded())
        case .seconds:
            self.init(
                name: number.name, initial: number.value, steps: [0.05, 0.1, 0.2, 0.25, 0.5, 1, 1.5, 2, 3, 4, 5, 10],
                range: 0...1_000_000, unit: " s")
        case .parts(let unit):
            self.init(
                name: number.name, initial: number.value, steps: [1, 10, 50, 100, 200, 250, 500, 1000, 1500, 2000, 5000],
                range: 0...1e15, unit: " \(unit)", isWhole: true)
        }
    }
}

/// A number of a scenario that the user can change.
public struct ScenarioNumber: Hashable, Sendable {
    /// The name: `interval`.
    public let name: String
    /// The value at the start.
    public let initial: Double
    /// The values it can take, in order; `<` and `>` walk through them.
    public let steps: [Double]
    /// The smallest and largest value that `--set` takes.
    public let range: ClosedRange<Double>
    /// What follows the number: ` s` or nothing.
    public let unit: String
    /// Whether a change starts the scenario anew.
    public let restarts: Bool
    /// Whether it counts things, so that it has no fraction.
    public let isWhole: Bool

    /// Creates a number.
    public init(
        name: String, initial: Double, steps: [Double], range: ClosedRange<Double>, unit: String, restarts: Bool, isWhole: Bool
    ) {
        self.name = name
        self.initial = initial
        self.steps = steps
        self.range = range
        self.unit = unit
        self.restarts = restarts
        self.isWhole = isWhole
    }

    /// The pace of a pacing subscriber.
    public static func interval(_ seconds: Double) -> ScenarioNumber {
        ScenarioNumber(
            name: "interval", initial: seconds, steps: [0.1, 0.2, 0.25, 0.5, 1, 1.5, 2, 3, 4, 5], range: 0.1...5, unit: " s",
            restarts: false, isWhole: false)
    }

    /// The capacity of a buffer.
    public static func size(_ count: Int) -> ScenarioNumber {
        ScenarioNumber(
            name: "size", initial: Double(count), steps: [1, 2, 3, 5, 8, 10, 20, 50, 100, 1000], range: 1...100_000, unit: "",
            restarts: true, isWhole: true)
    }

    /// The value as it is shown: `1 s`, `20`.
    public func text(_ value: Double) -> String {
        "\(Numbers.text(value))\(unit)"
    }

    /// Whether `--set` takes a value: in range, and whole where a count is meant.
    public func accepts(_ value: Double) -> Bool {
        range.contains(value) && (!isWhole || value == value.rounded())
    }

    /// The next step above or below a value.
    public func step(from value: Double, up: Bool) -> Double {
        (up ? steps.first { $0 > value } : steps.last { $0 < value }) ?? value
    }
}

/// A number of a scenario, or a choice between a few words, that the user can change.
public struct ScenarioNumber: Hashable, Sendable {
    /// Its name on the command line: `interval`.
    public private(set) var name: String
    /// The value at the start.
    public let initial: Double
    /// The values that the keys step through, in order.
    public let steps: [Double]
    /// The smallest and largest value.
    public let range: ClosedRange<Double>
    /// The unit after the number, with its space: ` s`, or nothing.
    public var unit = ""
    /// Whether it is a whole number.
    public var isWhole = false
    /// Whether a change restarts the run.
    public var restarts = true
    /// The words for 0, 1, 2 …, if it is a choice.
    public var words: [String] = []

    public init(
        name: String, initial: Double, steps: [Double], range: ClosedRange<Double>, unit: String = "", isWhole: Bool = false,
        restarts: Bool = true, words: [String] = []
    ) {
        self.name = name
        self.initial = initial
        self.steps = steps
        self.range = range
        self.unit = unit
        self.isWhole = isWhole
        self.restarts = restarts
        self.words = words
    }

    /// The interval of a pacing subscriber, in seconds.
    ///
    /// - Parameter restarts: Whether a change restarts the run.
    public static func interval(_ seconds: Double, restarts: Bool = true) -> ScenarioNumber {
        var number = ScenarioNumber.seconds("interval", seconds)
        number.restarts = restarts
        return number
    }

    /// A duration, in seconds.
    public static func seconds(_ name: String, _ seconds: Double) -> ScenarioNumber {
        ScenarioNumber(
            name: name, initial: seconds, steps: [0.1, 0.2, 0.25, 0.5, 1, 1.5, 2, 3, 4, 5], range: 0.1...5, unit: " s")
    }

    /// The capacity of a buffer.
    public static func size(_ count: Int) -> ScenarioNumber {
        ScenarioNumber(
            name: "size", initial: Double(count), steps: [1, 2, 3, 5, 8, 10, 20, 50, 100, 1000], range: 1...100_000, isWhole: true
        )
    }

    /// A number of values.
    public static func count(_ name: String, _ count: Int) -> ScenarioNumber {
        var number = ScenarioNumber.size(count)
        number.name = name
        return number
    }

    /// The number of values that a subscriber requests first.
    public static func demand(_ count: Int) -> ScenarioNumber {
        ScenarioNumber(
            name: "demand", initial: Double(count), steps: [1, 2, 3, 4, 5, 10, 20], range: 1...1_000_000, isWhole: true)
    }

    /// The policy of a full buffer.
    static func strategy(_ initial: FullBuffer, of choices: [FullBuffer]) -> ScenarioNumber {
        ScenarioNumber(
            name: "strategy", initial: Double(choices.firstIndex(of: initial) ?? 0), steps: choices.indices.map(Double.init),
            range: 0...Double(choices.count - 1), isWhole: true, words: choices.map(\.rawValue))
    }

    /// The value on the screen: `1 s`, `20`, `dropNewest`.
    public func text(_ value: Double) -> String { "\(word(value))\(unit)" }

    /// The value in the syntax of `--set`: `1`, `20`, `dropNewest`.
    public func word(_ value: Double) -> String {
        words.isEmpty ? Numbers.text(value) : words[min(max(0, Int(value)), words.count - 1)]
    }

    /// Parses a value in the syntax of `--set`; `nil` if it does not fit.
    public func value(of word: String) -> Double? {
        guard words.isEmpty else { return words.firstIndex(of: word).map(Double.init) }
        return Double(word).flatMap { range.contains($0) && (!isWhole || $0 == $0.rounded()) ? $0 : nil }
    }

    /// The valid values of `--set`, in words for an error.
    public var expected: String {
        guard words.isEmpty else { return words.dropLast().joined(separator: ", ") + " or " + words[words.count - 1] }
        return "a \(isWhole ? "whole " : "")number from \(Numbers.text(range.lowerBound)) to \(Numbers.text(range.upperBound))"
    }

    /// The possible spellings of a value in Swift.
    private func spellings(of value: Double) -> [String] {
        guard words.isEmpty else { return [".\(word(value))"] }
        guard isWhole else {
            let seconds = word(value)
            let length = value == value.rounded() ? ".seconds(\(seconds))" : ".milliseconds(\(Numbers.text(value * 1000)))"
            return [length, ".seconds(\(seconds))", ".now() + \(seconds))", "\(name): \(seconds) s", "// \(seconds) s"]
        }
        let names = ["size": ["size", "capacity"], "high": ["highWatermark"], "low": ["lowWatermark"]][name] ?? [name]
        return names.map { "\($0): \(word(value))" } + [".max(\(word(value)))"]
    }

    /// A Swift text with the initial value replaced by another.
    func replaced(in text: String, by value: Double) -> String {
        zip(spellings(of: initial), spellings(of: value)).reduce(text) { $0.replacing($1.0, with: $1.1) }
    }

    /// The next step above or below a value.
    public func step(from value: Double, up: Bool) -> Double {
        (up ? steps.first { $0 > value } : steps.last { $0 < value }) ?? value
    }
}

/// The current values of a scenario's numbers, by name.
public struct Numbers: Hashable, Sendable {
    /// The value of each number, by its name.
    public private(set) var values: [String: Double]

    /// The initial values of a variant's numbers.
    public init(_ variant: Variant) {
        values = Dictionary(uniqueKeysWithValues: variant.numbers.map { ($0.name, $0.initial) })
    }

    /// A number's value; 0 if the variant has no such number.
    public subscript(name: String) -> Double {
        get { values[name] ?? 0 }
        set { values[name] = newValue }
    }

    /// A number as a count.
    public func count(_ name: String) -> Int { Int(self[name]) }

    /// A number without a needless `.0`.
    public func text(_ name: String) -> String { Numbers.text(self[name]) }

    /// A number without a needless `.0`.
    public static func text(_ value: Double) -> String {
        value == value.rounded() && abs(value) < 1e15 ? String(Int(value)) : String(value)
    }
}

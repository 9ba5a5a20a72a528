import FlowCore

/// What an operator asks of an argument beyond its type; Swift's would trap, or never do anything.
public enum Limit: Hashable, Sendable {
    /// A count from here on.
    case atLeast(Int)
    /// A count from here to there.
    case within(ClosedRange<Int>)
    /// A stretch of time that is longer than nothing.
    case positive
    /// A stretch of time that does not go back.
    case notNegative
    /// A demand for one value or more.
    case wanted

    /// What is wrong with a value, `nil` where it fits.
    func problem(with value: Value, of name: String) -> String? {
        switch (self, value) {
        case (.atLeast(let least), .int(let count)) where count < least: "'\(name)' must be at least \(least), got \(count)"
        case (.within(let range), .int(let count)) where !range.contains(count):
            "'\(name)' must be from \(range.lowerBound) to \(range.upperBound), got \(count)"
        case (.positive, .duration(let length)) where length.nanoseconds <= 0: "'\(name)' must be longer than 0, got \(value)"
        case (.notNegative, .duration(let length)) where length.nanoseconds < 0: "'\(name)' must not be negative, got \(value)"
        case (.positive, .double(let seconds)) where !(seconds > 0 && seconds <= 1e9):
            "'\(name)' must be more than 0 seconds, got \(value)"
        case (.wanted, .demand(let demand)) where demand == .none: "'\(name)' must be at least .max(1), got .none"
        default: nil
        }
    }
}

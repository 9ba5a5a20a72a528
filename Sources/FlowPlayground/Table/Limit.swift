import FlowCore

/// What an operator asks of an argument beyond its type; Swift's would trap, or never do anything.
public enum Limit: Hashable, Sendable {
    /// A count from here on.
    case atLeast(Int)
    /// A count from here to there.
    case within(ClosedRange<Int>)
    /// A stretch of time that something may happen after again and again: 0.1 ms, ``shortestInterval``, or longer.
    case interval
    /// A stretch of time that does not go back.
    case notNegative
    /// A demand for one value or more.
    case wanted

    /// The shortest interval: what Foundation's `Timer` takes in place of 0, and a tenth of the screen's finest cell.
    ///
    /// No timer of a Swift program keeps to a shorter one, and no screen could show what it does.
    static let shortestInterval = VirtualTime.Stride.microseconds(100)

    private static func tooShort(_ name: String, _ value: Value) -> String {
        "'\(name)' must be at least 0.0001 seconds, got \(value)"
    }

    /// What is wrong with a value, `nil` where it fits.
    func problem(with value: Value, of name: String) -> String? {
        switch (self, value) {
        case (.atLeast(let least), .int(let count)) where count < least: "'\(name)' must be at least \(least), got \(count)"
        case (.within(let range), .int(let count)) where !range.contains(count):
            "'\(name)' must be from \(range.lowerBound) to \(range.upperBound), got \(count)"
        case (.interval, .duration(let length)) where length < Limit.shortestInterval: Limit.tooShort(name, value)
        case (.notNegative, .duration(let length)) where length.nanoseconds < 0: "'\(name)' must not be negative, got \(value)"
        case (.interval, .double(let seconds)) where !(seconds >= Double(Limit.shortestInterval.nanoseconds) / 1e9):
            Limit.tooShort(name, value)
        case (.interval, .double(let seconds)) where seconds > 1e9: "'\(name)' must be at most 1000000000 seconds, got \(value)"
        case (.wanted, .demand(let demand)) where demand == .none: "'\(name)' must be at least .max(1), got .none"
        default: nil
        }
    }
}

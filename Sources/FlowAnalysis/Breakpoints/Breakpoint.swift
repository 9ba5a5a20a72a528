import FlowModel
import FlowTrace

/// A condition that stops time: `buffer >= 80%`, `demand = 0 for 2s`, `value = D`, `drop`.
public struct Breakpoint: Hashable, Sendable {
    /// The reason that a condition can never become true.
    public enum Problem: Hashable, Sendable {
        case noBuffer(String, buffers: [String])
        /// A percentage of a buffer without a limit.
        case noLimit(String)
        /// A count above the buffer's capacity.
        case beyondCapacity(String, count: Int, capacity: Int)
    }

    /// The condition, with single spaces.
    public let text: String
    public let condition: BreakpointCondition

    /// - Throws: ``BreakpointError`` if the text is not a condition.
    public init(parsing typed: String) throws(BreakpointError) {
        let words = typed.split(separator: " ").map(String.init)
        let line = words.joined(separator: " ")
        switch words.first {
        case "drop" where words.count == 1: (text, condition) = (line, .drop)
        case "failure" where words.count == 1: (text, condition) = (line, .failure)
        case "value" where words.count > 1 && words[1] == "contains":
            let part = words.dropFirst(2).joined(separator: " ")
            guard !part.isEmpty else { throw .badValue(line) }
            (text, condition) = (line, .valueContains(part))
        default: (text, condition) = try Breakpoint.comparison(in: line)
        }
    }

    /// The reason that the condition can never become true on these lanes; `nil` if it can.
    public func problem(in model: StreamModel) -> Problem? {
        guard case .held(let name, let comparison, let amount) = condition else { return nil }
        guard let lane = model.lanes.firstIndex(where: { $0.spec.role == .buffer && $0.spec.name == name }) else {
            return .noBuffer(name, buffers: model.lanes.filter { $0.spec.role == .buffer }.map(\.spec.name))
        }
        let capacity = model.node(ofLane: lane)?.capacity
        switch amount {
        case .percent: return capacity == nil && !model.lanes[lane].marks.isEmpty ? .noLimit(name) : nil
        case .count(let count):
            guard let capacity, !comparison.isPossible(upTo: capacity, count) else { return nil }
            return .beyondCapacity(name, count: count, capacity: capacity)
        }
    }

    // MARK: Parsing

    private static func comparison(in line: String) throws(BreakpointError) -> (String, BreakpointCondition) {
        guard let index = line.firstIndex(where: { "<>=".contains($0) }) else { throw .unknown(line) }
        let name = trimmed(line[..<index])
        let sign = line[index...].prefix { "<>=".contains($0) }
        let right = trimmed(line[sign.endIndex...])
        guard !name.isEmpty, !right.isEmpty, let comparison = Comparison(rawValue: sign == "==" ? "=" : String(sign)) else {
            throw .unknown(line)
        }
        let text = "\(name) \(comparison.rawValue) \(right)"
        switch name {
        case "value":
            guard comparison == .equal else { throw .badValue(line) }
            return (text, .value(right))
        case "demand": return (text, try demand(comparison, right))
        default: return (text, .held(lane: name, comparison, try amount(right, lane: name)))
        }
    }

    private static func amount(_ text: String, lane: String) throws(BreakpointError) -> BreakpointCondition.Amount {
        let isPercent = text.hasSuffix("%")
        guard let number = Int(isPercent ? trimmed(text.dropLast()) : text), number >= 0, !isPercent || number <= 100 else {
            throw .badAmount(text, lane: lane)
        }
        return isPercent ? .percent(number) : .count(number)
    }

    private static func demand(_ comparison: Comparison, _ text: String) throws(BreakpointError) -> BreakpointCondition {
        let words = text.split(separator: " ", maxSplits: 1).map(String.init)
        guard let demand = level(words[0]) else { throw .badDemand(words[0]) }
        guard words.count > 1 else { return .demand(comparison, demand, for: 0) }
        guard words[1].hasPrefix("for ") else { throw .badDemand(text) }
        return .demand(comparison, demand, for: try duration(trimmed(words[1].dropFirst(4))))
    }

    private static func level(_ text: String) -> Demand? {
        text == "unlimited" || text == "∞" ? .unlimited : Int(text).flatMap { $0 >= 0 ? .max($0) : nil }
    }

    /// Reads `2s`, `2 s` or `500ms`; without a unit, seconds.
    private static func duration(_ text: String) throws(BreakpointError) -> UInt64 {
        let unit = text.hasSuffix("ms") ? 2 : text.hasSuffix("s") ? 1 : 0
        guard let number = Double(trimmed(text.dropLast(unit))), (0...1_000_000).contains(number) else {
            throw .badDuration(text)
        }
        return TraceTime(seconds: unit == 2 ? number / 1_000 : number).nanoseconds
    }

    private static func trimmed(_ text: some StringProtocol) -> String { text.split(separator: " ").joined(separator: " ") }
}

/// The condition at which time stops.
public enum BreakpointCondition: Hashable, Sendable {
    /// The number of values in a buffer.
    public enum Amount: Hashable, Sendable {
        case count(Int)
        /// A percentage of the buffer's capacity.
        case percent(Int)
    }

    /// A buffer's number of values satisfies a comparison.
    case held(lane: String, Comparison, Amount)
    /// The outstanding demand of an output satisfies a comparison for a number of nanoseconds.
    case demand(Comparison, Demand, for: UInt64)
    /// A value with the text passes, is held or is lost.
    case value(String)
    /// A value that contains the text passes, is held or is lost.
    case valueContains(String)
    /// A value is lost.
    case drop
    /// A stream fails.
    case failure
}

/// The comparison of two numbers in a condition.
public enum Comparison: String, CaseIterable, Hashable, Sendable {
    case atLeast = ">="
    case atMost = "<="
    case more = ">"
    case less = "<"
    case equal = "="

    public func holds(_ left: Int, _ right: Int) -> Bool {
        switch self {
        case .atLeast: left >= right
        case .atMost: left <= right
        case .more: left > right
        case .less: left < right
        case .equal: left == right
        }
    }

    /// Whether any number from 0 up to `most` satisfies the comparison with `right`.
    ///
    /// Three values decide: the smallest, the largest and `right` itself.
    func isPossible(upTo most: Int, _ right: Int) -> Bool {
        [0, most, min(max(right, 0), most)].contains { holds($0, right) }
    }
}

/// The reason that a text is not a condition.
public enum BreakpointError: Error, Hashable, Sendable, CustomStringConvertible {
    case unknown(String)
    /// A buffer is compared with something other than an amount.
    case badAmount(String, lane: String)
    /// Demand is compared with something other than a demand.
    case badDemand(String)
    /// `for` is not followed by a duration.
    case badDuration(String)
    /// A value is compared with something other than `=` or `contains`.
    case badValue(String)

    public var description: String {
        switch self {
        case .unknown(let text):
            "'\(text)' is no condition; write 'buffer >= 80%', 'demand = 0 for 2s', 'value = D', 'value contains ab', drop or failure"
        case .badAmount(let text, let lane): "'\(text)' is not valid; \(lane) takes a count or a percentage, for example 8 or 80%"
        case .badDemand(let text): "'\(text)' is not valid; demand takes a count or unlimited, for example 0"
        case .badDuration(let text): "'\(text)' is not valid; for takes a time, for example 2s or 500ms"
        case .badValue(let text): "'\(text)' is not valid; value takes = or contains, and a text"
        }
    }
}

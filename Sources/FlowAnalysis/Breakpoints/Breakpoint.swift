import FlowTrace

/// When time is to stop by itself: `buffer >= 80%`, `demand = 0 for 2s`, `value = D`, `drop`.
public struct Breakpoint: Hashable, Sendable {
    /// The condition in one way of writing.
    public let text: String
    /// What has to come to hold.
    public let condition: BreakpointCondition

    /// Reads a condition.
    ///
    /// - Throws: ``BreakpointError`` where it is none.
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

    private static func comparison(in line: String) throws(BreakpointError) -> (String, BreakpointCondition) {
        guard let place = line.firstIndex(where: { "<>=".contains($0) }) else { throw .unknown(line) }
        let name = trimmed(line[..<place])
        let sign = line[place...].prefix { "<>=".contains($0) }
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

    /// `2s`, `2 s`, `500ms`; seconds where there is no unit.
    private static func duration(_ text: String) throws(BreakpointError) -> UInt64 {
        let unit = text.hasSuffix("ms") ? 2 : text.hasSuffix("s") ? 1 : 0
        guard let number = Double(trimmed(text.dropLast(unit))), (0...1_000_000).contains(number) else {
            throw .badDuration(text)
        }
        return TraceTime(seconds: unit == 2 ? number / 1_000 : number).nanoseconds
    }

    private static func trimmed(_ text: some StringProtocol) -> String {
        text.split(separator: " ").joined(separator: " ")
    }
}

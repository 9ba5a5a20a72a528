import FlowTrace

/// How often a rule was broken at an operator, or what it allows was done.
public struct RuleFinding: Hashable, Sendable {
    /// The first.
    public let first: Violation
    /// The operator, or the label where that is not known.
    public let place: String
    /// How many there were.
    public private(set) var count = 1
    /// When the last was.
    public private(set) var last: TraceTime

    init(_ violation: Violation, at place: String) {
        (first, self.place, last) = (violation, place, violation.time)
    }

    /// Counts another.
    mutating func add(_ time: TraceTime) {
        count += 1
        last = max(last, time)
    }
}

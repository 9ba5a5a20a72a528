import FlowTrace

/// Where a run broke what it is held to, or why nobody can say that it does not.
public struct CheckFailure: Hashable, Sendable {
    /// Why an expectation is not said to hold.
    public enum Kind: Hashable, Sendable {
        /// It was broken.
        case broken
        /// There is no stage of the name that it is about.
        case unknownStage
        /// It may have been broken in what was not recorded.
        case untold
    }

    /// Why.
    public let kind: Kind
    /// What was broken.
    public let expectation: Expectation
    /// The first event that broke it, `nil` where something never happened.
    public let sequence: Int?
    /// When that was; the end of the run where there is no event.
    public let time: TraceTime
    /// What happened, in one line.
    public let text: String

    init(_ kind: Kind = .broken, _ expectation: Expectation, sequence: Int? = nil, time: TraceTime, text: String) {
        (self.kind, self.expectation, self.sequence, self.time, self.text) = (kind, expectation, sequence, time, text)
    }

    /// The expectation, what happened and where, in one line.
    public var line: String {
        guard kind == .broken else { return "\(expectation): \(text)" }
        let place = sequence.map { "event \($0) at \(time) s" } ?? "at the end, \(time) s"
        return "\(expectation): \(text) (\(place))"
    }
}

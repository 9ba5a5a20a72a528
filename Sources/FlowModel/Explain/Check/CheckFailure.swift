import FlowTrace

/// Where a run broke what it is held to.
public struct CheckFailure: Hashable, Sendable {
    /// What was broken.
    public let expectation: Expectation
    /// The first event that broke it, `nil` where something never happened.
    public let sequence: Int?
    /// When that was; the end of the run where there is no event.
    public let time: TraceTime
    /// What happened, in one line.
    public let text: String

    /// The expectation, what happened and where, in one line.
    public var line: String {
        let place = sequence.map { "event \($0) at \(time) s" } ?? "at the end, \(time) s"
        return "\(expectation): \(text) (\(place))"
    }
}

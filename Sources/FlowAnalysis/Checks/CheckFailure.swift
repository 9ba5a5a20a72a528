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

    /// What happened, or is not known.
    public enum Fact: Hashable, Sendable {
        /// A stage came to hold more than `limit`, with a value.
        case held(Int, at: String, with: String?, limit: Int)
        /// A stage lost a value.
        case lost(String?, at: String, DropReason?)
        /// A value waited too long in a stage; all in nanoseconds.
        case waited(String?, at: String, UInt64, limit: UInt64, isWaiting: Bool)
        /// A rule was broken.
        case violated(Violation)
        /// A stage ended so, or has not.
        case notFinished(String, SignalKind?)
        /// Nothing was subscribed.
        case nothingSubscribed
        /// Why there is no such stage.
        case noStage(String)
        /// What was not recorded.
        case gaps([String])
    }

    /// Why.
    public let kind: Kind
    /// What was broken.
    public let expectation: Expectation
    /// The first event that broke it, `nil` where something never happened.
    public let sequence: Int?
    /// When that was; the end of the run where there is no event.
    public let time: TraceTime
    /// What happened.
    public let fact: Fact

    init(_ kind: Kind, _ expectation: Expectation, sequence: Int? = nil, time: TraceTime, _ fact: Fact) {
        (self.kind, self.expectation, self.sequence, self.time, self.fact) = (kind, expectation, sequence, time, fact)
    }
}

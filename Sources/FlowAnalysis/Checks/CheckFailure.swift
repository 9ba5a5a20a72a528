import FlowModel
import FlowTrace
import FlowVerdict

/// The reason that an expectation does not hold, or may not hold.
public struct CheckFailure: Hashable, Sendable {
    public enum Kind: Hashable, Sendable {
        case broken
        /// It names a stage that does not exist, or that cannot hold values.
        case unknownStage
        /// Unrecorded events may have broken it.
        case untold
    }

    /// The event that failed the check, or the missing record.
    public enum Fact: Hashable, Sendable {
        /// A stage held more than `limit` values, from this value on.
        case held(HeldCount, at: String, with: String?, limit: Int)
        case lost(StageLoss)
        /// Values wait in a stage and will never be taken.
        case stranded(StrandedValues)
        /// Values of an input were left in an operator that joins it with others.
        case left(Int, of: String, at: String)
        /// Values wait in a stage and were never requested. If the run is not over, they may still be.
        case unread(HeldCount, at: String, isSubscribed: Bool)
        /// A value waited too long in a stage; times in nanoseconds.
        case waited(String?, at: String, UInt64, limit: UInt64, isWaiting: Bool)
        case violated(Violation)
        /// A stage ended otherwise, or not at all.
        case notFinished(String, SignalKind?)
        /// Nothing was subscribed.
        case nothingSubscribed
        case noStage(MissingStage)
        case gaps([String])
        /// A stage replaced sequences by newer ones, and the discarded values are not recorded.
        case discarding(String)
        /// A stage had no demand during a part of its life, and its values of that time are not recorded.
        case unasked(String, share: Double)
    }

    public let kind: Kind
    public let expectation: Expectation
    /// The first event that broke it; `nil` if an expected event never happened.
    public let sequence: Int?
    /// The time of that event, or else the end of the run.
    public let time: TraceTime
    public let fact: Fact

    init(_ kind: Kind, _ expectation: Expectation, sequence: Int? = nil, time: TraceTime, _ fact: Fact) {
        (self.kind, self.expectation, self.sequence, self.time, self.fact) = (kind, expectation, sequence, time, fact)
    }
}

/// The values that a stage lost.
public struct StageLoss: Hashable, Sendable {
    public let stage: String
    /// The number of losses by reason.
    public internal(set) var counts = DropCounts()
    /// Whether its purpose is to drop values.
    package internal(set) var leavesOut = false
    /// The subscribers that missed them, of a stage with several.
    public internal(set) var missed: [MissedValues] = []
    /// The first of them (`nil` if values are not recorded), and the event of its loss.
    public internal(set) var first: String?
    public internal(set) var sequence: Int
    public internal(set) var time: TraceTime

    mutating func miss(_ count: Int, at subscriber: String?) {
        guard let subscriber else { return }
        let earlier = missed.firstIndex { $0.subscriber == subscriber }.map { missed.remove(at: $0).count } ?? 0
        missed.append(MissedValues(subscriber: subscriber, count: earlier + count))
    }
}

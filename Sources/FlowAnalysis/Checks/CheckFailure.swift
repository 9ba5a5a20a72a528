import FlowModel
import FlowTrace
import FlowVerdict

/// The reason that an expectation does not hold, or may not hold.
public struct CheckFailure: Hashable, Sendable {
    public enum Kind: Hashable, Sendable {
        case broken
        /// The expectation names a stage that does not exist, or a stage that cannot hold values.
        case unknownStage
        /// Unrecorded events may have broken the expectation.
        case undecided
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
        /// Values wait in a stage and were never requested. While the run goes on, they may still be requested.
        case unread(HeldCount, at: String, isSubscribed: Bool)
        /// A value waited too long in a stage; times in nanoseconds.
        case waited(String?, at: String, UInt64, limit: UInt64, isWaiting: Bool)
        case violated(Violation)
        /// A stage failed, was cancelled, or has not ended.
        case notFinished(String, SignalKind?)
        /// Nothing was subscribed.
        case nothingSubscribed
        case noStage(MissingStage)
        case gaps([String])
        /// A stage replaced sequences by newer ones, and the discarded values are not recorded.
        case discarding(String)
        /// A stage had no demand during a part of its life, and its values of that time are not recorded.
        case unasked(String, share: Double)
        /// A job waited too long for an executor; times in nanoseconds.
        case delayed(TracedExecutor, UInt64, limit: UInt64, isWaiting: Bool)
        /// No waits for executors are recorded.
        case unmeasured
    }

    public let kind: Kind
    public let expectation: Expectation
    /// The first event that broke the expectation; `nil` if an expected event never happened.
    public let sequence: Int?
    /// The time of that event, or else the end of the run.
    public let time: TraceTime
    public let fact: Fact
    /// The number of breaches at its stage: values over the limit, long waits, losses, violations, or subscriptions.
    package internal(set) var count = 1
    /// The worst of these breaches: the number of held values, or a wait in nanoseconds; `nil` for other facts.
    package internal(set) var worst: UInt64?
    /// Its stage, without the stage's number in the trace; `nil` if it is about no stage.
    package internal(set) var place: StagePlace?

    /// The stages that a viewer held or slowed at that event or, for a wait, during the wait, by their names in the trace.
    package internal(set) var heldStages: [String] = []

    /// The text of the error with which its stage failed; `nil` if it did not, or if the text is unknown.
    package internal(set) var error: String?

    init(_ kind: Kind, _ expectation: Expectation, sequence: Int? = nil, time: TraceTime, _ fact: Fact) {
        (self.kind, self.expectation, self.sequence, self.time, self.fact) = (kind, expectation, sequence, time, fact)
        (count, worst) = (fact.count, fact.size)
    }

    /// The time of the breach: that of its event, or a whole wait. `nil` if an expected event never happened.
    var span: ClosedRange<TraceTime>? {
        switch fact {
        case .waited(_, _, let wait, _, isWaiting: true): time...time + wait
        case .waited(_, _, let wait, _, isWaiting: false): TraceTime(nanoseconds: time - TraceTime(nanoseconds: wait))...time
        default: sequence.map { _ in time...time }
        }
    }

    /// Adds the breaches of another failure of the same stage.
    mutating func add(_ other: CheckFailure) { add(other.count, worst: other.worst) }

    mutating func add(_ count: Int, worst: UInt64?) {
        self.count += count
        if let worst { self.worst = max(self.worst ?? 0, worst) }
    }
}

extension CheckFailure.Fact {
    /// The name of its stage in the trace; `nil` if it is about no stage.
    package var stage: String? {
        switch self {
        case .held(_, let stage, _, _), .left(_, _, let stage), .unread(_, let stage, _), .waited(_, let stage, _, _, _),
            .notFinished(let stage, _), .discarding(let stage), .unasked(let stage, _):
            stage
        case .lost(let loss): loss.stage
        case .stranded(let values): values.stage
        case .violated(let violation): violation.publisher
        case .nothingSubscribed, .noStage, .gaps, .delayed, .unmeasured: nil
        }
    }

    /// The number of breaches that this fact stands for.
    fileprivate var count: Int {
        switch self {
        case .lost(let loss): loss.counts.total
        case .stranded(let values): values.held.count
        case .left(let count, _, _): count
        case .unread(let held, _, _): held.count
        case .held, .waited, .violated, .notFinished, .nothingSubscribed, .noStage, .gaps, .discarding, .unasked, .delayed,
            .unmeasured:
            1
        }
    }

    /// The number of held values, or the wait in nanoseconds.
    fileprivate var size: UInt64? {
        switch self {
        case .held(let held, _, _, _): UInt64(clamping: held.count)
        case .waited(_, _, let wait, _, _), .delayed(_, let wait, _, _): wait
        case .lost, .stranded, .left, .unread, .violated, .notFinished, .nothingSubscribed, .noStage, .gaps, .discarding,
            .unasked, .unmeasured:
            nil
        }
    }
}

/// A stage without its number in the trace, since that number depends on the order of events.
package struct StagePlace: Hashable, Sendable {
    /// Its name without a number.
    package let name: String
    /// Its place in the source; `nil` if unknown.
    package let place: SourcePlace?

    /// The line of the place; `nil` if unknown.
    package var location: CodeLocation? { place?.location }
}

/// The values that a stage lost.
public struct StageLoss: Hashable, Sendable {
    public let stage: String
    /// The number of losses by reason.
    public internal(set) var counts = DropCounts()
    /// Whether the purpose of the stage is to drop values.
    package internal(set) var leavesOut = false
    /// The subscribers that missed the values, if the stage has several.
    public internal(set) var missed: [MissedValues] = []
    /// The first lost value (`nil` if values are not recorded), and the event of its loss.
    public internal(set) var first: String?
    public internal(set) var sequence: Int
    public internal(set) var time: TraceTime

    mutating func miss(_ count: Int, at subscriber: String?) {
        guard let subscriber else { return }
        let earlier = missed.firstIndex { $0.subscriber == subscriber }.map { missed.remove(at: $0).count } ?? 0
        missed.append(MissedValues(subscriber: subscriber, count: earlier + count))
    }
}

/// The causes of verdicts, in order of priority: the first that holds is the verdict. If none holds, values pass (``Flowing``).
extension Verdict {
    static let causes: [any Condition.Type] = [
        NoSubscription.self,
        FatalCall.self, HeldByViewer.self, ReaderLeft.self, UnreadStream.self,
        Ended.self,
        UnknownDemand.self,
        GoneContinuation.self, Stalled.self, Resting.self, SilentSource.self,
        LeakingDemand.self,
        Dropping.self, SilentRateLimiter.self,
        Drained.self, QuietSource.self,
        LaterInput.self, BlockedExecutor.self, BusyExecutor.self, BlockedStage.self, SlowStage.self,
        JoinWait.self, SourceWait.self,
    ]
}

/// A cause of a verdict: its condition, the facts under which it holds, and their words.
typealias Cause = Condition & Reason

/// Decides whether a cause holds.
protocol Condition: SendableMetatype {
    /// The facts, if it holds for the moment or the run; otherwise `nil`.
    static func found(by reporter: BottleneckReporter, _ span: VerdictSpan) -> FoundCause?
}

/// The facts behind a verdict, in which stages are named, and their words.
protocol Reason: Hashable, Sendable {
    var kind: Verdict.Kind { get }
    var words: VerdictWords { get }
    /// Whether the stage that it names holds others back, lets values wait, or drops them.
    var limits: Bool { get }
    /// Whether, while the cause holds, values stop until the next send or request.
    var standstill: Standstill { get }

    /// The verdict to give if records are missing; `nil` if the remaining records do not prove this cause.
    ///
    /// - Parameter culprit: The index of the stage that the verdict names.
    func proven(_ verdict: Verdict, by reporter: BottleneckReporter, at culprit: Int?) -> Verdict?

    /// The stage of another pipeline for which its own stage waits; `nil` if its own stage is to blame.
    var beyond: StageBeyond? { get }

    /// The same facts, with a stage of another pipeline to blame; `nil` if its stage cannot wait for another one.
    func blaming(_ beyond: StageBeyond) -> (any Reason)?
}

extension Reason {
    var beyond: StageBeyond? { nil }

    func blaming(_ beyond: StageBeyond) -> (any Reason)? { nil }

    var limits: Bool { true }
    var standstill: Standstill { .onceQuiet }

    func proven(_ verdict: Verdict, by reporter: BottleneckReporter, at culprit: Int?) -> Verdict? { verdict }
}

/// A cause by which a stage holds others back. That stage is also to blame for losses at the same time.
protocol HoldingCause: Condition, Reason {}

extension HoldingCause {
    var kind: Verdict.Kind { .heldBack }
}

/// Whether values stop until the next send or request.
enum Standstill {
    case never
    /// If no value has arrived for a second.
    case onceQuiet
    case always
}

/// The time that a verdict is about.
enum VerdictSpan {
    /// The moment, and the window before it.
    case present
    /// The whole run up to the moment.
    case run

    var isRun: Bool { self == .run }
}

/// A cause that holds, with the stage to blame for it.
struct FoundCause {
    let reason: any Reason
    /// The index of the stage; `nil` if none is to blame.
    let stage: Int?
    /// Losses in the window, unless the reason itself is about them.
    let lost: Dropping?

    init(_ reason: any Reason, at stage: Int? = nil, lost: Dropping? = nil) {
        (self.reason, self.stage, self.lost) = (reason, stage, lost)
    }
}

/// The facts of any cause.
struct AnyReason: Hashable, Sendable {
    let facts: any Reason

    static func == (one: AnyReason, other: AnyReason) -> Bool { AnyHashable(one.facts) == AnyHashable(other.facts) }

    func hash(into hasher: inout Hasher) { facts.hash(into: &hasher) }
}

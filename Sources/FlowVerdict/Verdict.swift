import FlowModel
import FlowTrace
import FlowWords

/// The verdict on a pipeline: the first of the known causes that holds, in words, and the stage to blame.
public struct Verdict: Hashable, Sendable {
    /// The kind of a verdict. The raw values are the words in JSON.
    public enum Kind: String, CaseIterable, Hashable, Sendable {
        /// Values pass, and no stage limits them.
        case flowing
        /// The stages have demand, and the source does not send.
        case waitingForSource
        /// One stage takes no more values while the stages above have some.
        case heldBack
        case dropping
        /// A stage receives values while it is busy, because demand is left.
        case leakingDemand
        /// Values wait in a stream without a reader.
        case unread
        /// All sinks have received their completion.
        case finished
        /// The stream ended with an error, or the program ended in a call of the stream.
        case failed
        /// All sinks have cancelled.
        case cancelled
        /// Nothing has moved for the whole window, or nothing will move again.
        case stalled
        /// The records allow no verdict.
        case unknown

        /// The state in at most 10 columns.
        public var word: String {
            switch self {
            case .flowing: "flowing"
            case .waitingForSource: "waiting"
            case .heldBack: "held back"
            case .dropping: "dropping"
            case .leakingDemand: "asks early"
            case .unread: "unread"
            case .finished: "finished"
            case .failed: "failed"
            case .cancelled: "cancelled"
            case .stalled: "stalled"
            case .unknown: "no verdict"
            }
        }
    }

    /// The stage that holds the pipeline back, or the source that the others wait for; `nil` if there is none.
    public let culprit: StageID?
    private let cause: AnyReason
    /// The losses in the window, which the verdict appends to its text.
    private let lost: Dropping?
    /// The blocked executor on which a consumer runs, unless the cause is about it.
    private var blocked: ExecutorWait?

    init(_ reason: any Reason, culprit: StageID? = nil, lost: Dropping? = nil) {
        (cause, self.culprit, self.lost) = (AnyReason(facts: reason), culprit, lost)
    }

    static func unknown(_ missing: Missing) -> Verdict { Verdict(NoVerdict(missing: missing)) }

    /// The same verdict, with a stage of another pipeline to blame, for which its own culprit waits; `nil` if that does not wait.
    func blaming(_ beyond: StageBeyond) -> Verdict? {
        cause.facts.blaming(beyond).map { Verdict($0, culprit: culprit, lost: lost) }
    }

    /// The stage of another pipeline for which ``culprit`` waits in a send or a write; `nil` if the culprit itself is to blame.
    package var beyond: StageBeyond? { reason.beyond }

    /// The same verdict, with a blocked executor on which a consumer of the pipeline runs. A pipeline that is over, and a verdict
    /// about the executor itself, do not change.
    func meanwhile(_ wait: ExecutorWait?) -> Verdict {
        guard let wait, end == nil, kind != .unknown, executor == nil else { return self }
        var verdict = self
        verdict.blocked = wait
        return verdict
    }

    /// The executor to blame instead of a stage; `nil` if none is.
    package var executor: TracedExecutor? {
        let blame = (reason as? Dropping)?.blame?.facts ?? reason
        return (blame as? BlockedExecutor)?.wait.executor
    }

    /// The facts behind the verdict.
    var reason: any Reason { cause.facts }

    /// The kind of the cause.
    public var kind: Kind { reason.kind }

    /// The end of the pipeline; `nil` while it is live.
    var ended: Ended? { reason as? Ended }

    /// The state in at most 10 columns; a stream that was released before it had ended is `let go`.
    public var word: String { ended?.word ?? kind.word }

    /// Whether the pipeline is over because its stream was released before it had ended.
    package var isLetGo: Bool { ended?.isLetGo == true }

    /// The time of the pipeline's end; `nil` while it is live.
    public var end: TraceTime? { ended?.time }

    /// The text of the error with which the pipeline failed; `nil` if it did not, or if the records do not have it.
    package var failure: String? { ended?.failure }

    /// Whether values pass, and no stage holds any.
    package var flowsEmpty: Bool { (reason as? Flowing)?.holdings.isEmpty ?? false }

    // MARK: Words

    /// The verdict in a line, without a full stop.
    public var text: String { words.text }
    /// A few words: the state, and the stage.
    public var brief: String { reason.words.brief }

    /// The wordings, the longest first.
    public var wordings: [String] {
        let words = words
        return [words.text] + words.shorter + [words.brief]
    }

    private var words: VerdictWords {
        let words = reason.words
        let remarks = [lost?.past, blocked?.meanwhile].compactMap(\.self)
        guard !remarks.isEmpty else { return words }
        let all = ([words.text] + words.shorter).map { ([$0] + remarks).joined(separator: "; ") }
        return VerdictWords(all[0], brief: words.brief, shorter: all.dropFirst() + words.shorter)
    }
}

/// A verdict in words: the whole text, shorter ones, and a few words.
struct VerdictWords {
    let text: String
    let shorter: [String]
    let brief: String

    init(_ text: String, brief: String, shorter: [String] = []) { (self.text, self.brief, self.shorter) = (text, brief, shorter) }
}

extension Verdict {
    /// Values that a stage holds.
    struct Holding: Hashable, Sendable {
        let stage: String
        let count: HeldCount

        /// `3 values wait in buffer`.
        private var waitText: String { "\(count.ofValues) \(count.count == 1 ? "waits" : "wait") in \(stage)" }

        /// `3 values wait in buffer, 1 in AsyncChannel`, for more than two `3 values wait in buffer, 4 in 2 others`; `nil` for
        /// none.
        static func waitText(_ holdings: [Holding]) -> String? {
            guard let first = holdings.first else { return nil }
            let rest = holdings.dropFirst()
            guard let second = rest.first else { return first.waitText }
            let others = HeldCount(rest.map(\.count.count).reduce(0, +), isLeast: rest.contains(where: \.count.isLeast))
            return "\(first.waitText), \(others.words) in \(rest.count == 1 ? second.stage : "\(rest.count) others")"
        }

        /// `3 values of fast`.
        var ofText: String { "\(count.ofValues) of \(stage)" }

        /// `buffer holds 3 values and delay 1`; `nil` for none.
        static func text(_ holdings: [Holding]) -> String? {
            guard let first = holdings.first else { return nil }
            let more = holdings.dropFirst().map { "\($0.stage) \($0.count.words)" }
            return ValueList.names(["\(first.stage) holds \(first.count.ofValues)"] + more)
        }
    }
}

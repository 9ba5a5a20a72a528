import FlowTrace

/// What can be said of a pipeline in one line, and which stage is to blame.
public struct Verdict: Hashable, Sendable {
    /// What is happening; the raw values are the words of the JSON.
    public enum Kind: String, CaseIterable, Hashable, Sendable {
        /// Values pass, and no stage is the reason that they are not more.
        case flowing
        /// The stages ask, and the source does not send.
        case waitingForSource
        /// One stage takes no more while what is above it has more.
        case heldBack
        /// Values are being lost.
        case dropping
        /// A stage gets values while it is busy, because demand is left.
        case leakingDemand
        /// Finished, failed or cancelled.
        case finished
        /// Nothing has moved for the whole window, or nothing will.
        case stalled
        /// What was recorded does not carry a verdict.
        case unknown

        /// What is happening in at most 10 columns.
        public var word: String {
            switch self {
            case .flowing: "flowing"
            case .waitingForSource: "waiting"
            case .heldBack: "held back"
            case .dropping: "dropping"
            case .leakingDemand: "leaking"
            case .finished: "finished"
            case .stalled: "stalled"
            case .unknown: "no verdict"
            }
        }
    }

    /// What is happening.
    public let kind: Kind
    /// The one stage that holds the pipeline back; the source where that is waited for; `nil` where there is no culprit.
    public let culprit: StageID?
    /// The line, without a full stop.
    public let text: String
    /// The line for some 76 columns, if names are not long: without its reasons.
    public let short: String
    /// A few words: what is happening, and at which stage.
    public let brief: String

    /// The wordings, the longest first.
    public var wordings: [String] {
        [text, short, brief]
    }

    init(kind: Kind, culprit: StageID?, text: String, short: String? = nil, brief: String) {
        (self.kind, self.culprit, self.text, self.short, self.brief) = (kind, culprit, text, short ?? text, brief)
    }

    /// What is said where the data carries no verdict.
    static func unknown(_ missing: String) -> Verdict {
        Verdict(kind: .unknown, culprit: nil, text: "no verdict: \(missing)", brief: "no verdict")
    }
}

import FlowTrace

extension EdgeUncertainty {
    /// The mark after the name of a lane with uncertain data.
    public static let sign: Character = "?"

    /// Each kind of doubt by itself, the gravest first.
    public static let kinds: [EdgeUncertainty] = [.incomplete, .ambiguousSubscriber, .sharedSubscription, .fedApart]

    /// The kinds of doubt in this set, each by itself, the gravest first.
    public var each: [EdgeUncertainty] { EdgeUncertainty.kinds.filter(contains) }

    /// The word of one kind of doubt in the JSON Lines: `incomplete`, `ambiguous subscriber`, `shared subscription`,
    /// `fed apart`.
    package var name: String {
        switch self {
        case .incomplete: "incomplete"
        case .ambiguousSubscriber: "ambiguous subscriber"
        case .sharedSubscription: "shared subscription"
        default: "fed apart"
        }
    }

    /// The effect of one kind of doubt on the picture, in wordings of decreasing length.
    public var wordings: [String] {
        switch self {
        case .incomplete:
            [
                "counts are too low: it began before the trace, or records of it are missing",
                "counts are too low: records are missing", "counts are too low",
            ]
        case .ambiguousSubscriber:
            [
                "counts are a guess: one subscriber has several publishers", "counts are a guess: shared subscriber",
                "counts are a guess",
            ]
        case .sharedSubscription:
            [
                "requests are a guess: several subscribers share one subscription", "requests are a guess: shared subscription",
                "requests are a guess",
            ]
        default:
            [
                "what feeds it is shown apart: an operator subscribed to that by itself", "what feeds it is shown apart",
                "fed apart",
            ]
        }
    }

    /// The doubts in one word: `incomplete`, `guessed` or `apart`; empty for none.
    public var word: String {
        isEmpty ? "" : contains(.incomplete) ? "incomplete" : self == .fedApart ? "apart" : "guessed"
    }

    /// The name of a lane with these doubts.
    package func marked(_ name: String) -> String { isEmpty ? name : "\(name)\(EdgeUncertainty.sign)" }
}

import FlowTrace

/// What holds a pipeline back, and which stage is to blame: cases and numbers, which FlowText puts into words.
public struct Verdict: Hashable, Sendable {
    /// The raw values are the words of the JSON.
    public enum Kind: String, CaseIterable, Hashable, Sendable {
        /// Values pass, and no stage limits them.
        case flowing
        /// The stages ask, and the source does not send.
        case waitingForSource
        /// One stage takes no more while those above have more.
        case heldBack
        case dropping
        /// A stage gets values while it is busy, because demand is left.
        case leakingDemand
        /// Finished, failed or cancelled.
        case finished
        /// Nothing has moved for the whole window, or nothing will.
        case stalled
        /// The records allow no verdict.
        case unknown
    }

    /// The facts behind a verdict. Stages are named.
    public enum Reason: Hashable, Sendable {
        /// Values pass: how many a second arrive at the sinks, `nil` if no time has passed.
        case flowing(rate: Double?)
        /// A source keeps everything below it waiting.
        case waiting(SourceWait)
        case held(Hold)
        /// A stage has asked for nothing and taken nothing since a time.
        case stopped(stage: String, since: TraceTime)
        /// A stage loses values, and what holds the pipeline back meanwhile.
        case dropping(Drop, by: Held?)
        /// A stage gets values while it is busy.
        case leaking(Leak)
        /// All sinks have ended.
        case ended(SignalKind, at: TraceTime, leak: Leak?, hold: Hold?, losses: [Loss])
        /// Nothing has moved since a time: a stage asks for nothing more.
        case stalled(stage: String, since: TraceTime, isDemandLost: Bool)
        /// Nothing has moved since a time: a source sends nothing.
        case silent(source: String, since: TraceTime)
        /// The records allow no verdict.
        case unknown(Missing)
    }

    /// How long a source is waited for.
    public struct SourceWait: Hashable, Sendable {
        public let source: String
        /// The share of the window in which it was asked and sent nothing; `nil` if that is too small to mention.
        public let share: Double?
        /// The length of the window, in nanoseconds.
        public let window: UInt64
        /// The time since its last value, in nanoseconds.
        public let gap: UInt64
    }

    /// How a stage holds others back.
    public struct Hold: Hashable, Sendable {
        /// Whether the store above had values meanwhile.
        public enum Items: Hashable, Sendable {
            /// All the time that the stage took nothing.
            case always
            /// A share of the time, in a store.
            case partly(Double, in: String)
        }

        public let stage: String
        /// The length of the window, in nanoseconds; `nil` for all its time.
        public let window: UInt64?
        /// The share of time in which it asked for nothing.
        public let share: Double
        /// Values a second in and out, of a stage that is too slow; `nil` for one that asks for nothing.
        public let rates: Rates?
        /// `nil` if no store was seen above.
        public let items: Items?

        /// Values a second.
        public struct Rates: Hashable, Sendable {
            public let incoming: Double
            public let outgoing: Double
        }
    }

    /// What holds back a pipeline that loses values.
    public enum Held: Hashable, Sendable {
        case stage(Hold)
        case stopped(stage: String, since: TraceTime)
    }

    /// What a stage lost in the window.
    public struct Drop: Hashable, Sendable {
        public let stage: String
        public let count: Int
        /// The length of the window, in nanoseconds.
        public let window: UInt64
        public let reasons: [DropReason]
    }

    /// What came to a stage while it was busy.
    public struct Leak: Hashable, Sendable {
        public let stage: String
        public let count: Int
        /// The texts of the first values.
        public let values: [String]
    }

    /// What a stage lost for one reason over all time.
    public struct Loss: Hashable, Sendable {
        public let stage: String
        public let count: Int
        /// The texts of the first values.
        public let values: [String]
        public let reason: DropReason
    }

    /// What the records lack.
    public enum Missing: Hashable, Sendable {
        case events
        case subscription
        case subscriptionAndValue
        /// The demand on any edge.
        case demand
        /// The demand of a stage that got values without any; what is not sure about where they came from says why.
        case demandOfStage(String, EdgeDoubts)
        /// This number of events was not recorded.
        case records(Int)
        /// What stages hold, and what stages had asked for: records are missing, up to a time if that is known.
        case past(held: [String], asked: [String], before: TraceTime?)
        /// The time before this is still being measured.
        case measures(before: TraceTime)
    }

    /// What is happening.
    public let kind: Kind
    /// The stage that holds the pipeline back, or the source that is waited for; `nil` if there is none.
    public let culprit: StageID?
    public let reason: Reason

    init(_ kind: Kind, culprit: StageID? = nil, _ reason: Reason) {
        (self.kind, self.culprit, self.reason) = (kind, culprit, reason)
    }

    static func unknown(_ missing: Missing) -> Verdict { Verdict(.unknown, .unknown(missing)) }
}

import FlowTrace

/// What holds a pipeline back, and which stage is to blame: cases and numbers, which FlowText puts into words.
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
    }

    /// What a verdict rests on. Stages go by their names.
    public enum Finding: Hashable, Sendable {
        /// Values pass: how many a second arrive at the sinks, `nil` where no time has passed.
        case flowing(rate: Double?)
        /// A source keeps everything below it waiting.
        case waiting(SourceWait)
        /// A stage keeps others waiting.
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
        /// The data carries no verdict.
        case unknown(Missing)
    }

    /// How long a source is waited for.
    public struct SourceWait: Hashable, Sendable {
        public let source: String
        /// The share of the window in which it was asked and sent nothing, `nil` where that is too little to tell.
        public let share: Double?
        /// The length of the window, in nanoseconds.
        public let window: UInt64
        /// How long nothing has come, in nanoseconds.
        public let gap: UInt64
    }

    /// How a stage holds others back.
    public struct Hold: Hashable, Sendable {
        /// What its input had meanwhile.
        public enum Items: Hashable, Sendable {
            /// As much of the time as the stage took nothing.
            case always
            /// A share of the time, in a store.
            case partly(Double, in: String)
        }

        public let stage: String
        /// The length of the window, in nanoseconds; `nil` of all its time.
        public let window: UInt64?
        /// The share of time in which it asked for nothing.
        public let share: Double
        /// Values a second in and out, where it asks and is too slow for what comes; `nil` where it asks for nothing.
        public let rates: Rates?
        /// What the nearest store above it had, where that was seen.
        public let items: Items?

        /// Values a second.
        public struct Rates: Hashable, Sendable {
            public let incoming: Double
            public let outgoing: Double
        }
    }

    /// What holds a pipeline back that loses values.
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
        /// The first of the values, in words.
        public let values: [String]
    }

    /// What a stage lost for one reason over all time.
    public struct Loss: Hashable, Sendable {
        public let stage: String
        public let count: Int
        /// The first of the values, in words.
        public let values: [String]
        public let reason: DropReason
    }

    /// What the data lacks.
    public enum Missing: Hashable, Sendable {
        case events
        case subscription
        case subscriptionAndValue
        /// The demand on any edge.
        case demand
        /// The demand of a stage, which began before the trace.
        case demandOfStage(String)
        /// So many events were not recorded.
        case records(Int)
        /// What happened before a time is still being measured.
        case measures(before: TraceTime)
    }

    /// What is happening.
    public let kind: Kind
    /// The one stage that holds the pipeline back; the source where that is waited for; `nil` where there is no culprit.
    public let culprit: StageID?
    /// What it rests on.
    public let finding: Finding

    init(_ kind: Kind, culprit: StageID? = nil, _ finding: Finding) {
        (self.kind, self.culprit, self.finding) = (kind, culprit, finding)
    }

    static func unknown(_ missing: Missing) -> Verdict {
        Verdict(.unknown, .unknown(missing))
    }
}

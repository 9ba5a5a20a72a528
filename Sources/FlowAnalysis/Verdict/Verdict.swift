import FlowModel
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
        /// Values wait in a stream that nobody reads, or reads any more.
        case unread
        /// All sinks have got their end.
        case finished
        /// The stream ended with an error, or the program in a call of it.
        case failed
        /// All sinks have left.
        case cancelled
        /// Nothing has moved for the whole window, or nothing will.
        case stalled
        /// The records allow no verdict.
        case unknown
    }

    /// The facts behind a verdict. Stages are named.
    public enum Reason: Hashable, Sendable {
        /// Values pass.
        case flowing(Flow)
        /// A source keeps everything below it waiting.
        case waiting(SourceWait)
        /// A stage that joins several streams waits for one of them.
        case joining(Join)
        /// These lanes have not been subscribed; all that have been are over.
        case unbegun([String])
        case held(Hold)
        /// One of the known causes holds.
        case caused(Cause)
        /// A stage loses values, and what holds the pipeline back meanwhile.
        case dropping(Drop, by: Blame?)
        /// A stage gets values while it is busy.
        case leaking(Leak)
        /// All sinks have ended.
        case ended(End)
        /// Nothing has moved since a time: a stage asks for nothing more.
        case stalled(stage: String, since: TraceTime, isDemandLost: Bool)
        /// Nothing has moved since a time: a stage asks for nothing more, and nothing waits for it.
        case resting(stage: String, since: TraceTime)
        /// Nothing has moved since a time: a source sends nothing.
        case silent(source: String, since: TraceTime)
        /// The records allow no verdict.
        case unknown(Missing)
    }

    /// What holds a pipeline back.
    public enum Blame: Hashable, Sendable {
        case hold(Hold)
        case cause(Cause)
    }

    /// How a pipeline ended, and what there is to say of its life.
    public struct End: Hashable, Sendable {
        public let kind: SignalKind
        public let time: TraceTime
        public var leak: Leak?
        public var blame: Blame?
        public var join: Join?
        public var losses: [Loss] = []
        public var limits: [RateLimit] = []
        public var burst: EarlyBurst?
        /// The sinks that subscribed when there was nothing to come any more.
        public var late: [String] = []
        /// The subject that ended as soon as it was subscribed, and had sent nothing.
        public var endedSubject: String?
    }

    /// Values that a stage holds.
    public struct Holding: Hashable, Sendable {
        public let stage: String
        public let count: HeldCount
    }

    /// How values pass.
    public struct Flow: Hashable, Sendable {
        /// Whether it is about all its life.
        public let isWhole: Bool
        /// How many a second arrived at the sinks in the window, at the one that got least and at the one that got most; `nil` if no
        /// time has passed.
        public let rates: ClosedRange<Double>?
        public let sinks: Int
        /// The length of the window, in nanoseconds.
        public let window: UInt64
        /// The source that all others wait for most of the time.
        public let source: String?
        /// The sources, if all have ended.
        public let ended: [String]
        /// The only source that is left, if one decides.
        public let lastInput: LastInput?
        /// The stages that hold values.
        public let holdings: [Holding]
        /// Whether it is known what the others hold.
        public let isHeldKnown: Bool
        public let limits: [RateLimit]
        public let burst: EarlyBurst?
    }

    /// The only source left of those that a stage joins.
    public struct LastInput: Hashable, Sendable {
        public let source: String
        public let stage: String
    }

    /// How long a source is waited for.
    public struct SourceWait: Hashable, Sendable {
        public let source: String
        /// The share of the window in which it was asked and sent nothing; `nil` if that is too small to mention.
        public let share: Double?
        /// The length of the window, in nanoseconds.
        public let window: UInt64
        /// The time since its last value, in nanoseconds; `nil` if it has sent none.
        public let gap: UInt64?
        /// The stage that waits for it and has asked it itself, if there is just one; of a source that is silent for far longer than usual.
        public let waiter: String?
        /// The stages that hold values meanwhile.
        public let holdings: [Holding]
        /// A stage of several inputs that has no other one left, if there is one.
        public let lastInputOf: String?
    }

    /// A stage that joins several streams, and waits for a value of one of them.
    public struct Join: Hashable, Sendable {
        public let stage: String
        /// The input that decides.
        public let input: String
        /// Whether that has sent nothing at all.
        public let isFirst: Bool
        /// How many values of the other inputs wait for it, by their names.
        public let waiting: [Holding]
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
        /// What it does now; `nil` of a pipeline that is over.
        public let present: Present?
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

        /// What holds at the moment.
        public struct Present: Hashable, Sendable {
            /// Since when it has been paused.
            public let pausedSince: TraceTime?
            /// The stages above it whose values wait for it, the one that holds most first.
            public let waiting: [Holding]
            /// For how long it has asked for nothing, in nanoseconds; `nil` if it asks.
            public let rest: UInt64?
            /// How long ago it asked again, if it waits for what it has asked for, in nanoseconds.
            public let asked: UInt64?
            /// How long it asked for nothing before, on average, if the present time is far longer; in nanoseconds.
            public let usualRest: UInt64?
            /// How many values it holds itself.
            public let held: HeldCount
        }
    }

    /// What a stage lost in the window.
    public struct Drop: Hashable, Sendable {
        public let stage: String
        public let count: Int
        /// The length of the window, in nanoseconds; `nil` for all its time.
        public let window: UInt64?
        public let reasons: [DropReason]
    }

    /// What came to a stage while it was busy.
    public struct Leak: Hashable, Sendable {
        public let stage: String
        public let count: Int
        /// The texts of the first values.
        public let values: [String]
        /// What goes on at this moment; `nil` of a stream that is over.
        public var present: Present?

        /// Work that goes on while more may come.
        public struct Present: Hashable, Sendable {
            public let since: TraceTime
            /// What is asked for and has not come.
            public let mayCome: Demand
        }
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
    /// What was lost in the window, though not at the end of it.
    public let lost: Drop?

    init(_ kind: Kind, culprit: StageID? = nil, _ reason: Reason, lost: Drop? = nil) {
        (self.kind, self.culprit, self.reason, self.lost) = (kind, culprit, reason, lost)
    }

    /// When the pipeline ended, `nil` while it goes on.
    public var end: TraceTime? {
        if case .ended(let end) = reason { end.time } else { nil }
    }

    static func unknown(_ missing: Missing) -> Verdict { Verdict(.unknown, .unknown(missing)) }
}

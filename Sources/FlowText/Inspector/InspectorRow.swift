import FlowAnalysis
import FlowModel
import FlowTrace

/// A row of the inspector: a fact of a lane, in parts that views lay out.
public enum InspectorRow: Hashable, Sendable {
    /// The contents of a buffer.
    case holds(Contents)
    /// The values that a buffer or another operator received, and their fate.
    case ledger(Account)
    /// The journey of the newest value, in a line.
    case journey(String)
    /// A rule that was broken.
    case violation(BrokenRule)
    /// The values a buffer dropped, the newest 64.
    case dropped(values: [String], count: Int)
    /// Values a second.
    case rate(Rate)
    /// The outstanding demand.
    case demand(Outstanding)
    /// The policy of a full buffer, and since when it is full.
    case full(Full)
    /// The pacing node.
    case pace(Pace)
    /// How long the last values waited in the buffer, or have waited so far, at most 6; the oldest held value is among them.
    case waited([Wait])
    /// The number of values that a source tried to send.
    case sent(count: Int)
    /// The values a source lost.
    case lost(Loss)
    /// Where the lane is in its life.
    case state(LaneState)
    /// The demand of an output by requests, and by its results of `receive(_:)`.
    case asked(Asked)
    /// How many values arrived; `sent` is the number that the source tried to send, `nil` without a source.
    case received(count: Int, sent: Int?)
    /// How many subscriptions a lane of several shows that are live, and that are over.
    case lives(live: Int, ended: Int)
    /// One of several ended lives; `known` is the number of lives with a known beginning, `nil` if that is all of them.
    case life(LifeChoice, EndedLife, known: Int?)
    /// The values a late subscriber got at once, and how long each had been kept, in nanoseconds.
    case replayed(values: [String], kept: [UInt64])
    /// From source to output, over the newest values.
    case latency(Latency)
    /// The demand at the start of each stretch of work and after each value in it.
    case whenBusy(levels: [[Demand]])
    /// The values that arrived during work.
    case arrivedBusy(values: [String])
    /// The latest state of one kind.
    case note(Note)
    /// Values that were not written down, and their type if it is known.
    case undescribed(type: String?)
    /// One kind of doubt about the lane.
    case doubt(EdgeUncertainty)
    /// Where in the source the lane was labelled.
    case labelled(CodeLocation)
    /// How the stream ended, and with how many values.
    case ended(LaneState, received: Int)

    public struct Contents: Hashable, Sendable {
        /// The oldest values, oldest first, at most 64.
        public let values: [String]
        public let count: HeldCount
        public let capacity: Int?
        /// The most it was ever seen to hold, and when.
        public let peak: Int
        public let peakAt: TraceTime
    }

    public struct Account: Hashable, Sendable {
        public let arrived: Int
        /// How many that makes for all subscribers, of an operator that sends each value to several; `nil` elsewhere.
        public var copies: Int?
        public let left: Int
        public let held: Int
        /// Whether more may be held, because records are missing.
        public var heldIsLowerBound = false
        public var filtered = 0
        public let dropped: Int
        /// The values missing from the counters, negative for values from nowhere.
        public let missing: Int
        /// Whether departed values were evicted by newer ones, as from a replay, rather than passed on.
        public var evicts = false
        /// The operator, `nil` for the lane's own buffer.
        public var name: String?
        /// The first event that is counted, where those before it are not; `nil` if all are.
        public var since: TraceTime?
        /// Whether the relation of outputs to inputs is known; if not, its buffer is not mentioned.
        public var hasLaw = true
        /// Why ``missing`` cannot be known, in wordings of decreasing length; empty if it is known.
        public var unknown: [String] = []
    }

    public struct BrokenRule: Hashable, Sendable {
        public let rule: ContractRule
        /// How often it was broken.
        public let count: Int
        /// When last.
        public let last: TraceTime
        /// The known fault of the operator that breaks it.
        public let known: String?
    }

    public struct Rate: Hashable, Sendable {
        public let input: CountedRate
        /// `nil` on a source's lane.
        public let output: CountedRate?
        public let window: RateWindow
        /// Whether departed values were evicted by newer ones, as from a replay, rather than passed on.
        public var evicts = false
    }

    public struct Outstanding: Hashable, Sendable {
        public let count: Demand
        /// The last demand, and its time.
        public let last: Demand?
        public let at: TraceTime?
        /// The value that met it.
        public let metBy: String?
        /// How many values are on their way that will meet some of it.
        public var onTheWay = 0
    }

    public struct Full: Hashable, Sendable {
        public let overflow: OverflowPolicy
        public let prefetch: Prefetch
        /// Since when it is full, `nil` if it is not.
        public let since: TraceTime?
        /// For how many nanoseconds.
        public let lasts: UInt64?
    }

    public struct Pace: Hashable, Sendable {
        public let interval: String
        /// The nanoseconds until it asks again.
        public let nextIn: UInt64?
        /// How much of the wait is over, 0 to 1.
        public let fraction: Double?
        /// Whether it waits for a paused sink.
        public let waitsForSink: Bool
    }

    public struct Loss: Hashable, Sendable {
        /// The newest values, at most 64.
        public let values: [String]
        public let count: Int
        /// Why the last one was lost.
        public let reason: DropReason
    }

    public struct Asked: Hashable, Sendable {
        public let count: Demand
        public let requests: Int
        public let returned: Demand
    }

    /// In nanoseconds.
    public struct Latency: Hashable, Sendable {
        public let least: UInt64
        public let mean: UInt64
        public let most: UInt64
        /// How many values were measured.
        public let count: Int
    }

    /// Why one of many subscriptions is shown.
    public enum LifeChoice: Hashable, Sendable {
        case failed, longest, last
    }

    /// `state: processing`, `handler: #3`.
    public struct Note: Hashable, Sendable {
        public let kind: String
        public let value: String
        public let since: TraceTime
    }
}

/// How many values passed in a window, and how many that makes a second.
public struct CountedRate: Hashable, Sendable {
    public let count: Int
    /// `nil` if there is no rate.
    public let perSecond: Double?

    /// How far a lane's counter rose in a window that ends with a moment.
    init(of counter: (EdgeAccount) -> Int, in lane: LaneHistory, _ window: RateWindow, at moment: Moment, runs: Int = 1) {
        let isWhole = window.kind != .lastTenSeconds
        count =
            isWhole
            ? counter(lane.totals(upTo: moment.sequence))
            : max(0, lane.rise(of: counter, after: window.start, upTo: moment.sequence))
        perSecond = window.rate(of: Double(count)).map { $0 / Double(runs) }
    }

    package init(count: Int, perSecond: Double?) { (self.count, self.perSecond) = (count, perSecond) }

    /// `2.1/s`, or `1 value` where that is no rate.
    public var words: String { perSecond.map(Seconds.rate) ?? ValueCount.words(count) }
}

extension RateWindow {
    /// `since the start`, `last 10 s`, `over its life of 0.51 s`.
    public var words: String {
        switch kind {
        case .sinceStart: "since the start"
        case .lastTenSeconds: "last 10 s"
        case .life: "over its life of \(Seconds.duration(nanoseconds: length))"
        }
    }
}

/// How long a value waited in a buffer.
public struct Wait: Hashable, Sendable {
    /// The values of which one waited longest.
    public enum Longest: Hashable, Sendable {
        /// All values that came so far.
        case ofAll
        case ofListed

        /// `longest`, `longest shown`.
        public var words: String { self == .ofAll ? "longest" : "longest shown" }
    }

    /// The value, unsanitised.
    public let value: String
    /// The time in the buffer.
    public let nanoseconds: UInt64
    /// The values of which it waited longest, `nil` if another did or none waited.
    public let longest: Longest?
    /// Whether it is still held.
    public let isSoFar: Bool
    /// Whether it was dropped in the end.
    public let isDropped: Bool
    /// Whether values between it and the one before it in the list are left out.
    public var isAfterGap = false

    public init(value: String, nanoseconds: UInt64, longest: Longest? = nil, isSoFar: Bool = false, isDropped: Bool = false) {
        self.value = value
        self.nanoseconds = nanoseconds
        self.longest = longest
        self.isSoFar = isSoFar
        self.isDropped = isDropped
    }

    /// The time in words: in 2 decimals while it changes.
    package var text: String {
        if nanoseconds == 0 { return "0" }
        return isSoFar ? "\(Seconds.short(nanoseconds: nanoseconds)) s" : Seconds.duration(nanoseconds: nanoseconds)
    }
}

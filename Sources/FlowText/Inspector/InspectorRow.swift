import FlowAnalysis
import FlowModel
import FlowTrace

/// A row of the inspector: a fact of a lane, in parts for the layout.
public enum InspectorRow: Hashable, Sendable {
    /// The contents of a buffer.
    case holds(Contents)
    /// The values that a buffer or another operator received, and their fate.
    case ledger(Account)
    /// The journey of the newest value, in a line.
    case journey(String)
    /// A rule that was broken.
    case violation(BrokenRule)
    /// The dropped values of a buffer, the newest 64.
    case dropped(values: [String], count: Int)
    /// Values a second.
    case rate(Rate)
    /// The outstanding demand.
    case demand(Outstanding)
    /// The policy of a full buffer, and the time since which it is full.
    case full(Full)
    /// The pacing node.
    case pace(Pace)
    /// The waits of the last values in the buffer, finished or ongoing: at most 6, including that of the oldest held value.
    case waited([Wait])
    /// The number of values offered by a source.
    case sent(count: Int)
    /// The dropped values of a source.
    case lost(Loss)
    /// The lane's state: live or ended.
    case state(LaneState)
    /// The demand of an output, by requests and by the results of `receive(_:)`.
    case asked(Asked)
    /// The number of arrived values; `sent` is the number offered by the source, `nil` without a source.
    case received(count: Int, sent: Int?)
    /// The numbers of live and of ended subscriptions on a shared lane.
    case lives(live: Int, ended: Int)
    /// One of several ended subscriptions; `known` is the number of subscriptions with a known beginning, `nil` if all are known.
    case life(LifeChoice, EndedLife, known: Int?)
    /// The values replayed to a late subscriber, and the time each was held, in nanoseconds.
    case replayed(values: [String], kept: [UInt64])
    /// The latency from source to output, over the newest values.
    case latency(Latency)
    /// The demand at the start of each span of work, and after each value in the span.
    case whenBusy(levels: [[Demand]])
    /// The values that arrived during work.
    case arrivedBusy(values: [String])
    /// The latest state of one kind.
    case note(Note)
    /// Undescribed values, and their type if known.
    case undescribed(type: String?)
    /// One kind of doubt about the lane.
    case doubt(EdgeUncertainty)
    /// The source location of the lane's label.
    case labelled(CodeLocation)
    /// The place of the lane's subscription.
    case subscribedAt(SourcePlace)
    /// The places that feed the stream, and the number of further ones.
    case fedAt([SourcePlace], more: Int)
    /// A stream that the lane's loop feeds, in words.
    case feeds(String)
    /// A loop that feeds the lane's stream, in words.
    case fedBy(String)
    /// The end of the stream, and its number of values.
    case ended(LaneState, received: Int)

    public struct Contents: Hashable, Sendable {
        /// The oldest values, oldest first, at most 64.
        public let values: [String]
        public let count: HeldCount
        public let capacity: Int?
        /// The largest number of values held, and its time.
        public let peak: Int
        public let peakAt: TraceTime
    }

    public struct Account: Hashable, Sendable {
        public let arrived: Int
        /// The number of copies for all subscribers, if the operator sends each value to several; else `nil`.
        public var copies: Int?
        public let left: Int
        public let held: Int
        /// Whether more may be held, because records are missing.
        public var heldIsLowerBound = false
        public var filtered = 0
        public let dropped: Int
        /// The number of arrivals that the other counts do not explain; negative if these counts exceed the arrivals.
        public let missing: Int
        /// Whether newer values evicted the departed ones, as in a replay.
        public var evicts = false
        /// The operator; `nil` for the lane's own buffer.
        public var name: String?
        /// The time of the first counted event; `nil` if all events are counted.
        public var since: TraceTime?
        /// Whether the relation of outputs to inputs is known; otherwise the buffer is not mentioned.
        public var hasLaw = true
        /// The reason why ``missing`` is unknown, in wordings of decreasing length; empty if known.
        public var unknown: [String] = []
    }

    public struct BrokenRule: Hashable, Sendable {
        public let rule: ContractRule
        /// The number of violations.
        public let count: Int
        /// The time of the last one.
        public let last: TraceTime
        /// The operator's known fault that causes the violations.
        public let known: String?
    }

    public struct Rate: Hashable, Sendable {
        public let input: CountedRate
        /// `nil` on a source's lane.
        public let output: CountedRate?
        public let window: RateWindow
        /// Whether newer values evicted the departed ones, as in a replay.
        public var evicts = false
    }

    public struct Outstanding: Hashable, Sendable {
        public let count: Demand
        /// The last demand, and its time.
        public let last: Demand?
        public let at: TraceTime?
        /// The value that met the last request.
        public let metBy: String?
        /// The number of values in flight that will meet some of this demand.
        public var onTheWay = 0
    }

    public struct Full: Hashable, Sendable {
        public let overflow: OverflowPolicy
        public let prefetch: Prefetch
        /// The time since which it is full; `nil` if it is not.
        public let since: TraceTime?
        /// The duration so far in nanoseconds.
        public let lasts: UInt64?
    }

    public struct Pace: Hashable, Sendable {
        public let interval: String
        /// The nanoseconds until the next request.
        public let nextIn: UInt64?
        /// The elapsed fraction of the wait, from 0 to 1.
        public let fraction: Double?
        /// Whether it waits for a paused sink.
        public let waitsForSink: Bool
    }

    public struct Loss: Hashable, Sendable {
        /// The newest values, at most 64.
        public let values: [String]
        public let count: Int
        /// The reason of the last drop.
        public let reason: DropReason
    }

    public struct Asked: Hashable, Sendable {
        public let count: Demand
        public let requests: Int
        public let returned: Demand
    }

    /// A latency, in nanoseconds.
    public struct Latency: Hashable, Sendable {
        public let least: UInt64
        public let mean: UInt64
        public let most: UInt64
        /// The number of measured values.
        public let count: Int
    }

    /// The reason why one of many subscriptions is shown.
    public enum LifeChoice: Hashable, Sendable {
        case failed, longest, last
    }

    /// A reported state of one kind: `state: processing`, `handler: #3`.
    public struct Note: Hashable, Sendable {
        public let kind: String
        public let value: String
        public let since: TraceTime
    }
}

/// The number of values in a window, and the rate.
public struct CountedRate: Hashable, Sendable {
    public let count: Int
    /// `nil` if there is no rate.
    public let perSecond: Double?

    /// The increase of a lane's counter in a window.
    init(of counter: (EdgeAccount) -> Int, in lane: LaneHistory, _ window: RateWindow, at moment: Moment, runs: Int = 1) {
        let isWhole = window.kind != .lastTenSeconds
        count =
            isWhole
            ? counter(lane.totals(upTo: moment.sequence))
            : max(0, lane.rise(of: counter, after: window.start, upTo: moment.sequence))
        perSecond = window.rate(of: Double(count)).map { $0 / Double(runs) }
    }

    package init(count: Int, perSecond: Double?) { (self.count, self.perSecond) = (count, perSecond) }

    /// `2.1/s`, or `1 value` if there is no rate.
    public var words: String { perSecond.map(Seconds.rate) ?? ValueCount.words(count) }
}

extension RateWindow {
    /// `since the start`, `last 10 s`, `over its life of 0.51 s`.
    public var words: String {
        switch kind {
        case .sinceStart, .lastTenSeconds: brief
        case .life: "\(brief) of \(Seconds.duration(nanoseconds: length))"
        }
    }

    /// ``words``, without the length of a life.
    public var brief: String {
        switch kind {
        case .sinceStart: "since the start"
        case .lastTenSeconds: "last 10 s"
        case .life: "over its life"
        }
    }
}

/// The wait of a value in a buffer.
public struct Wait: Hashable, Sendable {
    /// The set in which a wait is the longest.
    public enum Longest: Hashable, Sendable {
        /// All values so far.
        case ofAll
        case ofListed

        /// `longest`, `longest shown`.
        public var words: String { self == .ofAll ? "longest" : "longest shown" }
    }

    /// The value, unsanitised.
    public let value: String
    /// The time in the buffer.
    public let nanoseconds: UInt64
    /// The set in which it is the longest wait; `nil` if another wait is longer, or if no value waited.
    public let longest: Longest?
    /// Whether it is still held.
    public let isSoFar: Bool
    /// Whether it was finally dropped.
    public let isDropped: Bool
    /// Whether the list omits values before it.
    public var isAfterGap = false

    public init(value: String, nanoseconds: UInt64, longest: Longest? = nil, isSoFar: Bool = false, isDropped: Bool = false) {
        self.value = value
        self.nanoseconds = nanoseconds
        self.longest = longest
        self.isSoFar = isSoFar
        self.isDropped = isDropped
    }

    /// The time in words, with 2 decimals while it changes.
    package var text: String {
        if nanoseconds == 0 { return "0" }
        return isSoFar ? "\(Seconds.short(nanoseconds: nanoseconds)) s" : Seconds.duration(nanoseconds: nanoseconds)
    }
}

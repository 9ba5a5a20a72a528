import FlowModel
import FlowTrace
import FlowWords

/// The report on one pipeline at a moment: the verdict, and its figures.
public struct PipelineReport: Hashable, Sendable {
    public let time: TraceTime
    /// The length of the window in nanoseconds: ten seconds, or the time since the first event.
    public let window: UInt64
    /// The span over which rates are counted: the window or, for an ended pipeline, its life.
    public let rateWindow: RateWindow
    /// The verdict now.
    public internal(set) var verdict: Verdict
    /// The verdict over the whole run, up to ``time``.
    public internal(set) var run: Verdict
    /// The time of the last arrival at a sink; `nil` if there was none.
    public let lastArrival: TraceTime?
    /// Its stages, from sources to sinks.
    public let stages: [StageReport]
    /// The outcomes of its streams, if one line of the program made several in succession. All other figures are of the last
    /// stream.
    public let lives: StreamLives?
    /// The records missing from the trace.
    public let missing: [Verdict.Missing]
    /// The oldest of its edges; `nil` for a report without a pipeline.
    var oldestEdge: EdgeID?
    /// The stage at which its failure began; `nil` if it has not failed.
    var failedStage: StageID?
    /// The call that ended the stream of that stage with an error; `nil` without one, or if its place is unknown.
    var failureCall: SourcePlace?
    /// What the list of pipelines calls it; `nil` for a scenario, whose lanes have separate names.
    public internal(set) var title: PipelineTitle?
    /// Streams whose values were split between consumers.
    public internal(set) var splits: [StreamSplit] = []
    /// Subscribers that subscribed after values had passed.
    public internal(set) var latecomers: [LateSubscriber] = []
    /// Stages with values that will never be taken.
    public internal(set) var stranded: [StrandedValues] = []
    /// The stages that viewers have held or slowed.
    var heldTimes: [HeldTime] = []
    /// The ends of connections that it has.
    var connections: [ConnectionEnd] = []
    /// The streams that its loops feed, and the loops that feed its streams.
    package internal(set) var loops: [LoopRelation] = []

    init(
        time: TraceTime, window: UInt64, rateWindow: RateWindow? = nil, verdict: Verdict, run: Verdict? = nil,
        lastArrival: TraceTime?, stages: [StageReport], lives: StreamLives? = nil, missing: [Verdict.Missing]
    ) {
        self.time = time
        self.lastArrival = lastArrival
        self.window = window
        self.rateWindow = rateWindow ?? RateWindow(since: time, at: time)
        self.verdict = verdict
        self.run = run ?? verdict
        self.stages = stages
        self.lives = lives
        self.missing = missing
    }

    /// A report without a verdict.
    public init(at time: TraceTime, missing: Verdict.Missing) {
        self.init(time: time, window: 0, verdict: .unknown(missing), lastArrival: nil, stages: [], missing: [missing])
    }

    /// Sorts reports by pressure, the highest first: by verdict; live pipelines with equal verdicts by held values, then by
    /// losses.
    ///
    /// - Parameters:
    ///   - reports: One for each pipeline.
    ///   - isRun: Whether to rank by the verdict on the run instead of the moment. Ended runs that dropped values come first,
    ///     then failed runs. An ended run that a stage held back follows the live runs with this verdict.
    public static func byPressure(_ reports: [PipelineReport], isRun: Bool = false) -> [PipelineReport] {
        let ranks = reports.map { isRun ? $0.rankOfRun : $0.rank($0.verdict) }
        return reports.indices.sorted { ranks[$0] == ranks[$1] ? $0 < $1 : ranks[$0] < ranks[$1] }.map { reports[$0] }
    }

    private static let order: [Verdict.Kind] = [
        .dropping, .leakingDemand, .unread, .heldBack, .stalled, .waitingForSource, .unknown, .flowing, .failed, .finished,
        .cancelled,
    ]

    private typealias Rank = (Int, Int, Int)

    private func rank(_ verdict: Verdict) -> Rank {
        // Ended pipelines have equal ranks and keep the order of `reports`. A latch loses all but the newest value by design.
        let kind = verdict.kind == .dropping && isLatch ? .unknown : verdict.kind
        let rank = min(PipelineReport.order.firstIndex(of: kind) ?? 0, PipelineReport.order.count - 3)
        guard verdict.end == nil else { return (rank, 0, 0) }
        let held = stages.reduce(0) { $0 + ($1.held?.count ?? 0) }
        return (rank, -held, -stages.flatMap(\.losses).reduce(0) { $0 + $1.count })
    }

    private var rankOfRun: Rank {
        let last = PipelineReport.order.count
        guard let end = run.ended else { return run.kind == .failed ? (-1, 0, 0) : rank(run) }
        if !end.losses.isEmpty, !isLatch { return (-1, 1, 0) }
        if run.kind == .failed { return (-1, 2, 0) }
        if end.blame != nil { return (PipelineReport.order.firstIndex(of: .heldBack) ?? 0, 1, 0) }
        return (last, end.losses.isEmpty ? 1 : 0, run.kind == .cancelled ? 1 : 0)
    }

    /// Whether all losses are at stages that keep only the newest value, such as `bufferingNewest(1)`.
    private var isLatch: Bool {
        stages.allSatisfy { stage in
            stage.losses.allSatisfy { $0.reason == .superseded || $0.reason == .overflowOldest && stage.capacity == 1 }
        }
    }

    /// The stage that the verdict names.
    public var culprit: StageReport? { culprit(of: verdict) }

    /// The place at which its failure began: of the call that finished a stream with an error, or else of the stage that failed;
    /// `nil` if it has not failed, or without a line.
    public var failedPlace: SourcePlace? {
        [failureCall, failure?.place].lazy.compactMap(\.self).first { $0.location != nil }
    }

    private var failure: StageReport? { failedStage.flatMap { id in stages.first { $0.id == id } } }

    /// Its place in the source: that of its failure, or else the first known place of its stages.
    public var place: SourcePlace? { failedPlace ?? title?.place }

    /// The place of the culprit of ``verdict``, or of the stage at which its failure began: `for await is at Service.swift:89
    /// consume`; `nil` if nothing is to blame, or without a line.
    public var culpritPlace: String? { culpritPlace(\.short) }

    /// The same without the function.
    package var culpritLine: String? {
        culpritPlace { SourcePlace(function: "", file: $0.file, line: $0.line, module: $0.module).short }
    }

    private func culpritPlace(_ words: (SourcePlace) -> String) -> String? {
        guard verdict.kind != .flowing else { return nil }
        // The verdict itself tells the place in another process.
        if verdict.beyond?.process != nil { return nil }
        if let beyond = verdict.beyond, let place = beyond.place, place.location != nil {
            return "\(beyond.name) is at \(words(place))"
        }
        if culprit == nil, let call = failureCall, call.location != nil { return "finish(throwing:) is at \(words(call))" }
        guard let stage = culprit ?? failure, let place = stage.place, place.location != nil else { return nil }
        return "\(stage.ownName) is at \(words(place))"
    }

    /// The streams that its loops feed, and the loops that feed its streams, in a line; `nil` if none are known.
    package var linkText: String? { LoopRelation.line(of: loops) }

    /// The stage that one of the verdicts names.
    public func culprit(of verdict: Verdict) -> StageReport? { verdict.culprit.flatMap { id in stages.first { $0.id == id } } }
}

/// The report on one stage at a moment.
public struct StageReport: Hashable, Sendable {
    public let id: StageID
    /// Its name, with a number if an earlier stage has the same name.
    public let name: String
    /// Its name without the number.
    public let ownName: String
    /// The name of its operator, or of the edge above it if the operator is unknown.
    public let operatorName: String
    public let role: NodeFact.Role
    /// The type of the values that leave it, or that enter a sink, without modules; `nil` if unknown.
    public let element: String?
    /// Its fact; `nil` if none was declared.
    public let node: NodeFact?
    /// The source location of its creation or label; `nil` if unknown.
    public let location: CodeLocation?
    /// The place of its creation or label, or of its subscription; `nil` if unknown.
    public let place: SourcePlace?
    /// The number of further places that yield, send or write its values.
    package let morePlaces: Int
    /// The number of writes that wait until it takes them; they have not entered it.
    package let waits: Int
    /// The shares of its conditions in the window.
    public let recent: StageShares
    /// The shares of its conditions in its life.
    public let overall: StageShares
    /// For a loop that feeds streams, its waits in sends and writes; `nil` if it never waited in one.
    package let sending: SendShares?
    /// Values a second into it during ``PipelineReport/rateWindow``; `nil` if there is no record or no rate.
    public let rateIn: Double?
    /// Values a second out of it; a source's value for several subscribers counts once. `nil` for a sink.
    public let rateOut: Double?
    /// The numbers of its input and output values over its life; `nil` if it has none, or if there is no record.
    public let valuesIn: Int?
    public let valuesOut: Int?
    /// The number of output values for each input value, over its life; `nil` if unknown.
    public let amplification: Double?
    /// The mean wait of a value, in nanoseconds, over its life; `nil` if it keeps none.
    public let meanWait: UInt64?
    /// The longest wait of a value that left or is held, in nanoseconds; `nil` if it keeps none, or keeps them for later
    /// subscribers.
    public let longestWait: UInt64?
    /// Values it holds; `nil` if it keeps none.
    public let held: HeldCount?
    /// Its peak: the maximum known number of held values.
    public let peak: Int
    /// The time of its first peak of that height.
    public let peakTime: TraceTime
    /// The beginning of the first time of at least a second in which it requested nothing; `nil` for none.
    package let stopped: TraceTime?
    /// Whether the values of its peak came right before its producer ended.
    let isOfEnd: Bool
    /// The maximum number of values that an earlier stream in its place held, and the longest wait in one, in nanoseconds.
    package let pastPeak: Int
    package let pastWait: UInt64
    /// The arrival time of its oldest held value; `nil` if it holds none.
    package let oldest: TraceTime?
    /// The maximum number of values that it may hold; `nil` for no limit.
    public let capacity: Int?
    /// The growth of its held values, in values a second: over the window or, once its pipeline or its program has ended, over its
    /// life; `nil` if it keeps none.
    public let growth: Double?
    /// Its losses, by reason.
    public let losses: [LossReport]
    /// Whether its purpose is to drop values.
    package let leavesOut: Bool
    /// The forecast, if it holds more and more values.
    public let forecast: Forecast?
    /// The remaining demand of a filling store, if it has room for all requested values and will lose none; otherwise `nil`.
    public let prefetched: Int?
}

/// Identifies a stage by its node, or by the edge above it if its node is unknown.
public enum StageID: Hashable, Sendable {
    case node(NodeID)
    case below(EdgeID)
}

/// The shares of a stage's subscribed time by condition; they need not add up to 1.
public struct StageShares: Hashable, Sendable {
    /// Its downstream had demand, and it did not request more.
    public let busy: Double
    /// It had requested values and received none; a source had demand and sent nothing.
    public let starved: Double
    /// It could have continued, but the outstanding demand was 0, or requested values waited for an executor.
    public let heldBack: Double
}

/// The shares of a loop's busy time in which it waited in a send or a write of a stream that it feeds.
package struct SendShares: Hashable, Sendable {
    package let recent: Double
    package let overall: Double
    /// Whether it waits in one now.
    package let isOpen: Bool

    init?(_ stage: StageSnapshot) {
        let (recent, overall) = (stage.recent, stage.meter.totals)
        guard overall.sending > 0 || stage.meter.openSends > 0 else { return nil }
        self.recent = recent.busy > 0 ? recent.sending / recent.busy : 0
        self.overall = overall.busy > 0 ? overall.sending / overall.busy : 0
        isOpen = stage.meter.openSends > 0
    }
}

/// The values that a stage lost for one reason.
public struct LossReport: Hashable, Sendable {
    public let reason: DropReason
    public let count: Int
    /// The texts of the first values, at most 16.
    public let values: [String]
    /// The subscribers that missed them, for a stage with several.
    public let missed: [MissedValues]
    public let first: TraceTime
    public let last: TraceTime
    /// The text of the error with which the stage's stream had failed, if they were lost for that reason.
    public let failure: String?

    /// The reason in words: `no demand`, `error: Connection reset by peer`.
    package func reasonWords(leavesOut: Bool = false) -> String {
        let words = reason.words(leavesOut: leavesOut)
        return failure.map { "\(words): \($0)" } ?? words
    }
}

/// The forecast for a stage that holds more and more values.
public struct Forecast: Hashable, Sendable {
    /// Its growth over the window, in values a second; positive.
    public let growth: Double
    /// Nanoseconds until it is full; `nil` if it has no limit, or if the program has ended.
    public let fullIn: UInt64?
    /// Whether the program has ended, so that the stage grows no more.
    public var isOver = false
}

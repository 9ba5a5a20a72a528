import FlowTrace

/// What is known of one pipeline at a moment: the verdict, and the figures that it rests on.
public struct FlowReport: Hashable, Sendable {
    /// The moment.
    public let time: TraceTime
    /// How far the window reaches back, in nanoseconds: ten seconds, or to the first event.
    public let window: UInt64
    /// What holds it back.
    public let verdict: Verdict
    /// The stages, from sources to sinks.
    public let stages: [StageReport]
    /// What the trace lacks.
    public let missing: [Verdict.Missing]

    init(time: TraceTime, window: UInt64, verdict: Verdict, stages: [StageReport], missing: [Verdict.Missing]) {
        self.time = time
        self.window = window
        self.verdict = verdict
        self.stages = stages
        self.missing = missing
    }

    /// The report of a moment of which the data carries no verdict.
    public init(at time: TraceTime, missing: Verdict.Missing) {
        self.init(time: time, window: 0, verdict: .unknown(missing), stages: [], missing: [missing])
    }

    /// The same reports, those under the most pressure first.
    public static func byPressure(_ reports: [FlowReport]) -> [FlowReport] {
        let order: [Verdict.Kind] = [
            .dropping, .leakingDemand, .heldBack, .stalled, .waitingForSource, .unknown, .flowing, .finished,
        ]
        let places = reports.map { order.firstIndex(of: $0.verdict.kind) ?? 0 }
        return reports.indices.sorted { (places[$0], $0) < (places[$1], $1) }.map { reports[$0] }
    }

    /// The stage that the verdict names.
    public var culprit: StageReport? {
        verdict.culprit.flatMap { id in stages.first { $0.id == id } }
    }
}

/// What is known of one stage at a moment.
public struct StageReport: Hashable, Sendable {
    /// Which stage.
    public let id: StageID
    /// What it is called; of several with one name the later ones have a number.
    public let name: String
    /// What it does.
    public let role: NodeFact.Role
    /// What its arguments say.
    public let detail: String
    /// How it spent the window.
    public let recent: StageShares
    /// How it spent its life.
    public let overall: StageShares
    /// Values a second that came in during the window; `nil` for a source of which only what it delivers is seen.
    public let rateIn: Double?
    /// Values a second that went out during the window; `nil` for a sink.
    public let rateOut: Double?
    /// Values out for each value in, over its life; `nil` where one of them is not seen or none came in.
    public let amplification: Double?
    /// How long a value waited in it on average, in nanoseconds, over its life; `nil` where it keeps none.
    public let meanWait: UInt64?
    /// Values it holds, `nil` where it keeps none.
    public let held: Int?
    /// The most it held.
    public let peak: Int
    /// How many it may hold, `nil` for no limit.
    public let capacity: Int?
    /// What it lost, by cause.
    public let losses: [LossReport]
    /// Where it leads to, if it goes on like this.
    public let forecast: Forecast?
}

/// Names a stage: by its node, or by the edge that leads to it where no node is known.
public enum StageID: Hashable, Sendable {
    /// An operator, a source or a sink.
    case node(NodeID)
    /// What stands below an edge.
    case below(EdgeID)
}

/// How a stage spent the time it was subscribed; the parts need not add up to 1.
public struct StageShares: Hashable, Sendable {
    /// Wanted to go on and not asking for more: working, holding, or keeping its demand to itself.
    public let busy: Double
    /// Asking and getting nothing; of a source, asked and not sending.
    public let starved: Double
    /// Able to go on, with an outstanding demand of 0.
    public let heldBack: Double
}

/// The values that a stage lost for one reason.
public struct LossReport: Hashable, Sendable {
    /// Why.
    public let reason: DropReason
    /// How many.
    public let count: Int
    /// The first of them, at most 16.
    public let values: [String]
    /// When the first was lost.
    public let first: TraceTime
    /// When the last was lost.
    public let last: TraceTime
}

/// What a stage that holds more and more leads to.
public struct Forecast: Hashable, Sendable {
    /// Values a second by which it grew over the window; positive.
    public let growth: Double
    /// Nanoseconds until it is full; `nil` where it has no limit.
    public let fullIn: UInt64?
}

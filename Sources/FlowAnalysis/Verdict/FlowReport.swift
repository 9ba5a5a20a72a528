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

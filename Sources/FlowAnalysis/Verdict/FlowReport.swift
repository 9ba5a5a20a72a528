import FlowTrace

/// What is known of one pipeline at a moment: the verdict, and the figures that it rests on.
public struct FlowReport: Hashable, Sendable {
    /// The moment.
    public let time: TraceTime
    /// How far the window reaches back, in nanoseconds: ten seconds, or to the first event.
    public let window: UInt64
    /// What can be said in one line.
    public let verdict: Verdict
    /// The stages, from sources to sinks.
    public let stages: [StageReport]
    /// What else there is to say, a sentence each.
    public let notes: [String]
    /// What the trace does not tell, a sentence each.
    public let missing: [String]

    init(
        time: TraceTime, window: UInt64, verdict: Verdict, stages: [StageReport], notes: [String], missing: [String]
    ) {
        self.time = time
        self.window = window
        self.verdict = verdict
        self.stages = stages
        self.notes = notes
        self.missing = missing
    }

    /// The report of a moment of which the data carries no verdict.
    ///
    /// - Parameter missing: What is missing, in words.
    public init(at time: TraceTime, missing: String) {
        self.init(time: time, window: 0, verdict: .unknown(missing), stages: [], notes: [], missing: [missing])
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

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

    /// The stage that the verdict names.
    public var culprit: StageReport? {
        verdict.culprit.flatMap { id in stages.first { $0.id == id } }
    }
}

import FlowTrace

/// A line of the log: one event, or a few that belong together.
public struct LogLine: Hashable, Sendable {
    /// When it happened.
    public let time: TraceTime
    /// Whether the time differs from that of the line above, or there is none above.
    public let showsTime: Bool
    /// The lane it stands on; requests of a stream with one output stand on `demand`.
    public let lane: String
    /// What it is about.
    public let sign: Sign
    /// How many values it tells of: with more than one, views draw the number in place of the sign.
    public let count: Int
    /// What happened, without the sign, unsanitised.
    public let text: String
    /// How many shown lines caused it, at most 2.
    public let depth: Int
    /// The sequences of the first and the last event it tells of; others may lie between.
    public let sequences: ClosedRange<Int>
    /// Its colour.
    public let tone: Tone
}

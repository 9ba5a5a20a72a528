import FlowTrace

/// What stands beside a lane: its present state in few words.
public struct LaneGutter: Hashable, Sendable {
    /// The count.
    public let first: String
    /// The condition, or what comes next.
    public let second: String
    /// Further lines, for a lane of more than two rows.
    public let more: [String]
    /// The first fact for narrow screens: `6 sent`, `1 held`, `0 asked`, `5 got`.
    public let short: String
    /// What is wrong, in place of the short fact: `FULL`, `‖ paused`, `✗ 4 lost`; `nil` where all is well.
    public let trouble: String?
    /// The colour of the trouble, else of the lane.
    public let tone: Tone

    init(_ first: String, _ second: String, more: [String] = [], short: String, trouble: String? = nil, tone: Tone) {
        self.first = first
        self.second = second
        self.more = more
        self.short = short
        self.trouble = trouble
        self.tone = tone
    }
}

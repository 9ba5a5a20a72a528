import FlowTrace

/// What stands beside a lane: its present state in few words.
public struct LaneGutter: Hashable, Sendable {
    /// The count.
    public let first: SignedText
    /// The count in fewer words, for narrow gutters; the short fact where there are none of its own.
    public let firstShort: SignedText
    /// The condition, or what comes next.
    public let second: SignedText
    /// The condition in fewer words, for narrow gutters; the same where there are none.
    public let secondShort: SignedText
    /// Further lines, for a lane of more than two rows.
    public let more: [SignedText]
    /// The first fact for narrow screens: `6 sent`, `1 held`, `0 asked`, `5 got`.
    public let short: SignedText
    /// What is wrong, in place of the short fact: `FULL`, `paused`, `4 lost`; `nil` where all is well.
    public let trouble: SignedText?
    /// The trouble in fewer words, for narrow names.
    public let troubleShort: SignedText?
    /// The colour of the trouble, else of the lane.
    public let tone: Tone

    init(
        _ first: SignedText, _ second: SignedText, firstShort: SignedText? = nil, secondShort: SignedText? = nil,
        more: [SignedText] = [],
        short: SignedText,
        trouble: SignedText? = nil, troubleShort: SignedText? = nil, tone: Tone
    ) {
        self.first = first
        self.firstShort = firstShort ?? short
        self.second = second
        self.secondShort = secondShort ?? second
        self.more = more
        self.short = short
        self.trouble = trouble
        self.troubleShort = troubleShort ?? trouble
        self.tone = tone
    }
}

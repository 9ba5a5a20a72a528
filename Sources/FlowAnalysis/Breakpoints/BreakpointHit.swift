import FlowModel

/// A condition that came to hold.
public struct BreakpointHit: Hashable, Sendable {
    /// Whose condition it is.
    public let breakpoint: Breakpoint
    /// When it came to hold: just after an event, or where a stretch of time was over.
    public let moment: Moment
    /// What holds: `buffer holds 4 of 5`, unsanitised.
    public let words: String
}

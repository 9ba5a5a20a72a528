/// What a text is about, for its colour; views map tones to the roles of their theme.
public enum Tone: Hashable, Sendable, CaseIterable {
    /// A source's value.
    case sent
    /// A value in a buffer.
    case held
    /// Demand.
    case asked
    /// A value that arrived.
    case got
    /// A lost value.
    case lost
    /// A failure or a cancel.
    case error
    /// Work, states, and what is over.
    case past
    /// A caption with nothing amiss.
    case key
    /// Anything else.
    case plain
}

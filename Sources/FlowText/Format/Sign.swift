/// What a line of the log, or a few words beside a lane, are about; views choose its character.
public enum Sign: Hashable, Sendable, CaseIterable {
    /// A value, or the number of values.
    case value
    /// A value entered a buffer.
    case bufferIn
    /// A value left a buffer.
    case bufferOut
    /// A value was lost.
    case dropped
    /// Values were asked for.
    case request
    /// A stream ended well.
    case finished
    /// A stream failed.
    case failed
    /// A subscriber cancelled.
    case cancelled
    /// A subscriber got its subscription.
    case subscribed
    /// A state changed, or a note.
    case state
    /// A sink paused.
    case paused
    /// A rule was broken.
    case breach
    /// No limit of demand.
    case unlimited
    /// Something was left out.
    case cut
}

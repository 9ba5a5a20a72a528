import FlowModel
import FlowTrace

/// A condition that became true.
public struct BreakpointHit: Hashable, Sendable {
    /// What is true.
    public enum Cause: Hashable, Sendable {
        case event(FoundEvent)
        /// A buffer holds so many, of at most `capacity`.
        case held(lane: String, count: Int, capacity: Int?)
        /// An output is asked for so much, for so many nanoseconds.
        case asked(lane: String, Demand, lasting: UInt64)
    }

    /// Whose condition it is.
    public let breakpoint: Breakpoint
    /// When it became true: just after an event, or where a stretch of time was over.
    public let moment: Moment
    /// What is true.
    public let cause: Cause
}

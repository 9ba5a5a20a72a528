import FlowTrace

/// What has to come to hold for time to stop.
public enum BreakpointCondition: Hashable, Sendable {
    /// How much a buffer holds, as a count or in percent of what it may hold.
    public enum Amount: Hashable, Sendable {
        /// A number of values.
        case count(Int)
        /// A percentage of the buffer's capacity.
        case percent(Int)
    }

    /// A lane's buffer holds so much.
    case held(lane: String, Comparison, Amount)
    /// What is asked for at an output is so much, for so many nanoseconds.
    case demand(Comparison, Demand, for: UInt64)
    /// A value with this text passes, waits or is lost.
    case value(String)
    /// A value whose text contains this passes, waits or is lost.
    case valueContains(String)
    /// A value is lost.
    case drop
    /// A stream fails.
    case failure
}

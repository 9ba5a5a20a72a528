import FlowTrace

/// A value's stay in a buffer.
public struct HeldItem: Hashable, Sendable {
    /// How the stay ended.
    public enum Exit: Hashable, Sendable {
        /// It left for the downstream, or for a newer value in a replay.
        case unbuffered
        /// It was lost.
        case dropped
    }

    /// The sequence of the `buffered` event.
    public let entered: Int
    /// When it entered.
    public let enteredAt: TraceTime
    /// The sequence of the event with which it left, `nil` while it is held.
    public internal(set) var left: Int?
    /// When it left.
    public internal(set) var leftAt: TraceTime?
    /// How it left.
    public internal(set) var exit: Exit?

    /// Whether it is in the buffer after the event `sequence`.
    public func isHeld(after sequence: Int) -> Bool {
        entered <= sequence && (left.map { $0 > sequence } ?? true)
    }

    /// How long it has waited at `moment`, in nanoseconds.
    public func waited(at moment: Moment) -> UInt64 {
        let end = left.map { $0 <= moment.sequence } == true ? leftAt ?? moment.time : moment.time
        return end - enteredAt
    }
}

/// Where a jump goes.
public enum Direction: Hashable, Sendable {
    /// To the nearest later event.
    case next
    /// To the nearest earlier one.
    case previous
}

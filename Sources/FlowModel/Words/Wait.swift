/// How long a value waited in a buffer.
public struct Wait: Hashable, Sendable {
    /// The value, unsanitised.
    public let value: String
    /// The time in the buffer.
    public let nanoseconds: UInt64
    /// Whether it waited longest of those shown; never for no time at all.
    public let isLongest: Bool
    /// Whether it is still held.
    public let isSoFar: Bool
    /// Whether it was dropped in the end.
    public let isDropped: Bool
}

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

    public init(value: String, nanoseconds: UInt64, isLongest: Bool = false, isSoFar: Bool = false, isDropped: Bool = false) {
        self.value = value
        self.nanoseconds = nanoseconds
        self.isLongest = isLongest
        self.isSoFar = isSoFar
        self.isDropped = isDropped
    }
}

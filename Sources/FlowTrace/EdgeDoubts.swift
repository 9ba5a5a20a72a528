/// What cannot be trusted of an observed place, and why.
public struct EdgeDoubts: OptionSet, Hashable, Sendable {
    /// The bits.
    public let rawValue: UInt8

    /// Wraps the bits.
    public init(rawValue: UInt8) {
        self.rawValue = rawValue
    }

    /// What it belongs to was subscribed before tracing began, or records of it were written over in a ring: its counters, or something
    /// around it, are missing.
    public static let incomplete = EdgeDoubts(rawValue: 1)
    /// One subscriber object hangs on several publishers at once: the sum over them is right, who sent which value is a guess.
    public static let ambiguousSubscriber = EdgeDoubts(rawValue: 2)
    /// One subscription object was handed to several subscribers: what they request is counted for the newest of them.
    public static let sharedSubscription = EdgeDoubts(rawValue: 4)
}

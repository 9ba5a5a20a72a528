/// What a reading of a trace file did not get.
public struct TraceGaps: Hashable, Sendable {
    /// How many records the recorder had to drop.
    public var missed = 0
    /// How many of the oldest records a ring had written over.
    public var overwritten = 0
    /// How many facts of the graph found no room.
    public var lostFacts = 0
    /// How many chunks, of 64 KiB each, could not be read.
    public var unreadableChunks = 0

    /// Creates the gaps of a whole trace: none.
    public init() {}
}

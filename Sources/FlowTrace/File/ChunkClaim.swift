/// A chunk of a trace file in one of its lives: a ring uses it again, for another thread or a later time.
struct ChunkClaim: Hashable, Sendable {
    let slot: Int
    let thread: UInt32
    /// The time of its first record.
    let time: UInt64
}

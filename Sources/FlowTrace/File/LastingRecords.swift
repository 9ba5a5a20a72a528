/// What lasts of a ring's chunk that was written over: the records without which the graph could not be told.
struct LastingRecords: Equatable, Sendable {
    /// The chunk, as it was.
    let claim: ChunkClaim
    /// Hook records in the order of the thread. Their cause, which hook records have none of, is their place in the chunk.
    var records: [TraceEvent]

    /// The most records in one item of metadata.
    static let limit = 1024

    /// A record's place in its chunk.
    static func place(of record: TraceEvent) -> Int {
        Int(record.causeDistance)
    }
}

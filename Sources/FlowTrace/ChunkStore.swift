/// Where writers get their chunks.
protocol ChunkStore: Sendable {
    /// An empty chunk for a thread, `nil` when there is none.
    ///
    /// - Parameter time: The time of the first record that will stand in it.
    func claim(thread: UInt32, time: UInt64) -> Chunk?

    /// Takes note that the writer has turned away from a chunk.
    func leave(_ chunk: Chunk)

    /// Takes the writer of a thread that has ended, for another thread to go on with. Returns whether there will be one, perhaps already.
    func takeOver(_ writer: ThreadWriter) -> Bool

    /// Takes back a chunk that was read.
    func release(_ chunk: Chunk)
}

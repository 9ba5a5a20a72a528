/// What one drain takes from one thread: the records committed when it began, in the thread's order.
struct DrainRun {
    private struct Part {
        let chunk: Chunk
        let end: Int
    }

    let writer: ThreadWriter
    /// Whether the thread has ended and nothing of it will be left.
    let isWritersLast: Bool
    private var parts: [Part] = []
    /// How many chunks are read to the end and have been left by the writer.
    private var emptied = 0
    private var part = 0
    private var index: Int

    /// Looks at the records of a thread that happened until `horizon`.
    init(of writer: ThreadWriter, until horizon: UInt64) {
        self.writer = writer
        // Asked before the chunks: of a thread that has ended, they are the last ones.
        let isRetired = writer.isRetired.load(ordering: .acquiring)
        let chunks = writer.chunks.withLock { $0 }
        index = writer.readOfFirst
        var isWhole = true
        for (number, chunk) in chunks.enumerated() {
            // Asked before the count: of a chunk that is left, the count is the last one.
            let isLeft = chunk.isLeft.load(ordering: .acquiring)
            let committed = chunk.committed.load(ordering: .acquiring)
            let begin = number == 0 ? index : 0
            var end = committed
            while end > begin, chunk.event(at: end - 1).time > horizon { end -= 1 }
            parts.append(Part(chunk: chunk, end: end))
            isWhole = end == committed
            guard isLeft, isWhole else { break }
            emptied += 1
        }
        isWritersLast = isRetired && isWhole
        skipEmptyParts()
    }

    /// The time and thread of the next record, `nil` at the end.
    var next: (time: UInt64, thread: UInt32)? {
        part < parts.count ? (parts[part].chunk.event(at: index).time, writer.number) : nil
    }

    /// Hands the next record on.
    mutating func moveNext(into log: inout some RecordSink) {
        let chunk = parts[part].chunk
        let event = chunk.event(at: index)
        log.append(event, thread: writer.number, bytes: chunk.text(of: event))
        index += 1
        skipEmptyParts()
    }

    private mutating func skipEmptyParts() {
        while part < parts.count, index >= parts[part].end {
            part += 1
            index = 0
        }
    }

    /// Returns the chunks that are read to the end, and remembers how far the next one was read.
    func giveBack(to store: any ChunkStore) {
        writer.chunks.withLock { $0.removeFirst(emptied) }
        parts.prefix(emptied).forEach { store.release($0.chunk) }
        writer.readOfFirst = parts.count > emptied ? parts[emptied].end : 0
    }
}

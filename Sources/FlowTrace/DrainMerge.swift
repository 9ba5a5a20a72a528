/// Merges the records of several threads in a drain by time, then thread.
struct DrainMerge {
    private var runs: [DrainRun]
    /// The runs with records left, by their indices.
    private var queue = StreamQueue()

    init(_ runs: [DrainRun]) {
        self.runs = runs
        for (index, run) in runs.enumerated() { run.next.map { queue.add(index, at: $0) } }
    }

    /// Hands all records on, in order.
    ///
    /// - Complexity: O(*n* log *t*) for *n* records of *t* threads.
    consuming func drain(into log: inout some RecordSink) {
        while let (_, run) = queue.first {
            runs[run].moveNext(into: &log)
            queue.moveFirst(to: runs[run].next)
        }
    }
}

/// The records of one thread in one drain: the ones committed when it began, in the thread's order.
struct DrainRun {
    private struct Part {
        let chunk: Chunk
        let end: Int
    }

    let writer: ThreadWriter
    /// Whether the thread has ended, so that these records are its last.
    let isWritersLast: Bool
    private var parts: [Part] = []
    /// The number of chunks that the writer has left and this run has read to the end.
    private var emptied = 0
    private var part = 0
    private var index: Int

    /// Collects the records of a thread up to `horizon`.
    init(of writer: ThreadWriter, until horizon: UInt64) {
        self.writer = writer
        // Read before the chunks: those of an ended thread are its last.
        let isRetired = writer.isRetired.load(ordering: .acquiring)
        let chunks = writer.chunks.withLock { $0 }
        index = writer.readInFirstChunk
        var isWhole = true
        for (number, chunk) in chunks.enumerated() {
            // Read before the count, which is final once the writer has left the chunk.
            let isComplete = chunk.isComplete.load(ordering: .acquiring)
            let committed = chunk.committed.load(ordering: .acquiring)
            let begin = number == 0 ? index : 0
            var end = committed
            while end > begin, chunk.event(at: end - 1).time > horizon { end -= 1 }
            parts.append(Part(chunk: chunk, end: end))
            isWhole = end == committed
            guard isComplete, isWhole else { break }
            emptied += 1
        }
        isWritersLast = isRetired && isWhole
        skipEmptyParts()
    }

    /// The position of the next record, `nil` at the end.
    var next: RecordPosition? {
        part < parts.count ? RecordPosition(time: parts[part].chunk.event(at: index).time, thread: writer.number) : nil
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

    /// Returns the chunks read to the end, and stores the position in the next one.
    func releaseChunks(to store: any ChunkStore) {
        writer.chunks.withLock { $0.removeFirst(emptied) }
        parts.prefix(emptied).forEach { store.release($0.chunk) }
        writer.readInFirstChunk = parts.count > emptied ? parts[emptied].end : 0
    }
}

/// Merges the records of several threads in a drain by time, then thread.
///
/// A binary heap of the runs, the one with the earliest record on top.
struct DrainMerge {
    private var heap: [DrainRun]

    init(_ runs: [DrainRun]) {
        heap = runs.filter { $0.next != nil }
        for index in stride(from: heap.count / 2 - 1, through: 0, by: -1) { siftDown(from: index) }
    }

    /// Hands all records on, in order.
    ///
    /// - Complexity: O(*n* log *t*) for *n* records of *t* threads.
    consuming func drain(into log: inout some RecordSink) {
        while !heap.isEmpty {
            heap[0].moveNext(into: &log)
            if heap[0].next == nil {
                heap.swapAt(0, heap.count - 1)
                heap.removeLast()
            }
            siftDown(from: 0)
        }
    }

    private mutating func siftDown(from start: Int) {
        var index = start
        while let child = earlierChild(of: index), isEarlier(child, index) {
            heap.swapAt(child, index)
            index = child
        }
    }

    private func earlierChild(of index: Int) -> Int? {
        let left = 2 * index + 1
        guard left < heap.count else { return nil }
        return left + 1 < heap.count && isEarlier(left + 1, left) ? left + 1 : left
    }

    private func isEarlier(_ one: Int, _ other: Int) -> Bool {
        guard let first = heap[one].next, let second = heap[other].next else { return false }
        return first < second
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
    /// How many chunks are read to the end and have been left by the writer.
    private var emptied = 0
    private var part = 0
    private var index: Int

    /// Takes stock of the records of a thread until `horizon`.
    init(of writer: ThreadWriter, until horizon: UInt64) {
        self.writer = writer
        // Read before the chunks: of an ended thread, they are the last ones.
        let isRetired = writer.isRetired.load(ordering: .acquiring)
        let chunks = writer.chunks.withLock { $0 }
        index = writer.readOfFirst
        var isWhole = true
        for (number, chunk) in chunks.enumerated() {
            // Read before the count: of a chunk that was left, the count is final.
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

    /// Returns the chunks that are read to the end, and stores the position in the next one.
    func giveBack(to store: any ChunkStore) {
        writer.chunks.withLock { $0.removeFirst(emptied) }
        parts.prefix(emptied).forEach { store.release($0.chunk) }
        writer.readOfFirst = parts.count > emptied ? parts[emptied].end : 0
    }
}

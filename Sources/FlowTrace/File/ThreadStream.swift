/// The records of one thread, chunk by chunk.
struct ThreadStream: Sendable {
    let thread: UInt32
    private let file: TraceFile
    private var chunks: ArraySlice<ChunkClaim>
    private let retained: [ChunkClaim: [RetainedRecord]]
    /// A copy of the first chunk; released while the stream waits.
    private var copy: ChunkCopy?
    /// The retained records of the first chunk, if it was overwritten.
    private var retainedRecords: [RetainedRecord]?
    /// The index of the next record, and the number of records before it that ``read`` includes.
    private var next = 0
    private var counted = 0
    /// Whether the last reading found no record left.
    private var isExhausted = false
    /// Whether the next chunk was overwritten while its retained records are still unknown.
    private(set) var isOvertaken = false
    /// Chunks in memory, which may be gone from the file.
    private var held: [ChunkClaim: ChunkCopy]
    /// The number of records read from each chunk; outside a ring, only from chunks that may still grow.
    private(set) var read: [ChunkClaim: Int]
    /// The index up to which the retained records of each chunk were read.
    private(set) var retainedEnd: [ChunkClaim: Int] = [:]
    private let retainedEndBefore: [ChunkClaim: Int]
    /// The listed chunks that cannot be read.
    private(set) var damaged: [ChunkClaim] = []
    /// The time up to which records of the thread are missing; `nil` once reported.
    private var gap: UInt64?

    /// - Parameters:
    ///   - read: The number of records already read from each chunk.
    ///   - retainedEnd: The index up to which the retained records of each chunk were read.
    ///   - retained: The retained records of overwritten chunks.
    ///   - held: The chunks in memory.
    init(
        _ file: TraceFile, thread: UInt32, chunks: [ChunkClaim], read: [ChunkClaim: Int], retainedEnd: [ChunkClaim: Int],
        retained: [ChunkClaim: [RetainedRecord]], held: [ChunkClaim: ChunkCopy]
    ) {
        self.held = held
        retainedEndBefore = retainedEnd
        self.file = file
        self.thread = thread
        self.chunks = chunks[...]
        self.read = read
        self.retained = retained
    }

    /// The chunks not read to their end, or still growing.
    var unfinished: [ChunkClaim] { Array(chunks) }

    /// The position of the next record, `nil` for none.
    mutating func nextPosition() -> RecordPosition? {
        if copy == nil, retainedRecords == nil, !isExhausted { load() }
        let time = copy?.event(at: next).time ?? retainedRecords?[next].record.time
        return time.map { RecordPosition(time: $0, thread: thread) }
    }

    /// Returns the time up to which records are missing, if a gap was found since the last call.
    mutating func nextGap() -> UInt64? {
        defer { gap = nil }
        return gap
    }

    /// The chunks in memory not read to their end.
    var heldChunks: [ChunkClaim: ChunkCopy] {
        guard let copy, let first = chunks.first, next < copy.count else { return held }
        return held.merging([first: copy]) { $1 }
    }

    /// Counts the records that were read, and releases memory whose contents can be read again.
    mutating func release() {
        count()
        copy = nil
        held = [:]
    }

    /// Moves records before `end`, at most `limit`, and returns their number. Stops at missing records.
    mutating func run(into sink: inout some RecordSink, before end: RecordPosition, limit: Int) -> Int {
        var moved = 0
        while moved < limit, nextPosition() != nil {
            let first = next
            let room = limit - moved
            let isDone = copy != nil ? move(into: &sink, before: end, room) : moveRetained(into: &sink, before: end, room)
            moved += next - first
            guard isDone else { break }
            leave()
            // A gap is reported before the records after it.
            if gap != nil { break }
        }
        return moved
    }

    /// Moves records of the first chunk; returns whether none is left.
    private mutating func move(into sink: inout some RecordSink, before end: RecordPosition, _ limit: Int) -> Bool {
        guard let chunk = copy else { return true }
        let last = next + min(chunk.count - next, limit)
        while next < last {
            var event = chunk.event(at: next)
            guard RecordPosition(time: event.time, thread: thread) < end else { return false }
            event.time = file.time(event.time)
            sink.append(event, thread: thread, bytes: chunk.text(of: event, at: next))
            next += 1
        }
        return next == chunk.count
    }

    /// Moves the retained records of an overwritten chunk; returns whether none is left.
    private mutating func moveRetained(into sink: inout some RecordSink, before end: RecordPosition, _ limit: Int) -> Bool {
        guard let retainedRecords else { return true }
        let last = next + min(retainedRecords.count - next, limit)
        while next < last {
            var event = retainedRecords[next].record
            guard RecordPosition(time: event.time, thread: thread) < end else { return false }
            event.time = file.time(event.time)
            // A retained record has its text inside.
            let none = event.textSpan.map { _ in UnsafeRawBufferPointer(start: nil, count: 0) }
            sink.append(event, thread: thread, bytes: none)
            next += 1
        }
        return next == retainedRecords.count
    }

    /// Leaves a chunk that was read to its end. The thread's last chunk stays, since it may grow; its new records wait for the
    /// next reading, which also reads their facts.
    private mutating func leave() {
        count()
        guard retainedRecords != nil || chunks.count > 1 else {
            (copy, isExhausted) = (nil, true)
            return
        }
        retainedRecords = nil
        pass()
        load()
    }

    private mutating func count() {
        guard let first = chunks.first, next > counted else { return }
        read[first, default: 0] += next - counted
        if let retainedRecords { retainedEnd[first] = retainedRecords[next - 1].index + 1 }
        counted = next
    }

    private mutating func pass() {
        let chunk = chunks.removeFirst()
        if !file.isRing { read[chunk] = nil }
    }

    /// Goes to the first chunk that has records left; the last one stays, since it may grow.
    ///
    /// An overwritten chunk with unknown retained records ends this reading: ``isOvertaken``.
    private mutating func load() {
        (next, counted) = (0, 0)
        while let first = chunks.first {
            let taken = read[first] ?? 0
            if let known = held.removeValue(forKey: first) { copy = known } else { file.read(first, into: &copy) }
            if let copy, !copy.isWhole { markDamaged(first) }
            if let copy, taken < copy.count {
                (next, counted) = (taken, taken)
                return
            }
            let start = max(taken, retainedEnd[first] ?? retainedEndBefore[first] ?? 0)
            if let records = retained[first]?.filter({ $0.index >= start }), !records.isEmpty {
                (copy, retainedRecords) = (nil, records)
                return
            }
            guard mayPass(first, isThere: copy != nil) else { break }
            pass()
        }
        copy = nil
        isExhausted = true
    }

    /// Whether the thread's next chunk may be read, now that this one is finished.
    private mutating func mayPass(_ chunk: ChunkClaim, isThere: Bool) -> Bool {
        guard !isThere else { return chunks.count > 1 }
        guard retained[chunk] == nil else { return true }
        guard file.holds(chunk) else {
            isOvertaken = file.isRing
            return false
        }
        markDamaged(chunk)
        return chunks.count > 1
    }

    /// Marks the records of a chunk as missing, up to the beginning of the thread's next chunk.
    private mutating func markDamaged(_ chunk: ChunkClaim) {
        damaged.append(chunk)
        gap = max(gap ?? 0, chunks.dropFirst().first?.time ?? .max)
    }
}

/// The records of one thread, chunk after chunk.
struct ThreadStream: Sendable {
    let thread: UInt32
    private let file: TraceFile
    private var chunks: ArraySlice<ChunkClaim>
    private let lasting: [ChunkClaim: [TraceEvent]]
    /// The chunk that stands first, as it was when it was read; let go where the stream is set aside.
    private var copy: ChunkCopy?
    /// What lasts of the chunk that stands first, where that was written over.
    private var left: [TraceEvent]?
    /// The place of the next record, and how many before it are counted in ``read``.
    private var next = 0
    private var counted = 0
    /// Whether there was no record left when it looked.
    private var isDry = false
    /// How many records were read of each chunk; of a file that is no ring only of those that may still grow.
    private(set) var read: [ChunkClaim: Int]
    /// Up to which place in its chunk was told what lasts of it.
    private(set) var told: [ChunkClaim: Int] = [:]
    private let toldBefore: [ChunkClaim: Int]
    /// The chunks that are none, though the directory has them.
    private(set) var damaged: [ChunkClaim] = []
    /// Up to this time records of the thread are missing, where that was not said yet.
    private var gap: UInt64?

    /// - Parameters:
    ///   - read: How many records were read before of each chunk.
    ///   - told: Up to which place in their chunk such records were read.
    ///   - lasting: What lasts of chunks that were written over.
    init(
        _ file: TraceFile, thread: UInt32, chunks: [ChunkClaim], read: [ChunkClaim: Int], told: [ChunkClaim: Int],
        lasting: [ChunkClaim: [TraceEvent]]
    ) {
        toldBefore = told
        self.file = file
        self.thread = thread
        self.chunks = chunks[...]
        self.read = read
        self.lasting = lasting
    }

    /// The chunks that are not read to their end, or may still grow.
    var unfinished: [ChunkClaim] {
        Array(chunks)
    }

    /// Where the next record stands, `nil` where there is none.
    mutating func place() -> RecordPlace? {
        if copy == nil, left == nil, !isDry { load() }
        let time = copy?.event(at: next).time ?? left?[next].time
        return time.map { RecordPlace(time: $0, thread: thread) }
    }

    /// Up to which time records turned out to be missing since it was asked last.
    mutating func takeGap() -> UInt64? {
        defer { gap = nil }
        return gap
    }

    /// Counts what was read, and lets go of what it has in memory and can read again.
    mutating func release() {
        count()
        copy = nil
    }

    /// Moves records that stand before `end`, at most `limit`, and returns how many. Stops where some turn out to be missing.
    mutating func run(into sink: inout some RecordSink, before end: RecordPlace, limit: Int) -> Int {
        var moved = 0
        while moved < limit, place() != nil {
            let first = next
            let room = limit - moved
            let isDone = copy != nil ? move(into: &sink, before: end, room) : moveLeft(into: &sink, before: end, room)
            moved += next - first
            guard isDone else { break }
            leave()
            // What is missing is told before what comes after it.
            if gap != nil { break }
        }
        return moved
    }

    /// Moves records of the chunk that stands first; returns whether that was the last of them.
    private mutating func move(into sink: inout some RecordSink, before end: RecordPlace, _ limit: Int) -> Bool {
        guard let chunk = copy else { return true }
        let last = next + min(chunk.count - next, limit)
        while next < last {
            let event = chunk.event(at: next)
            guard RecordPlace(time: event.time, thread: thread) < end else { return false }
            sink.append(event, thread: thread, bytes: chunk.text(of: event, at: next))
            next += 1
        }
        return next == chunk.count
    }

    /// Moves what lasts of a chunk that was written over; returns whether that was all.
    private mutating func moveLeft(into sink: inout some RecordSink, before end: RecordPlace, _ limit: Int) -> Bool {
        guard let left else { return true }
        let last = next + min(left.count - next, limit)
        while next < last {
            var event = left[next]
            guard RecordPlace(time: event.time, thread: thread) < end else { return false }
            event.meta &= ~0xFFFF
            // Its text, where it has one, stands in it: there is none elsewhere.
            let none = event.textPlace.map { _ in UnsafeRawBufferPointer(start: nil, count: 0) }
            sink.append(event, thread: thread, bytes: none)
            next += 1
        }
        return next == left.count
    }

    /// Turns away from what is read to its end.
    private mutating func leave() {
        count()
        if left != nil {
            left = nil
            pass()
        }
        load()
    }

    private mutating func count() {
        guard let first = chunks.first, next > counted else { return }
        read[first, default: 0] += next - counted
        if let left { told[first] = LastingRecords.place(of: left[next - 1]) + 1 }
        counted = next
    }

    private mutating func pass() {
        let chunk = chunks.removeFirst()
        if !file.isRing { read[chunk] = nil }
    }

    /// Goes to the first chunk that has records left; the last one stays, since it may grow.
    ///
    /// A chunk that was written over, and of which is not known yet what lasts, ends this reading: the next one knows.
    private mutating func load() {
        (next, counted) = (0, 0)
        while let first = chunks.first {
            let taken = read[first] ?? 0
            file.read(first, into: &copy)
            if let copy, !copy.isWhole { noteDamaged(first) }
            if let copy, taken < copy.count {
                (next, counted) = (taken, taken)
                return
            }
            let place = max(taken, told[first] ?? toldBefore[first] ?? 0)
            if let records = lasting[first]?.filter({ LastingRecords.place(of: $0) >= place }), !records.isEmpty {
                (copy, left) = (nil, records)
                return
            }
            guard mayPass(first, isThere: copy != nil) else { break }
            pass()
        }
        copy = nil
        isDry = true
    }

    /// Whether the thread's next chunk may be read, now that nothing is left of this one.
    private mutating func mayPass(_ chunk: ChunkClaim, isThere: Bool) -> Bool {
        guard !isThere else { return chunks.count > 1 }
        guard lasting[chunk] == nil else { return true }
        guard file.holds(chunk) else { return false }
        noteDamaged(chunk)
        return chunks.count > 1
    }

    /// Records of a chunk are missing: up to where the thread's next one begins.
    private mutating func noteDamaged(_ chunk: ChunkClaim) {
        damaged.append(chunk)
        gap = max(gap ?? 0, chunks.dropFirst().first?.time ?? .max)
    }
}

/// The records of one thread, chunk after chunk.
struct ThreadStream {
    private enum Records {
        case chunk(ChunkCopy)
        case lasting([TraceEvent])
    }

    let thread: UInt32
    private let file: TraceFile
    private var chunks: ArraySlice<ChunkClaim>
    private var records: Records?
    /// The place of the next of them.
    private var next = 0
    private let lasting: [ChunkClaim: [TraceEvent]]
    private let horizon: UInt64
    /// How many records were read of each chunk.
    private(set) var read: [ChunkClaim: Int]
    /// The chunks that are none, though the directory has them.
    private(set) var damaged: [ChunkClaim] = []

    /// - Parameters:
    ///   - read: How many records were read before of each chunk.
    ///   - lasting: What lasts of chunks that were written over.
    ///   - horizon: The time after which records wait.
    init(
        _ file: TraceFile, thread: UInt32, chunks: [ChunkClaim], read: [ChunkClaim: Int],
        lasting: [ChunkClaim: [TraceEvent]], horizon: UInt64
    ) {
        self.horizon = horizon
        self.file = file
        self.thread = thread
        self.chunks = chunks[...]
        self.read = read
        self.lasting = lasting
        load()
    }

    /// The time of the next record, `nil` where there is none up to the horizon.
    var time: UInt64? {
        let time: UInt64? =
            switch records {
            case .chunk(let chunk): chunk.event(at: next).time
            case .lasting(let records): records[next].time
            case nil: nil
            }
        return time.flatMap { $0 <= horizon ? $0 : nil }
    }

    /// The chunks that are not read to their end, or may still grow.
    var unfinished: [ChunkClaim] {
        Array(chunks)
    }

    /// Moves records up to the time of another stream's next one; at that time only where this thread comes first.
    mutating func run(into sink: inout some RecordSink, until limit: UInt64?, isFirst: Bool) {
        let end = limit.map { min(horizon, isFirst || $0 == 0 ? $0 : $0 - 1) } ?? horizon
        while let records, let claim = chunks.first {
            let first = next
            let isDone = give(records, to: &sink, until: end)
            read[claim, default: 0] += next - first
            guard isDone else { return }
            if case .lasting = records { chunks.removeFirst() }
            load()
        }
    }

    /// Returns whether all was given.
    private mutating func give(_ records: Records, to sink: inout some RecordSink, until end: UInt64) -> Bool {
        switch records {
        case .chunk(let chunk):
            while next < chunk.count {
                let event = chunk.event(at: next)
                guard event.time <= end else { return false }
                sink.append(event, thread: thread, bytes: chunk.text(of: event))
                next += 1
            }
        case .lasting(let records):
            while next < records.count {
                var event = records[next]
                guard event.time <= end else { return false }
                event.meta &= ~0xFFFF
                sink.append(event, thread: thread, bytes: nil)
                next += 1
            }
        }
        return true
    }

    /// Goes to the first chunk that has records left; the last one stays, since it may grow.
    ///
    /// A chunk that was written over, and of which is not known yet what lasts, ends this reading: the next one knows.
    private mutating func load() {
        records = nil
        while let first = chunks.first {
            let taken = read[first] ?? 0
            let chunk = file.chunk(first)
            if let chunk, !chunk.isWhole { damaged.append(first) }
            if let chunk, taken < chunk.count {
                records = .chunk(chunk)
                next = taken
                return
            }
            if let left = lasting[first]?.filter({ LastingRecords.place(of: $0) >= taken }), !left.isEmpty {
                records = .lasting(left)
                next = 0
                return
            }
            guard mayPass(first, isThere: chunk != nil) else { return }
            chunks.removeFirst()
        }
    }

    /// Whether the thread's next chunk may be read, now that nothing is left of this one.
    private mutating func mayPass(_ chunk: ChunkClaim, isThere: Bool) -> Bool {
        guard !isThere else { return chunks.count > 1 }
        guard lasting[chunk] == nil else { return true }
        guard file.holds(chunk) else { return false }
        damaged.append(chunk)
        return chunks.count > 1
    }
}

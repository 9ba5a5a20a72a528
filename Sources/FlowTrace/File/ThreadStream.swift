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
    /// How many records were read of each chunk.
    private(set) var read: [ChunkClaim: Int]
    /// The chunks that are none, though the directory has them.
    private(set) var damaged: [ChunkClaim] = []

    /// - Parameters:
    ///   - read: How many records were read before of each chunk.
    ///   - lasting: What lasts of chunks that were written over.
    init(
        _ file: TraceFile, thread: UInt32, chunks: [ChunkClaim], read: [ChunkClaim: Int],
        lasting: [ChunkClaim: [TraceEvent]]
    ) {
        self.file = file
        self.thread = thread
        self.chunks = chunks[...]
        self.read = read
        self.lasting = lasting
        load()
    }

    /// The time of the next record, `nil` where there is none.
    var time: UInt64? {
        switch records {
        case .chunk(let chunk): chunk.event(at: next).time
        case .lasting(let records): records[next].time
        case nil: nil
        }
    }

    /// The chunks that are not read to their end, or may still grow.
    var unfinished: [ChunkClaim] {
        Array(chunks)
    }

    /// Moves records up to the time of another stream's next one; at that time only where this thread comes first.
    mutating func run(into sink: inout some RecordSink, until limit: UInt64?, isFirst: Bool) {
        while let records, let claim = chunks.first {
            let first = next
            let isDone = give(records, to: &sink, until: limit, isFirst: isFirst)
            read[claim, default: 0] += next - first
            guard isDone else { return }
            if case .lasting = records { chunks.removeFirst() }
            load()
        }
    }

    /// Returns whether all was given.
    private mutating func give(_ records: Records, to sink: inout some RecordSink, until limit: UInt64?, isFirst: Bool) -> Bool {
        switch records {
        case .chunk(let chunk):
            while next < chunk.count {
                let event = chunk.event(at: next)
                if let limit, event.time > limit || event.time == limit && !isFirst { return false }
                sink.append(event, thread: thread, bytes: chunk.text(of: event))
                next += 1
            }
        case .lasting(let records):
            while next < records.count {
                var event = records[next]
                if let limit, event.time > limit || event.time == limit && !isFirst { return false }
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
            if let chunk = file.chunk(first) {
                if !chunk.isWhole { damaged.append(first) }
                if taken < chunk.count {
                    records = .chunk(chunk)
                    next = taken
                    return
                }
                guard chunks.count > 1 else { return }
            } else if let left = lasting[first]?.filter({ LastingRecords.place(of: $0) >= taken }) {
                next = 0
                if !left.isEmpty {
                    records = .lasting(left)
                    return
                }
            } else {
                guard file.holds(first) else { return }
                damaged.append(first)
                guard chunks.count > 1 else { return }
            }
            chunks.removeFirst()
        }
    }
}

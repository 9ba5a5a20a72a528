/// The records of one thread, chunk after chunk.
struct ThreadStream {
    let thread: UInt32
    private let file: TraceFile
    private var chunks: ArraySlice<Int>
    private var copy: ChunkCopy?
    /// Records read of the chunk that stands first.
    private(set) var read: Int

    init(_ file: TraceFile, thread: UInt32, chunks: [Int], read: Int) {
        self.file = file
        self.thread = thread
        self.chunks = chunks[...]
        self.read = read
        load()
    }

    /// The time of the next record, `nil` where there is none.
    var time: UInt64? {
        copy.map { $0.event(at: read).time }
    }

    /// The chunks that are not read to their end, or may still grow.
    var unfinished: [Int] {
        Array(chunks)
    }

    /// Moves records up to the time of another stream's next one; at that time only where this thread comes first.
    mutating func run(into sink: inout some RecordSink, until limit: UInt64?, isFirst: Bool) {
        while let chunk = copy {
            while read < chunk.count {
                let event = chunk.event(at: read)
                if let limit, event.time > limit || event.time == limit && !isFirst { return }
                sink.append(event, thread: thread, bytes: chunk.text(of: event))
                read += 1
            }
            load()
        }
    }

    /// Goes to the first chunk that has records left; the last one stays, since it may grow.
    private mutating func load() {
        copy = nil
        while let first = chunks.first {
            let chunk = file.chunk(first)
            if let chunk, chunk.thread == thread, read < chunk.count {
                copy = chunk
                return
            }
            guard chunks.count > 1 else { return }
            chunks.removeFirst()
            read = 0
        }
    }
}

/// The records of one thread, chunk after chunk.
struct ThreadStream: Sendable {
    let thread: UInt32
    private var chunks: ArraySlice<Int> = []
    /// The chunk that stands first, as it was when it was read; let go where the stream is set aside.
    private var copy: ChunkCopy?
    /// Records read of the first chunk.
    private var read = 0
    /// Whether there was no record left when it looked.
    private var isDry = false

    init(thread: UInt32) {
        self.thread = thread
    }

    /// Takes a chunk that follows those it has.
    mutating func append(_ chunk: Int) {
        chunks.append(chunk)
    }

    /// Lets it look again whether there are records.
    mutating func wake() {
        isDry = false
    }

    /// Lets go of what it has in memory and can read again.
    mutating func release() {
        copy = nil
    }

    /// The place of the next record, `nil` where there is none.
    mutating func next(in file: TraceFile) -> RecordPlace? {
        if !isDry, copy == nil { load(file) }
        return copy.map { RecordPlace(time: $0.event(at: read).time, thread: thread) }
    }

    /// Moves records that stand before `end`, at most `limit`, and returns how many.
    mutating func run(into sink: inout some RecordSink, before end: RecordPlace, limit: Int, in file: TraceFile) -> Int {
        var count = 0
        while count < limit, copy != nil {
            count += move(into: &sink, before: end, limit: limit - count)
            guard read == copy?.count else { break }
            load(file)
        }
        return count
    }

    /// Moves records of the chunk that stands first.
    private mutating func move(into sink: inout some RecordSink, before end: RecordPlace, limit: Int) -> Int {
        guard let chunk = copy else { return 0 }
        let first = read
        let last = first + min(chunk.count - first, limit)
        while read < last {
            let event = chunk.event(at: read)
            guard RecordPlace(time: event.time, thread: thread) < end else { break }
            sink.append(event, thread: thread, bytes: chunk.text(of: event))
            read += 1
        }
        return read - first
    }

    /// Goes to the first chunk that has records left; the last one stays, since it may grow.
    private mutating func load(_ file: TraceFile) {
        while let first = chunks.first {
            file.read(chunk: first, into: &copy)
            if let copy, copy.thread == thread, read < copy.count { return }
            guard chunks.count > 1 else { break }
            chunks.removeFirst()
            read = 0
        }
        copy = nil
        isDry = true
    }
}

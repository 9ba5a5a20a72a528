/// Reads a trace file from first to last, and on while it grows.
///
/// Remembers how far each thread was read; what was committed since comes with the next ``read(into:limit:before:)``. A copy that was
/// ``release()``d is small, and reads on from where it was made.
public struct TraceCursor: Sendable {
    /// A chunk in one of its lives: a ring uses it again.
    private struct Claim: Hashable, Sendable {
        let index: Int
        let thread: UInt32
        let time: UInt64
    }

    private let file: TraceFile
    /// By the number of the thread.
    private var streams: [ThreadStream] = []
    private var known: Set<Claim> = []
    private var metadata: [Int: Int] = [:]
    /// Whether all that was known of the file has been read, so that it is worth a look whether there is more.
    private var isAtEnd = true

    /// Starts at the first record.
    public init(_ file: TraceFile) {
        self.file = file
    }

    /// Moves what is new to the end of `sink`, merged by time, then thread, then position.
    ///
    /// - Parameters:
    ///   - limit: The most records to move.
    ///   - horizon: Records from this time on, in nanoseconds, stay for the next call: of a file that is being written, what is older
    ///     may still come from another thread.
    /// - Returns: How many were moved; fewer than `limit` where there were no more.
    /// - Complexity: O(*n* + *r* · *threads*) for *n* records in *r* runs of one thread.
    @discardableResult
    public mutating func read(into sink: inout some RecordSink, limit: Int = .max, before horizon: UInt64 = .max) -> Int {
        if isAtEnd { look(into: &sink) }
        var count = 0
        while count < limit, let (next, end) = turn(before: horizon) {
            count += streams[next].run(into: &sink, before: end, limit: limit - count, in: file)
        }
        isAtEnd = count < limit
        return count
    }

    /// Lets go of what it has in memory and can read again.
    public mutating func release() {
        for index in streams.indices { streams[index].release() }
    }

    /// The stream with the next record, and where the next one of the others stands.
    private mutating func turn(before horizon: UInt64) -> (stream: Int, end: RecordPlace)? {
        var first: Int?
        var place = RecordPlace(time: horizon, thread: 0)
        var end = place
        for index in streams.indices {
            guard let next = streams[index].next(in: file), next < end else { continue }
            if next < place { (first, place, end) = (index, next, place) } else { end = next }
        }
        return first.map { ($0, end) }
    }

    /// Takes note of what the file has come to hold.
    private mutating func look(into sink: inout some RecordSink) {
        for slot in file.directory().sorted(by: { ($0.firstTime, $0.index) < ($1.firstTime, $1.index) }) {
            take(slot, into: &sink)
        }
        for index in streams.indices { streams[index].wake() }
        sink.note(missed: file.missed)
    }

    /// Takes note of a chunk: its facts at once, its records with those of its thread.
    private mutating func take(_ slot: DirectorySlot, into sink: inout some RecordSink) {
        switch slot.type {
        case TraceFormat.Slot.metadata:
            guard let chunk = file.chunk(slot.index) else { return }
            let found = chunk.items(from: metadata[slot.index] ?? 0)
            metadata[slot.index] = found.end
            for item in found.items { TraceCursor.give(item, to: &sink) }
        case TraceFormat.Slot.events:
            guard known.insert(Claim(index: slot.index, thread: slot.thread, time: slot.firstTime)).inserted else { return }
            let place = streams.partitioningIndex { $0.thread >= slot.thread }
            if place == streams.count || streams[place].thread != slot.thread {
                streams.insert(ThreadStream(thread: slot.thread), at: place)
            }
            streams[place].append(slot.index)
        default: break
        }
    }

    private static func give(_ item: MetadataItem, to sink: inout some RecordSink) {
        switch item {
        case .node(let node): sink.declare(nodes: [node], edges: [])
        case .edge(let edge): sink.declare(nodes: [], edges: [edge])
        case .typeName(let tag, let name):
            var name = name
            name.withUTF8 { bytes in
                let record = TraceEvent(time: 0, hook: .typeName, key: HookKey(id: 0, tag: tag), word: 0, tag: 0x50, flags: 0)
                sink.append(record, thread: 0, bytes: UnsafeRawBufferPointer(bytes))
            }
        case .command, .end: break
        }
    }
}

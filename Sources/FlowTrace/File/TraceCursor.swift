/// Reads a trace file from first to last, and on while it grows.
///
/// Remembers how far each thread was read; what was committed since comes with the next ``read(into:)``.
public struct TraceCursor: Sendable {
    private struct Place: Sendable {
        var chunks: [Int] = []
        /// Records read of the first of them.
        var read = 0
    }

    /// A chunk in one of its lives: a ring uses it again.
    private struct Claim: Hashable, Sendable {
        let index: Int
        let thread: UInt32
        let time: UInt64
    }

    private let file: TraceFile
    private var places: [UInt32: Place] = [:]
    private var known: Set<Claim> = []
    private var metadata: [Int: Int] = [:]

    /// Starts at the first record.
    public init(_ file: TraceFile) {
        self.file = file
    }

    /// Moves what is new to the end of `sink`, merged by time, then thread, then position.
    ///
    /// - Complexity: O(*n* log *threads*) for *n* records.
    public mutating func read(into sink: inout some RecordSink) {
        for slot in file.directory().sorted(by: { ($0.firstTime, $0.index) < ($1.firstTime, $1.index) }) {
            take(slot, into: &sink)
        }
        sink.note(missed: file.missed)
        var streams = places.keys.sorted().map {
            ThreadStream(file, thread: $0, chunks: places[$0]!.chunks, read: places[$0]!.read)
        }
        while let next = streams.indices.filter({ streams[$0].time != nil }).min(by: { streams[$0].time! < streams[$1].time! }) {
            let limit = streams.indices.filter { $0 != next }.compactMap { streams[$0].time }.min()
            streams[next].run(
                into: &sink, until: limit, isFirst: streams.indices.allSatisfy { $0 >= next || streams[$0].time != limit })
        }
        for stream in streams { places[stream.thread] = Place(chunks: stream.unfinished, read: stream.read) }
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
            places[slot.thread, default: Place()].chunks.append(slot.index)
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

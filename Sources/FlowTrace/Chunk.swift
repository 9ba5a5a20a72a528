internal import Synchronization

/// 64 KiB of one thread's records: after a header, records grow up and text grows down from the end. The chunk is full when they
/// meet.
///
/// One thread writes; any other thread, one at a time, reads committed records. A record is committed by a release store of its
/// last word, which is never zero, and of the count. A reader of the memory alone, as of a mapped file, goes by that last word.
final class Chunk: @unchecked Sendable {  // the writer owns `used`, `textTop`; readers stay within `committed`
    static let size = TraceFormat.chunkSize
    static let recordSize = TraceFormat.recordSize
    private static let firstRecord = TraceFormat.ChunkHeader.size / recordSize

    let committed = Atomic<Int>(0)
    /// Whether the writer has left the chunk: nothing will be added.
    let isComplete = Atomic<Bool>(false)
    /// Whether the ring has come round to the chunk: the writer must leave it, even if it has room.
    let isOverdue = Atomic<Bool>(false)
    /// Its index in the file, `nil` if it has separate memory.
    let slot: Int?
    private let memory: UnsafeMutableRawPointer
    private let owner: FileMemory?
    @exclusivity(unchecked) private var used = 0
    @exclusivity(unchecked) private var textTop = Chunk.size
    @exclusivity(unchecked) private(set) var lastTime: UInt64 = 0

    /// Creates a chunk with separate memory.
    init() {
        memory = .allocate(byteCount: Chunk.size, alignment: 64)
        owner = nil
        slot = nil
    }

    /// An empty chunk in a file's memory.
    init(_ owner: FileMemory, at offset: Int, slot: Int) {
        self.owner = owner
        self.slot = slot
        memory = owner.base + offset
    }

    deinit {
        if owner == nil { memory.deallocate() }
    }

    /// Empties the chunk. Neither a writer nor a reader may hold it.
    func reset() {
        used = 0
        textTop = Chunk.size
        committed.store(0, ordering: .releasing)
        isComplete.store(false, ordering: .releasing)
    }

    /// Whether `records` more records and `text` bytes may be written here, and fit.
    func mayTake(records: Int, text: Int) -> Bool {
        hasRoom(records: records, text: text) && !isOverdue.load(ordering: .relaxed)
    }

    /// Whether `records` more records and `text` bytes fit.
    func hasRoom(records: Int, text: Int) -> Bool {
        (used + records + Chunk.firstRecord) * Chunk.recordSize + text <= textTop
    }

    /// Copies `bytes` to the text area and returns their offset. The room must have been checked.
    func store(_ bytes: UnsafeBufferPointer<UInt8>) -> Int {
        textTop -= bytes.count
        if let base = bytes.baseAddress {
            (memory + textTop).copyMemory(from: base, byteCount: bytes.count)
        }
        // Stored before the record that refers to the text: in a full chunk nothing else separates records from text.
        (memory + TraceFormat.ChunkHeader.textTop).storeBytes(of: UInt32(textTop), as: UInt32.self)
        return textTop
    }

    /// Writes and commits one record. The room must have been checked.
    func append(_ event: TraceEvent) {
        let words = (memory + (used + Chunk.firstRecord) * Chunk.recordSize).assumingMemoryBound(to: UInt64.self)
        words[0] = event.time
        words[1] = event.a
        words[2] = event.b
        UnsafeMutableRawPointer(words + 3).assumingMemoryBound(to: Atomic<UInt64>.self).pointee
            .store(event.meta, ordering: .releasing)
        lastTime = event.time
        used += 1
        committed.store(used, ordering: .releasing)
    }

    /// A committed record.
    func event(at index: Int) -> TraceEvent {
        (memory + (index + Chunk.firstRecord) * Chunk.recordSize).load(as: TraceEvent.self)
    }

    /// The text that a committed record refers to, `nil` if there is none.
    func text(of event: TraceEvent) -> UnsafeRawBufferPointer? {
        guard let span = event.textSpan else { return nil }
        return UnsafeRawBufferPointer(start: memory + span.offset, count: span.stored)
    }
}

/// The source of the writers' chunks.
protocol ChunkStore: Sendable {
    /// An empty chunk for a thread, `nil` when there is none.
    ///
    /// - Parameter time: The time of its first record.
    func claim(thread: UInt32, time: UInt64) -> Chunk?

    /// Marks a chunk as left by its writer.
    func leave(_ chunk: Chunk)

    /// Keeps the writer of an ended thread for reuse by another thread. Returns whether it did.
    func takeOver(_ writer: ThreadWriter) -> Bool

    /// Frees a chunk that was read.
    func release(_ chunk: Chunk)
}

/// The bounded memory of a recorder without a file: chunks are claimed by writers and returned by the reader when drained.
final class ChunkPool: ChunkStore {
    private struct State {
        var free: [Chunk] = []
        var claimed = 0
    }

    private let state = LockedBox(State())
    /// Whether all chunks are claimed; readable without the lock.
    private let isFull = Atomic<Bool>(false)
    private let limit: Int

    init(limit: Int) { self.limit = limit }

    func claim(thread: UInt32, time: UInt64) -> Chunk? {
        guard !isFull.load(ordering: .relaxed) else { return nil }
        return state.withLock { state in
            guard state.claimed < limit else { return nil }
            state.claimed += 1
            isFull.store(state.claimed == limit, ordering: .relaxed)
            return state.free.popLast() ?? Chunk()
        }
    }

    func leave(_ chunk: Chunk) { chunk.isComplete.store(true, ordering: .releasing) }

    /// Keeps no writer: without a file, a writer ends with its thread.
    func takeOver(_ writer: ThreadWriter) -> Bool { false }

    func release(_ chunk: Chunk) {
        chunk.reset()
        state.withLock { state in
            state.claimed -= 1
            isFull.store(false, ordering: .relaxed)
            state.free.append(chunk)
        }
    }
}

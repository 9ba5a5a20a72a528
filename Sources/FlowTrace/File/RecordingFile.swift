import Synchronization

#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// A trace file that is being written: hands its chunks to the writers of a recorder and keeps the facts beside them.
///
/// Nothing here waits for the disk or for a reader. A lock is taken once a chunk, some two thousand records.
final class RecordingFile: ChunkStore {
    private struct State {
        /// Chunks claimed so far; in a ring also those that have come round.
        var claimed = 0
        /// Slots that hold metadata, which is never recycled, or are being written.
        var kept: Set<Int> = []
        var metadata: (slot: Int, used: Int)?
    }

    private let memory: FileMemory
    private let chunkCount: Int
    private let isRing: Bool
    private let state = Guarded(State())

    /// Creates the file.
    ///
    /// - Parameter start: The machine's monotonic nanoseconds at time 0.
    /// - Throws: ``TraceFileError``.
    init(_ path: String, options: TraceFileOptions, start: UInt64, name: String) throws(TraceFileError) {
        guard options.size >= TraceFileOptions.minimumSize else {
            throw .size(bytes: options.size, minimum: TraceFileOptions.minimumSize)
        }
        var chunks = min(options.size / TraceFormat.chunkSize, TraceFormat.chunkLimit)
        while TraceFormat.dataStart(chunks: chunks) + chunks * TraceFormat.chunkSize > options.size { chunks -= 1 }
        chunkCount = chunks
        isRing = options.isRing
        memory = try FileMemory(
            creating: path, size: TraceFormat.dataStart(chunks: chunks) + chunks * TraceFormat.chunkSize)
        writeHeader(start: start, name: name)
    }

    private func writeHeader(start: UInt64, name: String) {
        typealias Header = TraceFormat.Header
        var wall = timespec()
        clock_gettime(CLOCK_REALTIME, &wall)
        memory.store(TraceFormat.major, at: Header.major)
        memory.store(TraceFormat.minor, at: Header.minor)
        memory.store(TraceFormat.endianMark, at: Header.endianMark)
        memory.store(UInt32(chunkCount), at: Header.chunkCount)
        memory.store(UInt32(TraceFormat.chunkSize), at: Header.chunkSize)
        memory.store(UInt32(TraceFormat.recordSize), at: Header.recordSize)
        memory.store(UInt32(TraceFormat.dataStart(chunks: chunkCount)), at: Header.dataStart)
        memory.store(start, at: Header.startTime)
        memory.store(UInt64(wall.tv_sec) * 1_000_000_000 + UInt64(wall.tv_nsec), at: Header.wallClock)
        memory.store(getpid(), at: Header.process)
        memory.store(isRing ? TraceFormat.Flags.ring : 0, at: Header.flags)
        memory.store(UInt32(CLOCK_MONOTONIC), at: Header.clock)
        for (index, byte) in name.utf8.prefix(Header.nameLength - 1).enumerated() { memory.store(byte, at: Header.name + index) }
        memory.commit(TraceFormat.magic, at: Header.magic)
    }

    /// Says how many records were dropped.
    func note(missed: Int) {
        memory.commit(UInt64(missed), at: TraceFormat.Header.missed)
    }

    /// Says that nothing will be added.
    func close() {
        memory.commit(UInt32(1), at: TraceFormat.Header.isClosed)
    }

    /// Has the first pages ready before they are written.
    func populate() {
        memory.populate(from: 0, count: 4 << 20)
    }

    // MARK: Chunks

    func claim(thread: UInt32, time: UInt64) -> Chunk? {
        state.withLock { state in
            guard let slot = nextSlot(&state) else { return nil }
            state.kept.insert(slot)
            begin(slot, number: state.claimed - 1, type: TraceFormat.Slot.events, thread: thread, time: time)
            return Chunk(memory, at: offset(ofChunk: slot), slot: slot)
        }
    }

    func leave(_ chunk: Chunk) {
        guard let slot = chunk.slot else { return }
        let at = offset(ofSlot: slot)
        memory.store(chunk.lastTime, at: at + TraceFormat.Slot.lastTime)
        memory.store(chunk.edges, at: at + TraceFormat.Slot.edges)
        let count = UInt32(chunk.committed.load(ordering: .relaxed))
        memory.commit(TraceFormat.Slot.events << 24 | TraceFormat.Slot.sealed | count, at: at + TraceFormat.Slot.state)
        state.withLock { _ = $0.kept.remove(slot) }
    }

    func release(_ chunk: Chunk) {}

    /// The slot to write next; in a ring the oldest that nobody writes.
    private func nextSlot(_ state: inout State) -> Int? {
        guard isRing || state.claimed < chunkCount else { return nil }
        for _ in 0..<chunkCount {
            let slot = state.claimed % chunkCount
            state.claimed += 1
            memory.commit(UInt64(state.claimed), at: TraceFormat.Header.nextChunk)
            if !state.kept.contains(slot) { return slot }
        }
        return nil
    }

    private func begin(_ slot: Int, number: Int, type: UInt32, thread: UInt32, time: UInt64) {
        typealias Header = TraceFormat.ChunkHeader
        let chunk = offset(ofChunk: slot)
        let at = offset(ofSlot: slot)
        if number >= chunkCount { wipe(slot) }
        memory.store(UInt32(truncatingIfNeeded: number), at: chunk + Header.number)
        memory.store(thread, at: chunk + Header.thread)
        memory.store(time, at: chunk + Header.firstTime)
        memory.commit(Header.magicValue, at: chunk + Header.magic)
        memory.store(time, at: at + TraceFormat.Slot.firstTime)
        memory.store(thread, at: at + TraceFormat.Slot.thread)
        memory.commit(type << 24, at: at + TraceFormat.Slot.state)
    }

    /// Empties a chunk that has come round; a reader sees by its missing magic that it is being replaced.
    private func wipe(_ slot: Int) {
        memory.commit(UInt32(0), at: offset(ofSlot: slot) + TraceFormat.Slot.state)
        let chunk = offset(ofChunk: slot)
        memory.commit(UInt64(0), at: chunk + TraceFormat.ChunkHeader.magic)
        atomicMemoryFence(ordering: .sequentiallyConsistent)
        memset(memory.base + chunk, 0, TraceFormat.chunkSize)
    }

    private func offset(ofSlot slot: Int) -> Int {
        TraceFormat.pageSize + slot * TraceFormat.Slot.size
    }

    private func offset(ofChunk slot: Int) -> Int {
        TraceFormat.dataStart(chunks: chunkCount) + slot * TraceFormat.chunkSize
    }

    // MARK: Facts

    /// Keeps a fact of the graph or the process.
    ///
    /// - Returns: Whether there was room.
    @discardableResult
    func keep(_ item: MetadataItem) -> Bool {
        let bytes = item.encoded
        return state.withLock { state in
            let room = TraceFormat.chunkSize - (state.metadata?.used ?? TraceFormat.chunkSize)
            if room < bytes.count + MetadataItem.headerSize {
                guard let slot = nextSlot(&state) else { return false }
                state.kept.insert(slot)
                begin(slot, number: state.claimed - 1, type: TraceFormat.Slot.metadata, thread: 0, time: 0)
                state.metadata = (slot, TraceFormat.ChunkHeader.size)
            }
            guard let place = state.metadata else { return false }
            let at = offset(ofChunk: place.slot) + place.used
            bytes.withUnsafeBytes {
                (memory.base + at + MetadataItem.headerSize).copyMemory(from: $0.baseAddress!, byteCount: $0.count)
            }
            memory.commit(UInt32(item.type.rawValue) | UInt32(bytes.count) << 16, at: at)
            state.metadata?.used = place.used + (MetadataItem.headerSize + bytes.count + 3) / 4 * 4
            return true
        }
    }
}

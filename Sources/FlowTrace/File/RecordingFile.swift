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
        var metadataCount = 0
        var picker = LastingRecordPicker()
        var overwritten = 0
        var lostFacts = 0
    }

    /// Writers of threads that have ended, each with what is left of a chunk.
    private struct Spare {
        var writers: [ThreadWriter] = []
        /// Whether the recorder is gone.
        var isOver = false
    }

    private let spare = Guarded(Spare())
    private let memory: FileMemory
    private let pages: PagesAhead
    private let chunkCount: Int
    private let isRing: Bool
    /// How many chunks may hold metadata: in a ring half of them, so that there is always room for what is new.
    private let metadataLimit: Int
    private let state = Guarded(State())
    /// Whether no chunk is free, readable without the lock.
    private let isFull = Atomic<Bool>(false)
    /// Whether this process is a copy of the one that writes the file.
    private let isDisowned = Atomic<Bool>(false)

    /// Creates the file.
    ///
    /// - Parameter start: The machine's monotonic nanoseconds at time 0.
    /// - Throws: ``TraceFileError``.
    init(_ path: String, options: TraceFileOptions, start: UInt64, name: String) throws(TraceFileError) {
        try options.checkSize()
        let chunks = TraceFormat.chunkCount(size: options.size)
        chunkCount = chunks
        isRing = options.isRing
        metadataLimit = isRing ? max(1, chunks / 2) : chunks
        memory = try FileMemory(creating: path, size: TraceFormat.fileSize(chunks: chunks))
        pages = PagesAhead(of: memory)
        writeHeader(start: start, name: name)
        pages.begin()
    }

    deinit { pages.end() }

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

    /// Counts a record that was dropped.
    func countMissed() { memory.add(1, at: TraceFormat.Header.missed) }

    /// Counts a call of fork.
    func countFork() { memory.add(1, at: TraceFormat.Header.forks) }

    /// Says that nothing will be added.
    func close() {
        memory.commit(UInt32(1), at: TraceFormat.Header.isClosed)
        pages.end()
    }

    /// Closes the file, which stays in memory.
    func letGo() { memory.letGo() }

    /// Leaves the file to the process of which this one is a copy.
    func disown() { isDisowned.store(true, ordering: .relaxed) }

    // MARK: Chunks

    func claim(thread: UInt32, time: UInt64) -> Chunk? {
        guard !isFull.load(ordering: .relaxed) else { return nil }
        return state.withLock { state in
            defer { updateFull(state) }
            guard let slot = nextSlot(&state) else { return nil }
            let number = state.claimed - 1
            state.kept.insert(slot)
            let lasting = lastingRecords(in: slot, &state)
            for item in lasting { put(item, &state) }
            begin(slot, number: number, type: TraceFormat.Slot.events, thread: thread, time: time)
            countOverwritten(state)
            return Chunk(memory, at: offset(ofChunk: slot), slot: slot)
        }
    }

    func leave(_ chunk: Chunk) {
        guard let slot = chunk.slot, !isDisowned.load(ordering: .relaxed) else { return }
        let at = TraceFormat.offset(ofSlot: slot)
        memory.store(chunk.lastTime, at: at + TraceFormat.Slot.lastTime)
        let count = UInt32(chunk.committed.load(ordering: .relaxed))
        memory.commit(TraceFormat.Slot.events << 24 | TraceFormat.Slot.sealed | count, at: at + TraceFormat.Slot.state)
        state.withLock { state in
            state.kept.remove(slot)
            updateFull(state)
        }
    }

    /// Says whether there is a chunk to be had: in a ring, one that nobody writes and that holds no facts.
    private func updateFull(_ state: State) {
        isFull.store(isRing ? state.kept.count >= chunkCount : state.claimed >= chunkCount, ordering: .relaxed)
    }

    func release(_ chunk: Chunk) {}

    /// Few are kept: of a ring, each withholds a chunk from the newest records.
    func takeOver(_ writer: ThreadWriter) -> Bool {
        guard !isDisowned.load(ordering: .relaxed) else { return false }
        return spare.withLock { spare in
            guard !spare.isOver, spare.writers.count < max(1, chunkCount / 16) else { return false }
            spare.writers.append(writer)
            return true
        }
    }

    /// The writer of a thread that has ended, for one that begins.
    func spareWriter() -> ThreadWriter? { spare.withLock { $0.writers.popLast() } }

    /// Lets go of all writers. Only when the recorder is on its way out.
    func forgetWriters() {
        // Let go of outside the lock.
        _ = spare.withLock { spare in
            defer { spare = Spare(isOver: true) }
            return spare.writers
        }
    }

    /// The slot to write next; in a ring the oldest that nobody writes.
    private func nextSlot(_ state: inout State) -> Int? {
        guard isRing || state.claimed < chunkCount else { return nil }
        for _ in 0..<chunkCount {
            let slot = state.claimed % chunkCount
            state.claimed += 1
            memory.commit(UInt64(state.claimed), at: TraceFormat.Header.nextChunk)
            guard !state.kept.contains(slot) else { continue }
            pages.use(upTo: offset(ofChunk: slot + 1))
            return slot
        }
        return nil
    }

    private func begin(_ slot: Int, number: Int, type: UInt32, thread: UInt32, time: UInt64) {
        typealias Header = TraceFormat.ChunkHeader
        let chunk = offset(ofChunk: slot)
        let at = TraceFormat.offset(ofSlot: slot)
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
        memory.commit(UInt32(0), at: TraceFormat.offset(ofSlot: slot) + TraceFormat.Slot.state)
        let chunk = offset(ofChunk: slot)
        memory.commit(UInt64(0), at: chunk + TraceFormat.ChunkHeader.magic)
        atomicMemoryFence(ordering: .sequentiallyConsistent)
        memset(memory.base + chunk, 0, TraceFormat.chunkSize)
    }

    private func offset(ofChunk slot: Int) -> Int {
        TraceFormat.dataStart(chunks: chunkCount) + slot * TraceFormat.chunkSize
    }

    // MARK: Facts

    /// Keeps a fact of the graph or the process; where there is no room for it, that is counted.
    func keep(_ item: MetadataItem) {
        state.withLock { state in
            put(item, &state)
            countOverwritten(state)
            updateFull(state)
        }
    }

    /// Writes a fact; where a ring's chunk has to give way to it, what lasts of that one is written too.
    private func put(_ item: MetadataItem, _ state: inout State) {
        var items = [item][...]
        while let next = items.first {
            if write(next, &state) {
                items.removeFirst()
                continue
            }
            guard state.metadataCount < metadataLimit, let slot = nextSlot(&state) else {
                state.lostFacts += items.count
                memory.commit(UInt64(state.lostFacts), at: TraceFormat.Header.lostFacts)
                return
            }
            let number = state.claimed - 1
            state.kept.insert(slot)
            state.metadataCount += 1
            items += lastingRecords(in: slot, &state)
            sealMetadata(state)
            begin(slot, number: number, type: TraceFormat.Slot.metadata, thread: 0, time: 0)
            state.metadata = (slot, TraceFormat.ChunkHeader.size)
        }
    }

    /// Writes a fact into the chunk for facts. Returns whether there was room.
    private func write(_ item: MetadataItem, _ state: inout State) -> Bool {
        let bytes = item.encoded
        guard let metadata = state.metadata, TraceFormat.chunkSize - metadata.used >= bytes.count + MetadataItem.headerSize else {
            return false
        }
        let at = offset(ofChunk: metadata.slot) + metadata.used
        bytes.withUnsafeBytes {
            (memory.base + at + MetadataItem.headerSize).copyMemory(from: $0.baseAddress!, byteCount: $0.count)
        }
        memory.commit(UInt32(item.type.rawValue) | UInt32(bytes.count) << 16, at: at)
        state.metadata?.used = metadata.used + (MetadataItem.headerSize + bytes.count + 3) / 4 * 4
        return true
    }

    /// Marks the chunk of facts as complete, so that readers need not read it again.
    private func sealMetadata(_ state: State) {
        guard let slot = state.metadata?.slot else { return }
        let word = TraceFormat.Slot.metadata << 24 | TraceFormat.Slot.sealed
        memory.commit(word, at: TraceFormat.offset(ofSlot: slot) + TraceFormat.Slot.state)
    }

    // MARK: A ring

    /// What lasts of a chunk that is about to be written over; counts its records as overwritten.
    private func lastingRecords(in slot: Int, _ state: inout State) -> [MetadataItem] {
        let at = TraceFormat.offset(ofSlot: slot)
        let word = memory.load(at + TraceFormat.Slot.state, as: UInt32.self)
        guard word >> 24 == TraceFormat.Slot.events else { return [] }
        let claim = ChunkClaim(
            slot: slot, thread: memory.load(at + TraceFormat.Slot.thread, as: UInt32.self),
            time: memory.load(at + TraceFormat.Slot.firstTime, as: UInt64.self))
        let count = Int(word & 0xFFFF)
        let first = offset(ofChunk: slot) + TraceFormat.ChunkHeader.size
        func record(_ index: Int) -> TraceEvent { memory.load(first + index * TraceFormat.recordSize, as: TraceEvent.self) }
        let indices = state.picker.pick(count, of: claim.thread, record: record)
        state.overwritten += count
        let last = memory.load(at + TraceFormat.Slot.lastTime, as: UInt64.self)
        let until = memory.load(TraceFormat.Header.overwrittenUntil, as: UInt64.self)
        memory.commit(max(last, until), at: TraceFormat.Header.overwrittenUntil)
        return stride(from: 0, to: indices.count, by: LastingRecords.limit).map { start in
            let part = indices[start..<min(start + LastingRecords.limit, indices.count)]
            return .lasting(LastingRecords(claim: claim, records: part.map { lasting(record($0), at: $0, in: slot) }))
        }
    }

    /// A record with its index, and what fits it of its text.
    private func lasting(_ record: TraceEvent, at index: Int, in slot: Int) -> TraceEvent {
        let text = record.textSpan.map { span in
            UnsafeRawBufferPointer(start: memory.base + offset(ofChunk: slot) + span.offset, count: span.stored)
        }
        var record = record.withTextInside(text)
        record.meta |= UInt64(UInt16(clamping: index))
        return record
    }

    /// Says how much was overwritten. Only after it was: who reads the number before the directory never finds a record both
    /// there and in the number.
    private func countOverwritten(_ state: State) {
        memory.commit(UInt64(state.overwritten), at: TraceFormat.Header.overwritten)
    }
}

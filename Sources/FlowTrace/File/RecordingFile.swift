import LibC
internal import Synchronization

/// A trace file being written: supplies a recorder's writers with chunks, and stores the facts.
///
/// Never waits for the disk or a reader. Takes a lock once for each chunk of some two thousand records.
final class RecordingFile: ChunkStore {
    struct State {
        /// Chunks claimed so far; in a ring each reuse of a chunk counts.
        var claimed = 0
        /// Slots that the ring skips: with facts, or being written.
        var kept: Set<Int> = []
        /// The chunks of a ring being written.
        var open: [Int: Chunk] = [:]
        /// The value of `claimed` at which the writer left a chunk of a ring, by slot.
        var left: [Int: Int] = [:]
        var tail = RingEviction()
        var facts = FactChunks()
        var overwritten = 0
        var lostFacts = 0
    }

    /// Writers of ended threads, each with the rest of its chunk.
    private struct Spare {
        var writers: [ThreadWriter] = []
        /// Whether the recorder was released.
        var isOver = false
    }

    private let spare = LockedBox(Spare())
    let memory: FileMemory
    private let pages: PagesAhead
    let chunkCount: Int
    let isRing: Bool
    /// The most chunks with facts: in a ring half of all, so that there is always room for new records.
    let factLimit: Int
    private let state = LockedBox(State())
    /// Whether no chunk is free, readable without the lock.
    private let isFull = Atomic<Bool>(false)
    /// Whether this process is a forked copy of the file's writer.
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
        factLimit = isRing ? max(1, chunks / 2) : chunks
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
        for (index, byte) in MachineBoot.id.utf8.prefix(Header.bootLength).enumerated() {
            memory.store(byte, at: Header.boot + index)
        }
        memory.commit(TraceFormat.magic, at: Header.magic)
    }

    /// Counts a record that was dropped.
    func countMissed() { memory.add(1, at: TraceFormat.Header.missed) }

    /// Records that the program was running at a time.
    func beat(at time: UInt64) {
        if !isDisowned.load(ordering: .relaxed) { memory.commit(time, at: TraceFormat.Header.alive) }
    }

    /// Counts a call to `fork`.
    func countFork() { memory.add(1, at: TraceFormat.Header.forks) }

    /// Records that the trace is complete.
    func close() {
        memory.commit(UInt32(1), at: TraceFormat.Header.isClosed)
        pages.end()
    }

    /// Closes the descriptor; the file stays mapped.
    func closeDescriptor() { memory.closeDescriptor() }

    /// Leaves the file to the process from which this one was forked.
    func disown() { isDisowned.store(true, ordering: .relaxed) }

    // MARK: Chunks

    func claim(thread: UInt32, time: UInt64) -> Chunk? {
        guard !isFull.load(ordering: .relaxed) else { return nil }
        return state.withLock { state in
            defer { updateFull(state) }
            guard let slot = nextSlot(&state) else { return nil }
            let number = state.claimed - 1
            state.kept.insert(slot)
            recycle(slot, &state)
            writeWaiting(&state)
            begin(slot, number: number, type: TraceFormat.Slot.events, thread: thread, time: time)
            let chunk = Chunk(memory, at: offset(ofChunk: slot), slot: slot)
            guard isRing else { return chunk }
            state.open[slot] = chunk
            state.tail.begin(number, at: time)
            reserve(&state)
            countOverwritten(state)
            return chunk
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
            state.open[slot] = nil
            if isRing { state.left[slot] = state.claimed }
            updateFull(state)
        }
    }

    /// Publishes whether no chunk is free: in a ring, if every chunk is being written or holds facts.
    private func updateFull(_ state: State) {
        isFull.store(isRing ? state.kept.count >= chunkCount : state.claimed >= chunkCount, ordering: .relaxed)
    }

    func release(_ chunk: Chunk) {}

    /// Keeps only a few writers: in a ring, each withholds a chunk from the newest records.
    func takeOver(_ writer: ThreadWriter) -> Bool {
        guard !isDisowned.load(ordering: .relaxed) else { return false }
        return spare.withLock { spare in
            guard !spare.isOver, spare.writers.count < max(1, chunkCount / 16) else { return false }
            spare.writers.append(writer)
            return true
        }
    }

    /// The writer of an ended thread, for a new thread.
    func spareWriter() -> ThreadWriter? { spare.withLock { $0.writers.popLast() } }

    /// Releases all writers. Only for the end of the recorder.
    func forgetWriters() {
        // Released outside the lock.
        _ = spare.withLock { spare in
            defer { spare = Spare(isOver: true) }
            return spare.writers
        }
    }

    /// The next slot to write; in a ring, the oldest that it does not skip.
    ///
    /// A thread that records little may leave its chunk just as the ring comes round to it. The last records in the chunk are
    /// then unread, so it stays for another turn.
    func nextSlot(_ state: inout State) -> Int? {
        guard isRing || state.claimed < chunkCount else { return nil }
        // After half a turn, no chunk counts as recently left.
        for _ in 0..<2 * chunkCount {
            let slot = state.claimed % chunkCount
            state.claimed += 1
            memory.commit(UInt64(state.claimed), at: TraceFormat.Header.nextChunk)
            let isJustLeft = state.left[slot].map { state.claimed - $0 <= chunkCount / 2 } ?? false
            guard isJustLeft || state.kept.contains(slot) else {
                state.left[slot] = nil
                pages.use(upTo: offset(ofChunk: slot + 1))
                return slot
            }
            let open = state.open[slot]
            open?.isOverdue.store(true, ordering: .relaxed)
            if isJustLeft || open != nil { state.tail.pass(slot, in: chunks(state)) }
        }
        return nil
    }

    func begin(_ slot: Int, number: Int, type: UInt32, thread: UInt32, time: UInt64) {
        typealias Header = TraceFormat.ChunkHeader
        let chunk = offset(ofChunk: slot)
        let at = TraceFormat.offset(ofSlot: slot)
        if memory.load(chunk + Header.magic, as: UInt64.self) != 0 { wipe(slot) }
        memory.store(UInt32(truncatingIfNeeded: number), at: chunk + Header.number)
        memory.store(thread, at: chunk + Header.thread)
        memory.store(time, at: chunk + Header.firstTime)
        memory.commit(Header.magicValue, at: chunk + Header.magic)
        memory.store(time, at: at + TraceFormat.Slot.firstTime)
        memory.store(thread, at: at + TraceFormat.Slot.thread)
        memory.commit(type << 24, at: at + TraceFormat.Slot.state)
    }

    /// Empties a chunk for reuse; its missing magic tells readers that it is being replaced.
    func wipe(_ slot: Int) {
        memory.commit(UInt32(0), at: TraceFormat.offset(ofSlot: slot) + TraceFormat.Slot.state)
        let chunk = offset(ofChunk: slot)
        memory.commit(UInt64(0), at: chunk + TraceFormat.ChunkHeader.magic)
        memory.clear(TraceFormat.chunkSize, at: chunk)
    }

    func offset(ofChunk slot: Int) -> Int {
        TraceFormat.dataStart(chunks: chunkCount) + slot * TraceFormat.chunkSize
    }

    // MARK: Facts

    /// Stores a fact of the graph or the process, or counts it as lost if there is no room.
    func keep(_ item: MetadataItem) {
        state.withLock { state in
            state.facts.waiting.append(.init(item))
            writeWaiting(&state)
            reserve(&state)
            countOverwritten(state)
            updateFull(state)
        }
    }

    // MARK: A ring

    func chunks(_ state: State) -> RingChunks { RingChunks(memory: memory, chunkCount: chunkCount, open: state.open) }

    /// Adds the retained records of a chunk about to be overwritten to the waiting facts; counts its records as overwritten.
    func recycle(_ slot: Int, _ state: inout State) {
        let ring = chunks(state)
        guard isRing, ring.isEvents(slot) else { return }
        let claim = ChunkClaim(slot: slot, thread: ring.thread(slot), time: ring.firstTime(slot))
        state.overwritten += ring.count(slot)
        let until = memory.load(TraceFormat.Header.overwrittenUntil, as: UInt64.self)
        memory.commit(max(ring.lastTime(slot), until), at: TraceFormat.Header.overwrittenUntil)
        let parts = state.tail.recycle(slot, number: state.claimed - 1 - chunkCount, in: ring)
        let over = state.tail.table.takeRemoved()
        for start in stride(from: 0, to: over.count, by: MetadataItem.lifeLimit) {
            let lives = Array(over[start..<min(start + MetadataItem.lifeLimit, over.count)])
            state.facts.waiting.append(.init(.over(lives), of: 0))
        }
        for part in parts {
            let claim =
                part.slot == slot
                ? claim : ChunkClaim(slot: part.slot, thread: ring.thread(part.slot), time: ring.firstTime(part.slot))
            for start in stride(from: 0, to: part.indices.count, by: RetainedRecords.limit) {
                let indices = part.indices[start..<min(start + RetainedRecords.limit, part.indices.count)]
                state.facts.number += 1
                let retained = RetainedRecords(
                    number: state.facts.number, life: part.life, outer: part.outer, isBeginning: part.isBeginning && start == 0,
                    claim: claim, records: indices.map { ring.retained($0, in: part.slot) })
                state.facts.waiting.append(.init(.retained(retained), of: part.life))
            }
        }
    }

    /// Publishes the number of overwritten records, after the directory: a reader that reads the number first never counts a
    /// record that it also finds.
    private func countOverwritten(_ state: State) {
        memory.commit(UInt64(state.overwritten), at: TraceFormat.Header.overwritten)
    }
}

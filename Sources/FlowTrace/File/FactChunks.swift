/// The chunks of a file that hold facts.
///
/// Permanent facts, such as names of types, have separate chunks, which are never recycled. In a ring, the records retained from
/// overwritten chunks have separate chunks, which are compacted in FIFO order; that drops the facts of ended lives. A fact is
/// written to its new chunk before the old chunk is released: the file is always complete, but a reader may find a record twice.
struct FactChunks {
    /// A fact not yet written.
    struct Waiting {
        let type: MetadataItem.ItemType
        let bytes: [UInt8]
        /// The life that the fact is about; 0 for several lives, `nil` for a permanent fact.
        let life: UInt64?
        let isBeginning: Bool

        init(_ item: MetadataItem, of life: UInt64? = nil) {
            (type, bytes, self.life) = (item.type, item.encoded, life)
            if case .retained(let retained) = item { isBeginning = retained.isBeginning } else { isBeginning = false }
        }
    }

    /// A chunk being filled.
    struct Filling {
        let slot: Int
        var used = TraceFormat.ChunkHeader.size
    }

    /// The unwritten facts, in order.
    var waiting: [Waiting] = []
    /// The number of items of retained records written so far; each item stores its number.
    var number: UInt64 = 0
    /// The number of chunks begun; a slot has this number in place of a time.
    fileprivate var begun: UInt64 = 0
    fileprivate var staying: Filling?
    fileprivate var retained: Filling?
    /// The chunks of retained records, the oldest first.
    fileprivate var retainedSlots: [Int] = []
    /// Empty chunks in reserve.
    fileprivate var spares: [Int] = []
    /// The number of chunks with facts.
    fileprivate var used = 0
}

extension RecordingFile {
    private typealias Filling = WritableKeyPath<FactChunks, FactChunks.Filling?>
    /// The most chunks emptied to make room for one fact.
    private static let moveLimit = 16
    /// The number of chunks that are kept free for the ends of lives, and not used for beginnings.
    private static let reservedForEnds = 2
    /// The number of empty chunks in reserve: one for the facts of a chunk about to be overwritten, and one for a permanent fact.
    private static let spareCount = 2

    /// Writes the waiting facts, and the ones added when this recycles another chunk of the ring.
    func writeWaiting(_ state: inout State) {
        var index = 0
        while index < state.facts.waiting.count {
            let next = state.facts.waiting[index]
            index += 1
            let filling: Filling = next.life == nil ? \.staying : \.retained
            if let life = next.life, state.tail.table[life]?.state == .lost { continue }
            if hasRoom(for: next.bytes.count, filling, state) || makeRoom(for: next, filling, &state) {
                append(next.type, next.bytes[...], filling, &state)
                if let life = next.life { state.tail.table.wrote(life, bytes: MetadataItem.end(of: 0, count: next.bytes.count)) }
            } else {
                state.lostFacts += 1
                memory.commit(UInt64(state.lostFacts), at: TraceFormat.Header.lostFacts)
                if let life = next.life { state.tail.table.lose(life) }
            }
        }
        state.facts.waiting.removeAll(keepingCapacity: true)
    }

    private func hasRoom(for count: Int, _ filling: Filling, _ state: State) -> Bool {
        guard let chunk = state.facts[keyPath: filling] else { return false }
        return TraceFormat.chunkSize - chunk.used >= count + MetadataItem.headerSize
    }

    /// Writes a fact. The room must have been checked.
    private func append(_ type: MetadataItem.ItemType, _ bytes: ArraySlice<UInt8>, _ filling: Filling, _ state: inout State) {
        guard let chunk = state.facts[keyPath: filling] else { return }
        let at = offset(ofChunk: chunk.slot) + chunk.used
        memory.copy(bytes, to: at + MetadataItem.headerSize)
        memory.commit(UInt32(type.rawValue) | UInt32(bytes.count) << 16, at: at)
        state.facts[keyPath: filling]?.used = MetadataItem.end(of: chunk.used, count: bytes.count)
    }

    /// Makes room for a fact by compacting older chunks or beginning another. Returns whether there is room.
    private func makeRoom(for fact: FactChunks.Waiting, _ filling: Filling, _ state: inout State) -> Bool {
        guard filling == \.retained else { return beginFacts(filling, below: isRing ? factLimit - 1 : factLimit, &state) }
        // Records move only after the ends of lives are written, or an end could be released before its beginning.
        if fact.type == .retained { moveRetained(&state) }
        if hasRoom(for: fact.bytes.count, filling, state) { return true }
        return beginFacts(filling, below: factLimit - 1 - (fact.isBeginning ? RecordingFile.reservedForEnds : 0), &state)
    }

    /// Begins another chunk for facts if fewer than `limit` are in use. Returns whether it did.
    private func beginFacts(_ filling: Filling, below limit: Int, _ state: inout State) -> Bool {
        guard state.facts.used < limit, let slot = state.facts.spares.popLast() ?? freshSlot(&state) else {
            return false
        }
        if let full = state.facts[keyPath: filling] { seal(full.slot) }
        state.facts.begun += 1
        let (begun, metadata) = (state.facts.begun, TraceFormat.Slot.metadata)
        begin(slot, number: Int(truncatingIfNeeded: begun), type: metadata, thread: 0, time: begun)
        state.facts[keyPath: filling] = FactChunks.Filling(slot: slot)
        state.facts.used += 1
        if filling == \.retained { state.facts.retainedSlots.append(slot) }
        return true
    }

    /// Claims one more chunk for facts. Adds the retained records of a recycled chunk to the waiting facts.
    private func freshSlot(_ state: inout State) -> Int? {
        guard let slot = nextSlot(&state) else { return nil }
        state.kept.insert(slot)
        recycle(slot, &state)
        return slot
    }

    /// Keeps empty chunks ready for facts, since the retained records of a recycled chunk are written before the chunk is wiped.
    ///
    /// Only if these records take more room than the reserve, as when a thousand old subscriptions end together, is a chunk
    /// wiped a moment before all its records are written.
    func reserve(_ state: inout State) {
        for _ in 0..<RecordingFile.spareCount {
            guard isRing, state.facts.spares.count < RecordingFile.spareCount, state.facts.used < factLimit,
                let slot = freshSlot(&state)
            else { return }
            writeWaiting(&state)
            putBack(slot, &state)
        }
    }

    /// Returns a chunk to the ring, or keeps it in reserve. It is wiped, so readers no longer see it.
    private func putBack(_ slot: Int, _ state: inout State) {
        wipe(slot)
        if state.facts.spares.count < RecordingFile.spareCount {
            state.facts.spares.append(slot)
        } else {
            state.kept.remove(slot)
        }
    }

    /// Marks a chunk of facts as complete, so that readers need not read it again.
    private func seal(_ slot: Int) {
        let word = TraceFormat.Slot.metadata << 24 | TraceFormat.Slot.sealed
        memory.commit(word, at: TraceFormat.offset(ofSlot: slot) + TraceFormat.Slot.state)
    }

    /// Compacts the oldest chunks of retained records while such chunks take twice the room that live subscriptions need, or
    /// sooner if there is no room left.
    ///
    /// - Complexity: O(64 KiB) for each chunk: at most two while there is room, else at most ``moveLimit``.
    private func moveRetained(_ state: inout State) {
        let needed = state.tail.table.bytes / TraceFormat.chunkSize + 1
        for moved in 0..<RecordingFile.moveLimit {
            let isFull = state.facts.used >= factLimit - 1 - RecordingFile.reservedForEnds
            guard state.facts.retainedSlots.count > (isFull ? needed : 2 * needed), moved < 2 || isFull else { return }
            guard moveOldest(&state) else { return }
        }
    }

    /// Copies the live records of the oldest chunk, and releases the chunk. Returns whether there was room.
    private func moveOldest(_ state: inout State) -> Bool {
        guard let oldest = state.facts.retainedSlots.first, oldest != state.facts.retained?.slot else { return false }
        let chunk = offset(ofChunk: oldest)
        var at = TraceFormat.ChunkHeader.size
        while at + MetadataItem.headerSize <= TraceFormat.chunkSize {
            let head = memory.load(chunk + at, as: UInt32.self)
            let bytes = UnsafeRawBufferPointer(start: memory.base + chunk + at + MetadataItem.headerSize, count: Int(head >> 16))
            guard head != 0, at + MetadataItem.headerSize + bytes.count <= TraceFormat.chunkSize else { break }
            at = MetadataItem.end(of: at, count: bytes.count)
            // A life's end is its last record. When the end is reached here, all earlier records of the life have been dropped,
            // so it can go too.
            guard let type = MetadataItem.ItemType(rawValue: UInt16(truncatingIfNeeded: head)), type == .retained,
                let lives = MetadataItem.lives(ofRetained: bytes), state.tail.table.keeps(lives.life),
                lives.outer == 0 || state.tail.table.keeps(lives.outer)
            else { continue }
            guard hasRoom(for: bytes.count, \.retained, state) || beginFacts(\.retained, below: factLimit, &state) else {
                return false
            }
            append(type, Array(bytes)[...], \.retained, &state)
        }
        state.facts.retainedSlots.removeFirst()
        state.facts.used -= 1
        putBack(oldest, &state)
        return true
    }
}

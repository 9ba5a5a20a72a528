/// Reads a trace file from start to end, and follows it while it grows.
///
/// Remembers its position in each thread; later records come with the next ``read(into:limit:until:)``. After ``release()`` a
/// copy is small, and continues from its position.
public struct TraceCursor: Sendable {
    private let file: TraceFile
    /// The time up to which this reading is complete while the file is being written: a later record of one thread may refer to
    /// an unread record of another.
    private var present: UInt64 = .max
    /// The threads being read, in order of their numbers; empty once the whole file was read.
    private var streams: [ThreadStream] = []
    private var queue = StreamQueue()
    /// The time up to which records are missing, until that is reported.
    private var gap: UInt64?
    /// Up to this number of threads, their chunks of 64 KiB stay in memory. With more threads, a chunk is read again at each turn
    /// of its thread.
    private static let keptChunks = 1_024
    /// The chunks of each thread not read to their end, or still growing.
    private var chunks: [UInt32: [ChunkClaim]] = [:]
    /// The number of records read from each chunk in the file.
    private var taken: [ChunkClaim: Int] = [:]
    /// The index up to which the retained records of each chunk were read.
    private var retainedEnd: [ChunkClaim: Int] = [:]
    /// The chunks in the directory when it was last read.
    private var listed: Set<ChunkClaim> = []
    /// The number of records read from overwritten chunks; then the same for each chunk overwritten last, whose retained records
    /// may arrive a moment later.
    private var gone = 0
    private var departed: [ChunkClaim: Int] = [:]
    /// The chunks with only their retained records left, listed while those may still be read again.
    private var reduced: Set<ChunkClaim> = []
    private var retained: [ChunkClaim: [RetainedRecord]] = [:]
    private var retainedReading = RetainedReading()
    /// The end of the facts read from each chunk of facts, and whether the chunk is complete.
    private var metadata: [ChunkClaim: (end: Int, isSealed: Bool)] = [:]
    /// Whether chunks of facts were emptied before they were read to the end.
    private var hasMissedFacts = false
    /// The number of the newest chunk of facts that was read.
    private var newestFacts: UInt64 = 0
    /// Whether the ring overtook the cursor so far that ends of known subscriptions may be lost. A new cursor finds the live
    /// subscriptions.
    public private(set) var hasLostTrack = false
    /// Whether a thread's next chunk was overwritten while some of its retained records are unknown.
    private var isOvertaken = false
    /// Whether a partly read chunk was overwritten.
    private var hasLostRest = false
    /// The number of chunks of a ring read together: 16 MiB.
    private static let chunksAhead = 256
    /// The most attempts to read facts that move during the reading.
    private static let attempts = 100

    /// The number of records that a ring overwrote before this cursor had read them.
    public private(set) var overtaken = 0

    /// The chunks that could not be read.
    private var damaged: Set<ChunkClaim> = []
    /// The number of names read that are not in the file.
    private var namesRead = 0
    /// The number of further unreadable chunks, which the directory only counts.
    private var skipped = 0

    /// The number of unreadable 64 KiB chunks: cut off, or damaged.
    public var unreadableChunks: Int { damaged.count + skipped + file.slotsCutOff }

    /// Starts at the first record.
    public init(_ file: TraceFile) { self.file = file }

    /// Moves new records to the end of `sink`, merged by time, then thread, then position.
    ///
    /// - Parameters:
    ///   - sink: Gets the records.
    ///   - limit: The most records to move.
    ///   - horizon: Records after this time, in nanoseconds since time 0, wait for the next reading, as do records made from now
    ///     on.
    /// - Returns: The number of moved records; fewer than `limit` if there were no more.
    /// - Complexity: O(*n* + *r* · log *threads*) for *n* records in *r* runs of one thread.
    @discardableResult
    public mutating func read(into sink: inout some RecordSink, limit: Int = .max, until horizon: UInt64 = .max) -> Int {
        guard let asked = file.written(horizon) else { return 0 }
        if streams.isEmpty { refresh(into: &sink) }
        declareFoundNames(to: &sink)
        let last = horizon == .max ? present : min(asked, present)
        let end = last == .max ? RecordPosition(time: .max, thread: .max) : RecordPosition(time: last + 1, thread: 0)
        var (count, attempts) = (0, 0)
        reportGap(to: &sink)
        while count < limit {
            if isOvertaken, attempts < TraceCursor.attempts {
                attempts += 1
                catchUp(into: &sink)
            }
            guard let next = queue.first, next.position < end else { break }
            let turn = min(end, queue.second ?? end)
            count += streams[next.stream].run(into: &sink, before: turn, limit: limit - count)
            queue.moveFirst(to: position(of: next.stream))
            reportGap(to: &sink)
        }
        if count < limit { finish() }
        return count
    }

    private mutating func declareFoundNames(to sink: inout some RecordSink) {
        let new = file.foundNames.names(after: namesRead)
        namesRead += new.count
        for name in new { TraceCursor.declare(.placeName(name), to: &sink) }
    }

    /// The position of a thread's next record.
    private mutating func position(of stream: Int) -> RecordPosition? {
        let position = streams[stream].nextPosition()
        if let end = streams[stream].nextGap() { gap = max(gap ?? 0, end) }
        if streams[stream].isOvertaken { isOvertaken = true }
        if streams.count > TraceCursor.keptChunks { streams[stream].release() }
        return position
    }

    private mutating func reportGap(to sink: inout some RecordSink) {
        guard let end = gap else { return }
        gap = nil
        sink.recordGap(until: file.time(end))
    }

    /// Releases memory whose contents can be read again.
    public mutating func release() {
        for index in streams.indices { streams[index].release() }
    }

    /// The approximate size of a copy in bytes.
    public var weight: Int { 48 * streams.reduce(taken.count) { $0 + $1.read.count } }

    /// Reads the retained records of chunks that were overwritten before they were read: later records of other threads may need
    /// them.
    private mutating func catchUp(into sink: inout some RecordSink) {
        let held = streams.reduce(into: [:]) { $0.merge($1.heldChunks) { $1 } }
        finish()
        refresh(into: &sink, holding: held)
        reportGap(to: &sink)
    }

    /// Reads the new directory and facts of the file.
    ///
    /// - Parameter held: The chunks in memory not read to their end.
    private mutating func refresh(into sink: inout some RecordSink, holding held: [ChunkClaim: ChunkCopy] = [:]) {
        isOvertaken = false
        present = file.present
        // Read before the directory, so that no readable record counts as overwritten.
        let overwritten = file.overwritten
        let directory = readFacts(into: &sink)
        let slots = directory.slots
        if directory.skipped > skipped { gap = .max }
        skipped = directory.skipped
        for slot in slots where !slot.isKnown && damaged.insert(slot.claim).inserted { gap = .max }
        updateChunks(slots, holding: held)
        recordGap(overwritten, holding: held, into: &sink)
        sink.record(missed: file.missed)
        let ahead = held.merging(oldestChunks(except: held)) { known, _ in known }
        streams = chunks.keys.sorted().map { thread in
            let own = chunks[thread] ?? []
            let read = Dictionary(uniqueKeysWithValues: own.compactMap { claim in taken[claim].map { (claim, $0) } })
            return ThreadStream(
                file, thread: thread, chunks: own, read: read, retainedEnd: retainedEnd, retained: retained,
                held: ahead.filter { $0.key.thread == thread })
        }
        queue = StreamQueue()
        for index in streams.indices {
            if let position = position(of: index) { queue.add(index, at: position) }
        }
    }

    /// The chunks of a ring that will be overwritten next. They are read together before they are folded one by one.
    private func oldestChunks(except held: [ChunkClaim: ChunkCopy]) -> [ChunkClaim: ChunkCopy] {
        guard file.isRing else { return [:] }
        let oldest = chunks.values.joined().filter { held[$0] == nil && listed.contains($0) }.sorted { $0.time < $1.time }
        let copies = oldest.prefix(TraceCursor.chunksAhead).compactMap { claim in file.chunk(claim).map { (claim, $0) } }
        return Dictionary(uniqueKeysWithValues: copies)
    }

    /// Stores the positions in the threads.
    private mutating func finish() {
        // Outside a ring, a chunk that was read to its end is not read again.
        if !file.isRing { taken = [:] }
        for index in streams.indices {
            streams[index].release()
            let stream = streams[index]
            chunks[stream.thread] = stream.unfinished
            taken.merge(stream.read) { max($0, $1) }
            retainedEnd.merge(stream.retainedEnd) { max($0, $1) }
            damaged.formUnion(stream.damaged)
        }
        streams = []
        queue = StreamQueue()
        forgetRetained()
    }

    /// Reads new facts, and returns the directory that goes with them: no chunk was overwritten between the two.
    private mutating func readFacts(into sink: inout some RecordSink) -> TraceDirectory {
        var found = (retained: [RetainedRecords](), over: Set<UInt64>())
        var directory = file.directory()
        for _ in 0..<TraceCursor.attempts {
            let slots = directory.slots.filter { $0.type == TraceFormat.Slot.metadata }
            let isRead = slots.allSatisfy { readFacts($0, into: &sink, &found) }
            if isRead, !file.isRing { break }
            let before = directory
            directory = file.directory()
            if isRead, directory.slots.elementsEqual(before.slots, by: { $0.claim == $1.claim }) { break }
        }
        let claims = Set(directory.slots.map(\.claim))
        noticeMissedFacts(among: claims)
        metadata = metadata.filter { claims.contains($0.key) }
        let parts = retainedReading.read(found.retained, over: found.over, present: claims)
        for part in parts {
            let isKnown = reduced.contains(part.claim) && (taken[part.claim] ?? departed[part.claim]) != nil
            if !isKnown { retained[part.claim, default: []] += part.records }
        }
        for claim in Set(parts.map(\.claim)) { retained[claim]?.sortAndMerge() }
        return directory
    }

    /// Chunks of facts are numbered: a missing number is that of an emptied chunk.
    private mutating func noticeMissedFacts(among claims: Set<ChunkClaim>) {
        let newest = metadata.keys.map(\.time).max() ?? 0
        let new = metadata.keys.count { $0.time > newestFacts }
        let isUnfinished = metadata.contains { !$0.value.isSealed && !claims.contains($0.key) }
        hasMissedFacts = newestFacts > 0 && (isUnfinished || newest > newestFacts && newest - newestFacts != UInt64(new))
        newestFacts = max(newestFacts, newest)
    }

    /// Reads the new facts of a chunk. Returns whether the chunk is still there.
    private mutating func readFacts(
        _ slot: DirectorySlot, into sink: inout some RecordSink, _ found: inout (retained: [RetainedRecords], over: Set<UInt64>)
    ) -> Bool {
        let before = metadata[slot.claim]
        guard before?.isSealed != true else { return true }
        let read = file.chunk(slot.claim)
        if read == nil, !file.holds(slot.claim) { return false }
        // An unreadable chunk of facts may have had any fact.
        if read?.isWhole != true, damaged.insert(slot.claim).inserted { gap = .max }
        guard let chunk = read else { return true }
        let new = chunk.items(from: before?.end ?? 0)
        metadata[slot.claim] = (new.end, slot.isSealed)
        if new.unknown > 0 { sink.passOver(items: new.unknown) }
        for item in new.items {
            switch item {
            case .retained(let part):
                if file.isRing, part.claim.slot < file.chunkCount, !part.records.isEmpty { found.retained.append(part) }
            case .over(let lives): found.over.formUnion(lives)
            default: TraceCursor.declare(item, to: &sink)
            }
        }
        return true
    }

    /// Updates the lists of chunks, and of chunks with only retained records left.
    private mutating func updateChunks(_ slots: [DirectorySlot], holding held: [ChunkClaim: ChunkCopy]) {
        let claims = Set(slots.filter { $0.type == TraceFormat.Slot.events }.map(\.claim))
        let readable = claims.union(held.keys)
        let waiting = Set(chunks.values.joined())
        hasLostRest = waiting.contains { listed.contains($0) && !readable.contains($0) && taken[$0] != nil }
        for thread in chunks.keys { chunks[thread]?.removeAll { !readable.contains($0) && retained[$0] == nil } }
        for claim in claims.union(retained.keys) where !listed.contains(claim) && !waiting.contains(claim) {
            chunks[claim.thread, default: []].append(claim)
            guard let count = departed[claim] else { continue }
            taken[claim] = count
            gone -= count
        }
        for thread in chunks.keys { chunks[thread]?.sort { ($0.time, $0.slot) < ($1.time, $1.slot) } }
        listed = claims
        reduced = reduced.filter { claims.contains($0) || taken[$0] != nil }
        reduced.formUnion(slots.filter(\.isReduced).map(\.claim))
    }

    /// Reports the number of records overwritten unread.
    private mutating func recordGap(_ overwritten: Int, holding held: [ChunkClaim: ChunkCopy], into sink: inout some RecordSink) {
        guard overwritten > 0 else { return }
        let waiting = Set(chunks.values.joined())
        departed = taken.filter { !listed.contains($0.key) && !waiting.contains($0.key) }
        for (claim, count) in departed {
            gone += count
            taken[claim] = nil
        }
        retainedEnd = retainedEnd.filter { taken[$0.key] != nil || departed[$0.key] != nil }
        let rescued = waiting.subtracting(listed).map { claim in
            let end = held[claim]?.count ?? taken[claim] ?? 0
            let next = max(end, retainedEnd[claim] ?? 0)
            return end + (retained[claim] ?? []).count { $0.index >= next }
        }
        let lost = overwritten - gone - rescued.reduce(0, +)
        guard lost > overtaken else { return }
        overtaken = lost
        if hasMissedFacts || hasLostRest { hasLostTrack = true }
        sink.recordGap(until: file.overwrittenUntil)
    }

    /// Releases the retained records of chunks that were read.
    private mutating func forgetRetained() {
        guard !retained.isEmpty else { return }
        let waiting = Set(chunks.values.joined())
        retained = retained.filter { claim, _ in waiting.contains(claim) && !(reduced.contains(claim) && taken[claim] != nil) }
    }

    private static func declare(_ item: MetadataItem, to sink: inout some RecordSink) {
        switch item {
        case .node(let node): sink.declare(nodes: [node], edges: [])
        case .edge(let edge): sink.declare(nodes: [], edges: [edge])
        case .typeName(let tag, let name):
            ItemFact(.typeName, HookKey(id: 0, tag: tag), text: name).append(to: &sink)
        case .module(let module): for fact in module.facts { fact.append(to: &sink) }
        case .stack(let stack): for fact in stack.facts { fact.append(to: &sink) }
        case .placeName(let name): for fact in name.facts { fact.append(to: &sink) }
        case .testEnd(let tag, let outcome):
            ItemFact(.testEnd, HookKey(id: 0, tag: tag), subkind: outcome.rawValue).append(to: &sink)
        case .command, .end, .retained, .over: break
        }
    }
}

extension [RetainedRecord] {
    /// Sorts the retained records of one chunk and removes duplicates: a record needed by several lives occurs once for each
    /// life.
    fileprivate mutating func sortAndMerge() {
        sort { $0.index < $1.index }
        var last = -1
        removeAll { record in
            defer { last = record.index }
            return last == record.index
        }
    }
}

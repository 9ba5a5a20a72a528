/// The oldest chunks of a ring: decides which records must outlast them when they are overwritten.
///
/// Reads records in order of time up to the end of the chunk to be overwritten, and assigns each record that shapes the graph to
/// its lives (``SubscriptionTable``). An ended life vanishes with its last record. A live one keeps its records, and the records
/// of the life in whose call it was subscribed.
///
/// - Complexity: O(1) for each overwritten record. A thread that hardly records keeps its chunk; for such a chunk, the
///   identifiers in it are stored.
struct RingEviction: Sendable {
    /// A record that a life needs; `outer` is the life in whose call that life was subscribed, 0 for none.
    struct Pick: Hashable, Sendable {
        let index: Int
        let life: SubscriptionTable.ID
        let outer: SubscriptionTable.ID
    }

    /// The records of one chunk that a life needs.
    struct Part: Sendable {
        let slot: Int
        let life: SubscriptionTable.ID
        let outer: SubscriptionTable.ID
        let isBeginning: Bool
        let indices: [Int]
    }

    /// A partly read chunk.
    struct Chunk: Sendable {
        /// Distinguishes it from others in its slot.
        let serial: Int
        /// The number of records read.
        var count = 0
        var picks: [Pick] = []
        /// For a chunk still being written when the ring reached it: the times at which it mentions each identifier.
        var mentions: [UInt64: [UInt64]]?
    }

    var table = SubscriptionTable()
    var chunks: [Int: Chunk] = [:]
    /// The chunk being read, kept apart from the others.
    var current = Chunk(serial: 0)
    private(set) var currentSlot: Int?
    /// The open calls of each thread.
    var threads: [UInt32: ThreadCalls] = [:]
    private var serial = 0
    /// The chunks that the ring reached while they were being written.
    private var stragglers: Set<Int> = []
    /// The start times of the chunks that the ring has not reached again, except chunks that begin no earlier than a later one.
    private var window: [(number: Int, time: UInt64)] = []
    private var windowStart = 0

    // MARK: The ring

    /// Records that the ring's `number`th chunk has begun.
    mutating func begin(_ number: Int, at time: UInt64) {
        while window.count > windowStart, let last = window.last, last.time >= time { window.removeLast() }
        window.append((number, time))
    }

    /// Passes a chunk still being written, and lists the identifiers that it mentions.
    mutating func pass(_ slot: Int, in ring: RingChunks) {
        guard stragglers.insert(slot).inserted else { return }
        open(slot)
        chunks[slot]?.mentions = [:]
        for index in 0..<(chunks[slot]?.count ?? 0) { mention(ring.record(index, in: slot), in: slot) }
        turn(to: nil)
    }

    /// Passes all chunks up to the `number`th.
    private mutating func pass(upTo number: Int) {
        while windowStart < window.count, window[windowStart].number <= number { windowStart += 1 }
        guard windowStart > 64, 2 * windowStart > window.count else { return }
        window.removeFirst(windowStart)
        windowStart = 0
    }

    private var horizon: UInt64 { windowStart < window.count ? window[windowStart].time : .max }

    /// Returns the records to save from a chunk about to be overwritten.
    ///
    /// - Parameter number: The last chunk that the ring has passed.
    mutating func recycle(_ slot: Int, number: Int, in ring: RingChunks) -> [Part] {
        let isStraggler = stragglers.contains(slot)
        sweep(before: min(ring.firstTime(slot), horizon))
        pass(upTo: number)
        read(until: ring.lastTime(slot), oldest: slot, in: ring)
        stragglers.remove(slot)
        if isStraggler { table.askAgain() }
        // An unwritten life is removed with its last chunk; a written one with the next chunk, once its end is written.
        sweep(before: horizon, ifUnwritten: true)
        let parts = parts(of: slot)
        chunks[slot] = nil
        return parts
    }

    private mutating func sweep(before horizon: UInt64, ifUnwritten isUnwritten: Bool = false) {
        let mentions = stragglers.compactMap { chunks[$0]?.mentions }
        table.sweep(before: horizon, ifUnwritten: isUnwritten) { life in
            let span = life.begin...max(life.begin, life.end ?? .max)
            let ids = life.subscription.map { [life.key.id, $0.id] } ?? [life.key.id]
            return mentions.contains { known in ids.contains { known[$0]?.contains(where: span.contains) == true } }
        }
    }

    // MARK: Parts

    /// The records in a chunk that live subscriptions need, and the records in other chunks that begin these subscriptions.
    private mutating func parts(of slot: Int) -> [Part] {
        var parts: [Part] = []
        var indices: [Pick: [Int]] = [:]
        var order: [Pick] = []
        for pick in chunks[slot]?.picks ?? [] {
            let owner = Pick(index: 0, life: pick.life, outer: pick.outer)
            guard table.keeps(owner.life), owner.outer == 0 || table.keeps(owner.outer) else { continue }
            if indices[owner] == nil { order.append(owner) }
            indices[owner, default: []].append(pick.index)
        }
        // Only the first part of a life contains its beginning.
        for owner in order where owner.outer == 0 {
            let isBeginning = table[owner.life]?.state == .unwritten && table[owner.life]?.slot == slot
            if !isBeginning { parts += beginning(of: owner.life) }
            table.beganWriting(owner.life)
            parts.append(
                Part(slot: slot, life: owner.life, outer: 0, isBeginning: isBeginning, indices: (indices[owner] ?? []).sorted()))
        }
        for owner in order where owner.outer != 0 {
            parts += beginning(of: owner.life) + beginning(of: owner.outer)
            parts.append(
                Part(
                    slot: slot, life: owner.life, outer: owner.outer, isBeginning: false, indices: (indices[owner] ?? []).sorted()
                ))
        }
        return parts
    }

    /// The records that begin an unwritten life; readers need them first.
    private mutating func beginning(of id: SubscriptionTable.ID) -> [Part] {
        guard let life = table[id], life.state == .unwritten else { return [] }
        table.beganWriting(id)
        let picks = chunks[life.slot]?.picks ?? []
        chunks[life.slot]?.picks.removeAll { $0.life == id && $0.outer == 0 }
        let indices = picks.filter { $0.life == id && $0.outer == 0 }.map(\.index).sorted()
        return [Part(slot: life.slot, life: id, outer: 0, isBeginning: true, indices: indices)]
    }

    // MARK: Reading

    /// The chunks of one thread being read, the oldest first.
    private struct Source {
        let thread: UInt32
        var slots: ArraySlice<Int>
        var next = 0
        var count = 0

        /// Advances to the next record, if necessary in the next chunk.
        mutating func advance(_ tail: inout RingEviction, in ring: RingChunks) {
            while let slot = slots.first {
                next = tail.open(slot)
                count = ring.count(slot)
                if next < count { return }
                slots.removeFirst()
            }
        }

        func position(in ring: RingChunks) -> RecordPosition? {
            slots.first.map { RecordPosition(time: ring.record(next, in: $0).time, thread: thread) }
        }
    }

    /// Reads the records up to a time, and all records of the chunk to be overwritten.
    private mutating func read(until time: UInt64, oldest slot: Int, in ring: RingChunks) {
        var sources = sources(until: time, oldest: slot, in: ring)
        var queue = StreamQueue()
        for index in sources.indices {
            sources[index].advance(&self, in: ring)
            if let position = sources[index].position(in: ring) { queue.add(index, at: position) }
        }
        let end = time == .max ? RecordPosition(time: .max, thread: .max) : RecordPosition(time: time + 1, thread: 0)
        while let first = queue.first, first.position < end {
            read(&sources[first.stream], before: min(end, queue.second ?? end), in: ring)
            queue.moveFirst(to: sources[first.stream].position(in: ring))
        }
        readRest(of: slot, in: ring)
    }

    /// Reads the remaining records of a chunk. Their times may go back if the clock does.
    private mutating func readRest(of slot: Int, in ring: RingChunks) {
        var source = Source(thread: ring.thread(slot), slots: [slot])
        source.advance(&self, in: ring)
        if !source.slots.isEmpty { read(&source, before: RecordPosition(time: .max, thread: .max), in: ring) }
    }

    private mutating func sources(until time: UInt64, oldest slot: Int, in ring: RingChunks) -> [Source] {
        var slots = [slot] + stragglers.filter { $0 != slot }
        for distance in 1..<max(1, ring.chunkCount) {
            let next = (slot + distance) % ring.chunkCount
            guard ring.isEvents(next), !stragglers.contains(next) else { continue }
            guard ring.firstTime(next) <= time else { break }
            slots.append(next)
        }
        return Dictionary(grouping: slots, by: ring.thread).map { thread, slots in
            Source(thread: thread, slots: slots.sorted { ring.firstTime($0) < ring.firstTime($1) }[...])
        }
    }

    /// Reads a thread's records before `end`.
    private mutating func read(_ source: inout Source, before end: RecordPosition, in ring: RingChunks) {
        var calls = threads.removeValue(forKey: source.thread) ?? ThreadCalls()
        defer { threads[source.thread] = calls.isEmpty ? nil : calls }
        let isFirst = source.thread < end.thread
        guard isFirst || end.time > 0 else { return }
        let last = isFirst ? end.time : max(1, end.time) - 1
        while let slot = source.slots.first {
            turn(to: slot)
            let isStraggler = stragglers.contains(slot)
            while source.next < source.count {
                let record = ring.record(source.next, in: slot)
                guard record.time <= last else { break }
                if record.family != .events {
                    // A delivery without nested calls changes nothing.
                    if record.call == .willValue, !isStraggler, source.next + 1 < source.count,
                        record.isEnded(by: ring.record(source.next + 1, in: slot))
                    {
                        source.next += 2
                        continue
                    }
                    read(record, Place(slot: slot, serial: current.serial, index: source.next), &calls)
                    if isStraggler { mention(record, in: slot) }
                }
                source.next += 1
            }
            current.count = source.next
            guard source.next == source.count else { break }
            source.advance(&self, in: ring)
        }
        turn(to: nil)
    }

    /// Makes a chunk the current one, and puts the previous one back.
    private mutating func turn(to slot: Int?) {
        if let old = currentSlot { chunks[old] = current }
        current = slot.flatMap { chunks.removeValue(forKey: $0) } ?? Chunk(serial: 0)
        currentSlot = slot
    }

    /// Lists a chunk if it is new. Returns the number of records read from it.
    @discardableResult
    private mutating func open(_ slot: Int) -> Int {
        if slot == currentSlot { return current.count }
        if let known = chunks[slot] { return known.count }
        serial += 1
        chunks[slot] = Chunk(serial: serial)
        return 0
    }

    private mutating func mention(_ record: TraceEvent, in slot: Int) {
        guard record.call != nil || record.step != nil || record.fact == .death else { return }
        if slot != currentSlot { turn(to: slot) }
        current.mentions?[record.a, default: []].append(record.time)
        if record.call == .willSubscription { current.mentions?[record.b, default: []].append(record.time) }
    }
}

/// The chunks of a ring from its writer's point of view.
struct RingChunks {
    let memory: FileMemory
    let chunkCount: Int
    /// The chunks being written at the moment.
    let open: [Int: Chunk]

    private func word<Number>(_ slot: Int, _ offset: Int) -> Number {
        memory.load(TraceFormat.offset(ofSlot: slot) + offset, as: Number.self)
    }

    func isEvents(_ slot: Int) -> Bool { (word(slot, TraceFormat.Slot.state) as UInt32) >> 24 == TraceFormat.Slot.events }

    func thread(_ slot: Int) -> UInt32 { word(slot, TraceFormat.Slot.thread) }

    func firstTime(_ slot: Int) -> UInt64 { word(slot, TraceFormat.Slot.firstTime) }

    /// The time of the last record of a finished chunk.
    func lastTime(_ slot: Int) -> UInt64 { word(slot, TraceFormat.Slot.lastTime) }

    /// The number of committed records; at most the capacity of a chunk.
    func count(_ slot: Int) -> Int {
        let written = Int((word(slot, TraceFormat.Slot.state) as UInt32) & 0xFFFF)
        return open[slot]?.committed.load(ordering: .acquiring) ?? min(written, TraceFormat.recordLimit)
    }

    /// The record at an index below the count.
    @inline(__always)
    func record(_ index: Int, in slot: Int) -> TraceEvent {
        memory.load(offset(of: slot) + ChunkCopy.offset(ofRecord: index), as: TraceEvent.self)
    }

    /// The offset of a chunk.
    func offset(of slot: Int) -> Int { TraceFormat.dataStart(chunks: chunkCount) + slot * TraceFormat.chunkSize }

    /// A record with its index, and as much of its text as fits inside.
    func retained(_ index: Int, in slot: Int) -> RetainedRecord {
        let record = record(index, in: slot)
        let text = record.textSpan.map { span in
            let range = TraceFormat.textRange(span, above: TraceFormat.ChunkHeader.size) ?? 0..<0
            return UnsafeRawBufferPointer(start: memory.base + offset(of: slot) + range.lowerBound, count: range.count)
        }
        return RetainedRecord(index: index, record: record.withTextInside(text))
    }
}

extension TraceEvent {
    /// Whether `next` ends this delivery, in which nothing happened.
    fileprivate func isEnded(by next: TraceEvent) -> Bool {
        next.call == .didValue && next.hookKey == hookKey
    }
}

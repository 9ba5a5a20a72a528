/// Sends the contents of a trace file to a viewer that cannot open it.
///
/// Reads the file as a viewer does; the recording threads are not affected. For a viewer that lags far behind, the oldest chunks
/// are reduced to their retained records; the header counts the rest as overwritten.
///
/// - Important: Belongs to one thread.
package struct TraceSender {
    /// The sent part of a chunk.
    private struct Sent {
        var records = 0
        var textTop = TraceFormat.chunkSize
        /// Whether the transfer has ended.
        var isDone = false
        /// The number of skipped records, and the time of the last of them.
        var skipped = 0
        var lastTime: UInt64 = 0
    }

    private let file: TraceFile
    private let clock: () -> UInt64
    private var sent: [ChunkClaim: Sent] = [:]
    /// The slots of which a chunk was sent.
    private var used: Set<Int> = []
    private var metadata: [ChunkClaim: Int] = [:]
    private var picker = RetainedRecordPicker()
    private var queue: [DirectorySlot] = []
    /// The messages that clear overwritten chunks; sent after the facts with their retained records.
    private var gone: [UInt8] = []
    private var skipping = 0
    private var horizon: UInt64 = 0
    private var header: [UInt8] = []
    private var sentHeader: [UInt8] = []

    /// The most chunks sent in full.
    private let chunkLimit: Int

    /// Sends from a trace file, from its start.
    ///
    /// - Parameters:
    ///   - chunkLimit: The number of 64 KiB chunks that a viewer may lag behind before chunks are reduced.
    ///   - clock: Nanoseconds since the start of the trace.
    package init(_ file: TraceFile, chunkLimit: Int = 64, clock: (() -> UInt64)? = nil) {
        self.file = file
        self.chunkLimit = chunkLimit
        self.clock = clock ?? { TraceClock.machineNanoseconds() &- file.startTime }
    }

    /// The bytes of the next messages, about 64 KiB at most; empty if nothing is new.
    package mutating func next() -> [UInt8] {
        if sentHeader.isEmpty { return begin() }
        if queue.isEmpty, gone.isEmpty {
            // The header is sent at the end of each round, even if the next round has much to send.
            if header != sentHeader, !header.isEmpty { return end() }
            beginRound()
        }
        while let slot = queue.first {
            if slot.type == TraceFormat.Slot.events, !gone.isEmpty { return drainGone() }
            queue.removeFirst()
            let isSkipped = skipping > 0 && slot.type == TraceFormat.Slot.events
            if isSkipped { skipping -= 1 }
            let bytes = slot.type == TraceFormat.Slot.metadata ? facts(slot) : records(slot, isSkipped: isSkipped)
            if !bytes.isEmpty { return bytes }
        }
        if !gone.isEmpty { return drainGone() }
        return header != sentHeader ? end() : []
    }

    private mutating func end() -> [UInt8] {
        sentHeader = header
        return TraceSender.message(header, at: 0)
    }

    /// The first header, with its counters and the fields after them cleared: later headers send them.
    private mutating func begin() -> [UInt8] {
        header = file.bytes(at: 0, count: TraceFormat.pageSize)
        for offset in TraceFormat.Header.nextChunk..<TraceFormat.pageSize { header[offset] = 0 }
        showAllSlots()
        return end()
    }

    /// Marks all slots as claimed: the viewer learns from the slots themselves which are in use.
    private mutating func showAllSlots() {
        header.withUnsafeMutableBytes {
            $0.storeBytes(of: UInt64(file.chunkCount), toByteOffset: TraceFormat.Header.nextChunk, as: UInt64.self)
        }
    }

    private mutating func drainGone() -> [UInt8] {
        defer { gone = [] }
        return gone
    }

    // MARK: Rounds

    /// Collects the messages of a round.
    private mutating func beginRound() {
        // The order matters: records counted as overwritten must have left the directory, and facts must precede their records.
        horizon = clock()
        header = file.bytes(at: 0, count: TraceFormat.pageSize)
        showAllSlots()
        let slots = file.directory().slots
        let claims = Set(slots.map(\.claim))
        let factSlots = Set(slots.filter { $0.type == TraceFormat.Slot.metadata }.map(\.index))
        for claim in sent.keys where !claims.contains(claim) {
            sent[claim] = nil
            metadata[claim] = nil
            // The slot now has a chunk of facts, which is listed.
            guard !factSlots.contains(claim.slot) else { continue }
            gone += TraceSender.message(
                [UInt8](repeating: 0, count: TraceFormat.Slot.size), at: TraceFormat.offset(ofSlot: claim.slot))
        }
        countSkipped()
        let open = slots.filter { slot in
            slot.type == TraceFormat.Slot.metadata || slot.type == TraceFormat.Slot.events && sent[slot.claim]?.isDone != true
        }
        queue = open.sorted {
            ($1.type, $0.firstTime, $0.index) < ($0.type, $1.firstTime, $1.index)
        }
        skipping = max(0, open.count { $0.type == TraceFormat.Slot.events } - chunkLimit)
    }

    /// Adds the skipped records to the header's counts.
    private mutating func countSkipped() {
        let skipped = sent.values.filter { $0.skipped > 0 }
        typealias Header = TraceFormat.Header
        header.withUnsafeMutableBytes { page in
            let overwritten = page.load(fromByteOffset: Header.overwritten, as: UInt64.self)
            let until = page.load(fromByteOffset: Header.overwrittenUntil, as: UInt64.self)
            page.storeBytes(
                of: overwritten.saturatingSum(UInt64(skipped.reduce(0) { $0 + $1.skipped })), toByteOffset: Header.overwritten,
                as: UInt64.self)
            page.storeBytes(
                of: max(until, skipped.map(\.lastTime).max() ?? 0), toByteOffset: Header.overwrittenUntil, as: UInt64.self)
        }
    }

    // MARK: Chunks

    private mutating func facts(_ slot: DirectorySlot) -> [UInt8] {
        let before = metadata[slot.claim] ?? 0
        guard sent[slot.claim]?.isDone != true, let chunk = file.chunk(slot.claim) else { return [] }
        let end = chunk.items(from: before).end
        sent[slot.claim, default: Sent()].isDone = slot.isSealed
        guard end > before || slot.isSealed else { return [] }
        metadata[slot.claim] = end
        var bytes = before == 0 ? wipe(slot.index) : []
        bytes += TraceSender.message(chunk.bytes(before..<end), at: file.offset(ofChunk: slot.index) + before)
        return bytes
            + TraceSender.message(slot.bytes(isSealed: slot.isSealed, count: 0), at: TraceFormat.offset(ofSlot: slot.index))
    }

    private mutating func records(_ slot: DirectorySlot, isSkipped: Bool) -> [UInt8] {
        guard let chunk = file.chunk(slot.claim) else {
            // Overwritten meanwhile: the next round sends its retained records before the thread's next chunk.
            guard !file.holds(slot.claim) else { return [] }
            queue = []
            return next()
        }
        let before = sent[slot.claim]
        if isSkipped, slot.isSealed, before == nil { return retained(slot, chunk) }
        var count = chunk.count
        while count > 0, chunk.event(at: count - 1).time > horizon { count -= 1 }
        var now = before ?? Sent()
        // Sent records stay, even if another process has overwritten them in the file.
        count = max(count, now.records)
        guard count > now.records || slot.isSealed else { return [] }
        var bytes = before == nil ? wipe(slot.index) : []
        let offsets = (now.records..<count).compactMap { chunk.event(at: $0).textSpan?.offset }
        let top = min(now.textTop, max(offsets.min() ?? now.textTop, TraceFormat.ChunkHeader.size))
        let start = file.offset(ofChunk: slot.index)
        if top < now.textTop { bytes += TraceSender.message(chunk.bytes(top..<now.textTop), at: start + top) }
        bytes += TraceSender.message(chunk.header(textTop: top), at: start)
        let first = ChunkCopy.offset(ofRecord: now.records)
        bytes += TraceSender.message(chunk.bytes(first..<ChunkCopy.offset(ofRecord: count)), at: start + first)
        now.records = count
        now.textTop = top
        now.isDone = slot.isSealed && count == chunk.count
        sent[slot.claim] = now
        if now.isDone { _ = picker.pick(count, of: slot.thread) { chunk.event(at: $0) } }
        return bytes
            + TraceSender.message(slot.bytes(isSealed: now.isDone, count: count), at: TraceFormat.offset(ofSlot: slot.index))
    }

    /// The messages for a chunk that is reduced to its retained records.
    private mutating func retained(_ slot: DirectorySlot, _ chunk: ChunkCopy) -> [UInt8] {
        let indices = picker.pick(chunk.count, of: slot.thread) { chunk.event(at: $0) }
        var records = ByteWriter()
        for index in indices {
            let event = chunk.event(at: index)
            records.append(event.withTextInside(chunk.text(of: event, at: index)))
        }
        let start = file.offset(ofChunk: slot.index)
        sent[slot.claim] = Sent(
            records: indices.count, isDone: true, skipped: chunk.count - indices.count, lastTime: slot.lastTime ?? 0)
        return wipe(slot.index) + TraceSender.message(chunk.header(textTop: 0), at: start)
            + TraceSender.message(records.bytes, at: start + TraceFormat.ChunkHeader.size)
            + TraceSender.message(
                slot.bytes(isSealed: true, isReduced: true, count: indices.count), at: TraceFormat.offset(ofSlot: slot.index))
    }

    /// Clears a slot that held another chunk before.
    private mutating func wipe(_ slot: Int) -> [UInt8] {
        guard !used.insert(slot).inserted else { return [] }
        return TraceSender.message([UInt8](repeating: 0, count: TraceFormat.Slot.size), at: TraceFormat.offset(ofSlot: slot))
            + TraceSender.message([UInt8](repeating: 0, count: TraceFormat.chunkSize), at: file.offset(ofChunk: slot))
    }

    private static func message(_ bytes: [UInt8], at offset: Int) -> [UInt8] {
        bytes.isEmpty ? [] : WireMessage.data(offset: UInt64(offset), bytes: bytes).encoded
    }
}

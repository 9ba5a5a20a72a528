/// A copy of one chunk of a trace file in memory. Its contents are not trusted.
///
/// Copied, not mapped: a mapped file that shrinks kills its reader, and a ring's chunks change while they are read.
final class ChunkCopy: @unchecked Sendable {  // written only without other owners
    private(set) var thread: UInt32 = 0
    /// The number of committed records.
    private(set) var count = 0
    /// The number of records, from the first, whose texts are read; together, these are no longer than the chunk.
    private var texts = 0
    /// Whether the file had the whole chunk.
    private(set) var isWhole = true
    private let memory = UnsafeMutableRawBufferPointer.allocate(byteCount: TraceFormat.chunkSize, alignment: 64)

    private init() {}

    /// Replaces `copy` by the chunk at `offset`, or by `nil` if there is no chunk or it was replaced during the reading. Reuses
    /// the memory of the old copy if it has no other owner.
    static func read(_ file: FileDescriptor, at offset: Int, into copy: inout ChunkCopy?) {
        let isOwn = isKnownUniquelyReferenced(&copy)
        if !isOwn { copy = ChunkCopy() }
        if copy?.load(file, at: offset) != true { copy = nil }
    }

    private func load(_ file: FileDescriptor, at offset: Int) -> Bool {
        let read = file.read(into: memory, at: offset)
        isWhole = read == memory.count
        if !isWhole {
            UnsafeMutableRawBufferPointer(rebasing: memory[max(0, read)...]).initializeMemory(as: UInt8.self, repeating: 0)
        }
        typealias Header = TraceFormat.ChunkHeader
        guard read >= Header.size, memory.load(fromByteOffset: Header.magic, as: UInt64.self) == Header.magicValue else {
            return false
        }
        thread = memory.load(fromByteOffset: Header.thread, as: UInt32.self)
        // Checked again, since a ring may have begun to overwrite the chunk, and new text could pass for records.
        let before = memory.load(fromByteOffset: Header.number, as: UInt32.self)
        _ = file.read(into: UnsafeMutableRawBufferPointer(rebasing: memory[..<Header.size]), at: offset)
        guard memory.load(fromByteOffset: Header.magic, as: UInt64.self) == Header.magicValue,
            memory.load(fromByteOffset: Header.number, as: UInt32.self) == before
        else { return false }
        count = ChunkCopy.committed(memory)
        texts = hasText ? recordsWithinText() : 0
        return true
    }

    deinit { memory.deallocate() }

    /// The time of its first record.
    var firstTime: UInt64 { memory.load(fromByteOffset: TraceFormat.ChunkHeader.firstTime, as: UInt64.self) }

    /// The time of the last record, `nil` if there is none.
    var lastTime: UInt64? { count > 0 ? event(at: count - 1).time : nil }

    /// A record below ``count``.
    func event(at index: Int) -> TraceEvent {
        memory.load(fromByteOffset: TraceFormat.ChunkHeader.size + index * TraceFormat.recordSize, as: TraceEvent.self)
    }

    /// The separate text of the record at an index; `nil` if it has none. Empty if the text is outside the chunk, or if earlier
    /// records refer to too much text.
    func text(of event: TraceEvent, at index: Int) -> UnsafeRawBufferPointer? {
        guard let span = event.textSpan else { return nil }
        guard index < texts, let range = textRange(span) else { return UnsafeRawBufferPointer(start: nil, count: 0) }
        return UnsafeRawBufferPointer(rebasing: memory[range])
    }

    private func textRange(_ span: (offset: Int, stored: Int)) -> Range<Int>? {
        TraceFormat.textRange(span, above: ChunkCopy.offset(ofRecord: count))
    }

    /// Whether the chunk has text; the header says so before the first record with text is committed.
    private var hasText: Bool { memory.load(fromByteOffset: TraceFormat.ChunkHeader.textTop, as: UInt32.self) != 0 }

    /// The number of records, from the first, whose texts together are no longer than the chunk. A recorder never refers to a
    /// byte twice. Without this limit, a crafted file could cost its reader many times the file's size.
    private func recordsWithinText() -> Int {
        var room = memory.count - ChunkCopy.offset(ofRecord: count)
        for index in 0..<count {
            guard let span = event(at: index).textSpan, let range = textRange(span) else { continue }
            room -= range.count
            if room < 0 { return index }
        }
        return count
    }

    /// A range of the chunk's bytes.
    func bytes(_ range: Range<Int>) -> [UInt8] { Array(memory[range.clamped(to: 0..<memory.count)]) }

    /// The chunk's header, with the offset at which text begins.
    func header(textTop: Int) -> [UInt8] {
        var bytes = bytes(0..<TraceFormat.ChunkHeader.size)
        let top = textTop == 0 || textTop == memory.count ? 0 : UInt32(textTop)
        bytes.withUnsafeMutableBytes { $0.storeBytes(of: top, toByteOffset: TraceFormat.ChunkHeader.textTop, as: UInt32.self) }
        return bytes
    }

    /// The offset of a record.
    static func offset(ofRecord index: Int) -> Int {
        TraceFormat.ChunkHeader.size + index * TraceFormat.recordSize
    }

    /// The metadata items from `offset` on, the offset of their end, and the number of items of unknown types.
    func items(from offset: Int) -> (items: [MetadataItem], end: Int, unknown: Int) {
        var items: [MetadataItem] = []
        var unknown = 0
        var at = max(offset, TraceFormat.ChunkHeader.size)
        while at + MetadataItem.headerSize <= memory.count {
            let head = memory.load(fromByteOffset: at, as: UInt32.self)
            let start = at + MetadataItem.headerSize
            let end = start + Int(head >> 16)
            guard head != 0, end <= memory.count else { break }
            let bytes = UnsafeRawBufferPointer(rebasing: memory[start..<end])
            let type = UInt16(truncatingIfNeeded: head)
            if let item = MetadataItem(type: type, bytes: bytes) { items.append(item) }
            if MetadataItem.ItemType(rawValue: type) == nil { unknown += 1 }
            at = (end + 3) / 4 * 4
        }
        return (items, at, unknown)
    }

    /// The number of committed records: the ones before the first whose last word is zero, or that overlaps the text.
    private static func committed(_ memory: UnsafeMutableRawBufferPointer) -> Int {
        let top = Int(memory.load(fromByteOffset: TraceFormat.ChunkHeader.textTop, as: UInt32.self))
        let end = top == 0 ? memory.count : min(max(top, TraceFormat.ChunkHeader.size), memory.count)
        let room = (end - TraceFormat.ChunkHeader.size) / TraceFormat.recordSize
        var low = 0
        var high = room
        while low < high {
            let middle = (low + high) / 2
            let word = TraceFormat.ChunkHeader.size + middle * TraceFormat.recordSize + 24
            if TraceEvent.isCommitted(meta: memory.load(fromByteOffset: word, as: UInt64.self)) {
                low = middle + 1
            } else {
                high = middle
            }
        }
        return low
    }
}

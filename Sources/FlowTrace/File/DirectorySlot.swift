/// What the directory of a trace file says of one chunk.
struct DirectorySlot {
    let index: Int
    let type: UInt32
    let thread: UInt32
    let firstTime: UInt64
    /// The time of the last record, `nil` while it is written.
    let lastTime: UInt64?
    /// Whether nothing will be added to it.
    let isSealed: Bool
    /// Whether it has only what lasts of the chunk.
    let isReduced: Bool

    /// Whether it says what the chunk holds; otherwise the directory is damaged there.
    var isKnown: Bool {
        type == TraceFormat.Slot.events || type == TraceFormat.Slot.metadata
    }

    /// Which chunk it is, and when.
    var claim: ChunkClaim {
        ChunkClaim(slot: index, thread: thread, time: firstTime)
    }

    /// The slot's bytes.
    func bytes(isSealed: Bool, isReduced: Bool = false, count: Int) -> [UInt8] {
        var bytes = ByteWriter()
        bytes.append(firstTime)
        bytes.append(thread)
        let flags = (isSealed ? TraceFormat.Slot.sealed : 0) | (isReduced ? TraceFormat.Slot.reduced : 0)
        bytes.append(type << 24 | flags | UInt32(count))
        bytes.append(isSealed ? lastTime ?? 0 : 0)
        bytes.append(UInt64(0))
        return bytes.bytes
    }

    /// Reads the slot that stands at a place of a part of the directory; `nil` where it is not used.
    init?(index: Int, at place: Int, in directory: UnsafeRawBufferPointer) {
        typealias Slot = TraceFormat.Slot
        let at = place * Slot.size
        let state = directory.load(fromByteOffset: at + Slot.state, as: UInt32.self)
        type = state >> 24
        guard type != 0 else { return nil }
        self.index = index
        thread = directory.load(fromByteOffset: at + Slot.thread, as: UInt32.self)
        firstTime = directory.load(fromByteOffset: at + Slot.firstTime, as: UInt64.self)
        isSealed = state & Slot.sealed != 0
        isReduced = state & Slot.reduced != 0
        lastTime = isSealed ? directory.load(fromByteOffset: at + Slot.lastTime, as: UInt64.self) : nil
    }
}

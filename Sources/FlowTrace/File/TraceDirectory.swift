/// A snapshot of the used slots of a trace file's directory.
///
/// A forged directory can list many chunks in holes of the file, at the cost of a few bytes. An interrupted trace has few of
/// them: beyond 4,096, such slots are only counted.
struct TraceDirectory {
    /// The used slots, by their index.
    private(set) var slots: [DirectorySlot] = []
    /// The number of further slots with chunks in holes of the file.
    private(set) var skipped = 0

    /// The number of slots read together.
    private static let portion = 4_096
    /// The maximum number of slots listed with chunks in holes; also the maximum number of slots listed without a search for holes.
    private static let listedInHoles = 4_096

    /// Reads the first `count` slots.
    ///
    /// - Parameter chunksStart: The offset of the first chunk.
    init(_ file: FileDescriptor, count: Int, chunksStart: Int) {
        typealias Slot = TraceFormat.Slot
        let isSparse = count > TraceDirectory.listedInHoles && file.room < chunksStart + count * TraceFormat.chunkSize
        var holes = isSparse ? FileHoles(file) : nil
        let bytes = UnsafeMutableRawBufferPointer.allocate(
            byteCount: max(1, min(count, TraceDirectory.portion)) * Slot.size, alignment: 8)
        defer { bytes.deallocate() }
        var kept = 0
        for first in stride(from: 0, to: count, by: TraceDirectory.portion) {
            let wanted = UnsafeMutableRawBufferPointer(
                rebasing: bytes[..<(min(count - first, TraceDirectory.portion) * Slot.size)])
            let read = file.read(into: wanted, at: TraceFormat.offset(ofSlot: first))
            for position in 0..<read / Slot.size {
                guard let slot = DirectorySlot(index: first + position, at: position, in: UnsafeRawBufferPointer(wanted)) else {
                    continue
                }
                if holes?.hides(chunkAt: chunksStart + slot.index * TraceFormat.chunkSize) == true {
                    kept += 1
                    guard kept <= TraceDirectory.listedInHoles else {
                        skipped += 1
                        continue
                    }
                }
                slots.append(slot)
            }
            guard read == wanted.count else { break }
        }
    }
}

/// The entry of one chunk in the directory of a trace file.
struct DirectorySlot {
    let index: Int
    let type: UInt32
    let thread: UInt32
    let firstTime: UInt64
    /// The time of the last record, `nil` while the chunk is being written.
    let lastTime: UInt64?
    /// Whether it is complete.
    let isSealed: Bool
    /// Whether only the chunk's retained records are left.
    let isReduced: Bool

    /// Whether its type is known; otherwise the directory is damaged.
    var isKnown: Bool { type == TraceFormat.Slot.events || type == TraceFormat.Slot.metadata }

    /// The current use of the chunk.
    var claim: ChunkClaim { ChunkClaim(slot: index, thread: thread, time: firstTime) }

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

    /// Reads the slot at a position in a part of the directory; `nil` if it is not used.
    init?(index: Int, at position: Int, in directory: UnsafeRawBufferPointer) {
        typealias Slot = TraceFormat.Slot
        let at = position * Slot.size
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

/// Identifies one use of a chunk: a ring reuses its chunks, for other threads and later times.
struct ChunkClaim: Hashable, Sendable {
    let slot: Int
    let thread: UInt32
    /// The time of its first record.
    let time: UInt64
}

/// The holes of a sparse file, searched from its start.
struct FileHoles {
    private let file: FileDescriptor
    /// The end of the last hole found.
    private var end = 0

    init(_ file: FileDescriptor) { self.file = file }

    /// Whether the chunk at an offset lies in a hole. Call with increasing offsets.
    ///
    /// The system's report of a hole counts only if no chunk can be read there.
    mutating func hides(chunkAt offset: Int) -> Bool {
        if offset + TraceFormat.chunkSize <= end { return true }
        var magic: UInt64 = 0
        _ = withUnsafeMutableBytes(of: &magic) { file.read(into: $0, at: offset + TraceFormat.ChunkHeader.magic) }
        guard magic != TraceFormat.ChunkHeader.magicValue else { return false }
        end = file.firstData(from: offset)
        return offset + TraceFormat.chunkSize <= end
    }
}

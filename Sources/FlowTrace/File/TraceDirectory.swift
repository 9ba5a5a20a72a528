/// The slots in use of a trace file's directory, at one moment.
///
/// A few bytes can say that a file has chunks where it has nothing: such slots are counted, not kept, but for as many as a broken-off
/// trace may have.
struct TraceDirectory {
    /// The slots that say something, by their index.
    private(set) var slots: [DirectorySlot] = []
    /// How many more say something of chunks that lie where the file has nothing.
    private(set) var absent = 0

    /// So many slots are read at once, and so many are kept whatever they say.
    private static let portion = 4_096

    /// Reads the first `count` slots.
    ///
    /// - Parameter chunksStart: Where the chunks begin.
    init(_ file: FileDescriptor, count: Int, chunksStart: Int) {
        typealias Slot = TraceFormat.Slot
        let isSparse = count > TraceDirectory.portion && file.room < chunksStart + count * TraceFormat.chunkSize
        var holes = isSparse ? FileHoles(file) : nil
        let bytes = UnsafeMutableRawBufferPointer.allocate(
            byteCount: max(1, min(count, TraceDirectory.portion)) * Slot.size, alignment: 8)
        defer { bytes.deallocate() }
        var kept = 0
        for first in stride(from: 0, to: count, by: TraceDirectory.portion) {
            let wanted = UnsafeMutableRawBufferPointer(
                rebasing: bytes[..<(min(count - first, TraceDirectory.portion) * Slot.size)])
            let read = file.read(into: wanted, at: TraceFormat.offset(ofSlot: first))
            for place in 0..<read / Slot.size {
                guard let slot = DirectorySlot(index: first + place, at: place, in: UnsafeRawBufferPointer(wanted)) else {
                    continue
                }
                if holes?.hides(chunkAt: chunksStart + slot.index * TraceFormat.chunkSize) == true {
                    kept += 1
                    guard kept <= TraceDirectory.portion else {
                        absent += 1
                        continue
                    }
                }
                slots.append(slot)
            }
            guard read == wanted.count else { break }
        }
    }
}

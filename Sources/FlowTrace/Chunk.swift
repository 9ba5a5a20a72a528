import Synchronization

/// 64 KiB of one thread's records: records grow up from the start, text grows down from the end; full when they meet.
///
/// One thread writes; any one thread reads what is committed. A record is committed by a release store of the count, so
/// a reader that loads the count sees whole records only.
final class Chunk: @unchecked Sendable {  // the writer owns `used`, `textTop`; readers see only what `committed` covers
    static let size = 65_536
    static let recordSize = 32

    let committed = Atomic<Int>(0)
    private let memory: UnsafeMutableRawPointer
    @exclusivity(unchecked) private var used = 0
    @exclusivity(unchecked) private var textTop = Chunk.size

    init() {
        memory = .allocate(byteCount: Chunk.size, alignment: 64)
    }

    deinit {
        memory.deallocate()
    }

    /// Makes the chunk empty. Only when neither writer nor reader holds it.
    func reset() {
        used = 0
        textTop = Chunk.size
        committed.store(0, ordering: .releasing)
    }

    /// Whether `records` more records and `text` bytes fit.
    func hasRoom(records: Int, text: Int) -> Bool {
        (used + records) * Chunk.recordSize + text <= textTop
    }

    /// Copies `bytes` to the text area and returns their offset. The room must have been checked.
    func store(_ bytes: UnsafeBufferPointer<UInt8>) -> Int {
        textTop -= bytes.count
        if let base = bytes.baseAddress {
            (memory + textTop).copyMemory(from: base, byteCount: bytes.count)
        }
        return textTop
    }

    /// Writes and commits one record. The room must have been checked.
    func append(_ event: TraceEvent) {
        (memory + used * Chunk.recordSize).storeBytes(of: event, as: TraceEvent.self)
        used += 1
        committed.store(used, ordering: .releasing)
    }

    /// A committed record.
    func event(at index: Int) -> TraceEvent {
        (memory + index * Chunk.recordSize).load(as: TraceEvent.self)
    }

    /// The text that a committed record refers to, `nil` where it refers to none.
    func text(of event: TraceEvent) -> UnsafeRawBufferPointer? {
        guard let place = event.textPlace else { return nil }
        return UnsafeRawBufferPointer(start: memory + place.offset, count: place.stored)
    }
}

import Synchronization

/// Writes one thread's records for one recorder.
///
/// Everything but the chunk queue is touched by the owning thread alone; the queue is behind a lock that is taken once per
/// chunk by the writer and once per drain by the reader.
final class ThreadWriter: @unchecked Sendable {  // see above: owner-only state, the rest is locked or atomic
    let recorder: UInt64
    let number: UInt32
    let chunks = Guarded<[Chunk]>([])
    /// Whether its thread has ended.
    let isRetired = Atomic<Bool>(false)
    /// Whether its recorder is gone.
    let isAbandoned = Atomic<Bool>(false)

    /// Unmanaged, because keeping count would cost as much as recording: `chunks` holds on to it until it is left.
    private var chunk: Unmanaged<Chunk>?
    private var position: UInt64 = 0
    private var cause: UInt64 = 0

    /// The longest text kept of a value, in bytes.
    static let textLimit = 4096

    init(recorder: UInt64, number: UInt32) {
        self.recorder = recorder
        self.number = number
    }

    /// Lets go of all chunks. Only when the recorder is on its way out, so that no thread can be recording.
    func abandon() {
        chunk = nil
        chunks.withLock { $0.removeAll() }
        isAbandoned.store(true, ordering: .releasing)
    }

    /// Makes `mark` the cause of what is recorded next, and returns the mark that was it before.
    func enter(_ mark: CauseMark) -> CauseMark {
        let outer = CauseMark(position: cause)
        cause = mark.position
        return outer
    }

    /// Records one event whose payload fits the record. Returns `nil` when no chunk is to be had.
    func record(
        _ kind: SignalKind, edge: EdgeID, flags: UInt8, payload: TraceEvent.Payload, time: UInt64, pool: ChunkPool
    ) -> CauseMark? {
        guard let chunk = chunkWithRoom(text: 0, pool: pool) else { return nil }
        return chunk._withUnsafeGuaranteedRef {
            append(kind, edge: edge, flags: flags, payload: payload, time: time, to: $0)
        }
    }

    /// Records one event whose text stands beside the records, cut to ``textLimit``.
    func record(
        _ kind: SignalKind, edge: EdgeID, flags: UInt8, text: UnsafeBufferPointer<UInt8>, time: UInt64, pool: ChunkPool
    ) -> CauseMark? {
        let kept = UnsafeBufferPointer(rebasing: text.prefix(ThreadWriter.keptLength(of: text)))
        guard let chunk = chunkWithRoom(text: kept.count, pool: pool) else { return nil }
        return chunk._withUnsafeGuaranteedRef { chunk in
            let offset = chunk.store(kept)
            let payload = TraceEvent.Payload.textReference(offset: offset, stored: kept.count, full: text.count)
            return append(kind, edge: edge, flags: flags, payload: payload, time: time, to: chunk)
        }
    }

    /// How much of a text is kept: up to ``textLimit`` bytes, and no part of a character's encoding.
    private static func keptLength(of text: UnsafeBufferPointer<UInt8>) -> Int {
        guard text.count > textLimit else { return text.count }
        var length = textLimit
        while length > 0, text[length] & 0b1100_0000 == 0b1000_0000 { length -= 1 }
        return length
    }

    private func append(
        _ kind: SignalKind, edge: EdgeID, flags: UInt8, payload: TraceEvent.Payload, time: UInt64, to chunk: Chunk
    ) -> CauseMark {
        var distance = cause == 0 ? 0 : position + 1 - cause
        if distance >= UInt64(TraceEvent.linkedCause) {
            // The link takes a position of its own, so the record after it lies one further from the cause.
            chunk.append(
                TraceEvent(time: time, kind: .causeLink, edge: edge, payload: .distance(distance + 1)))
            position += 1
            distance = UInt64(TraceEvent.linkedCause)
        }
        chunk.append(
            TraceEvent(time: time, kind: kind, edge: edge, flags: flags, payload: payload, cause: UInt16(distance)))
        position += 1
        return CauseMark(position: position)
    }

    private func chunkWithRoom(text: Int, pool: ChunkPool) -> Unmanaged<Chunk>? {
        if let chunk, chunk._withUnsafeGuaranteedRef({ $0.hasRoom(records: 2, text: text) }) { return chunk }
        return nextChunk(from: pool)
    }

    private func nextChunk(from pool: ChunkPool) -> Unmanaged<Chunk>? {
        // Left also where no other is to be had: the reader gives back only what the writer has left.
        chunk?._withUnsafeGuaranteedRef { $0.isLeft.store(true, ordering: .releasing) }
        chunk = nil
        guard let fresh = pool.claim() else { return nil }
        chunks.withLock { $0.append(fresh) }
        chunk = .passUnretained(fresh)
        return chunk
    }
}

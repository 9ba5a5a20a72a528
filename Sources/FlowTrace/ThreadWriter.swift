import Synchronization

/// Writes one thread's records for one recorder.
///
/// Everything but the chunk queue is touched by the owning thread alone; the queue is behind a lock that is taken once per
/// chunk by the writer and once per drain by the reader. That is why exclusive access is not checked at run time here: it would cost
/// more than the record.
final class ThreadWriter: @unchecked Sendable {  // see above: owner-only state, the rest is locked or atomic
    let recorder: UInt64
    let number: UInt32
    let chunks = Mutex<[Chunk]>([])
    let isRetired = Atomic<Bool>(false)

    @exclusivity(unchecked) private var chunk: Chunk?
    @exclusivity(unchecked) private var position: UInt64 = 0
    /// The time of the last record.
    @exclusivity(unchecked) private(set) var lastTime: UInt64 = 0
    @exclusivity(unchecked) private var cause: UInt64 = 0

    /// The longest text kept of a value, in bytes.
    static let textLimit = 4096

    init(recorder: UInt64, number: UInt32) {
        self.recorder = recorder
        self.number = number
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
        return append(kind, edge: edge, flags: flags, payload: payload, time: time, to: chunk)
    }

    /// Records one event whose text stands beside the records, cut to ``textLimit``.
    func record(
        _ kind: SignalKind, edge: EdgeID, flags: UInt8, text: UnsafeBufferPointer<UInt8>, time: UInt64, pool: ChunkPool
    ) -> CauseMark? {
        let kept = UnsafeBufferPointer(rebasing: text.prefix(ThreadWriter.textLimit))
        guard let chunk = chunkWithRoom(text: kept.count, pool: pool) else { return nil }
        let offset = chunk.store(kept)
        let payload = TraceEvent.Payload.textReference(offset: offset, stored: kept.count, full: text.count)
        return append(kind, edge: edge, flags: flags, payload: payload, time: time, to: chunk)
    }

    /// Records what the tracer saw. Returns whether there was a chunk for it.
    func append(_ record: TraceEvent, pool: ChunkPool) -> Bool {
        guard let chunk = chunkWithRoom(text: 0, pool: pool) else { return false }
        chunk.append(record)
        lastTime = record.time
        position += 1
        return true
    }

    /// Records what the tracer saw, with text beside the records, cut to ``textLimit``. Returns whether there was a chunk for it.
    func append(
        _ kind: HookKind, _ key: HookKey, text: UnsafeBufferPointer<UInt8>, time: UInt64, pool: ChunkPool
    ) -> Bool {
        let kept = UnsafeBufferPointer(rebasing: text.prefix(ThreadWriter.textLimit))
        guard let chunk = chunkWithRoom(text: kept.count, pool: pool) else { return false }
        let word = HookValue.reference(offset: chunk.store(kept), stored: kept.count, full: text.count)
        chunk.append(TraceEvent(time: time, hook: kind, key: key, word: word, tag: 0x50, flags: 0))
        lastTime = time
        position += 1
        return true
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
        lastTime = time
        position += 1
        return CauseMark(position: position)
    }

    private func chunkWithRoom(text: Int, pool: ChunkPool) -> Chunk? {
        if let chunk, chunk.hasRoom(records: 2, text: text) { return chunk }
        guard let fresh = pool.claim() else { return nil }
        chunks.withLock { $0.append(fresh) }
        chunk = fresh
        return fresh
    }
}

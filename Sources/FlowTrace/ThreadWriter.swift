import LibC
internal import Synchronization

/// Writes one thread's records for one recorder.
///
/// Until the thread or the recorder ends, only the owning thread uses the writer; other threads touch only ``chunks``,
/// ``readInFirstChunk`` and the atomic flags. A lock guards the queue; the writer takes it once a chunk, the reader twice a
/// drain. Exclusive access is not checked at run time, because the check would cost more than the record.
final class ThreadWriter: @unchecked Sendable {  // see above: each property is one thread's, locked or atomic
    let number: UInt32
    let chunks = LockedBox<[Chunk]>([])
    /// Whether its thread has ended.
    let isRetired = Atomic<Bool>(false)
    /// Whether its recorder was released.
    let isAbandoned = Atomic<Bool>(false)

    /// The number of records read from the first chunk; only the reader uses it.
    var readInFirstChunk = 0

    private let store: any ChunkStore
    /// Unmanaged, because reference counting would cost as much as recording: `chunks` retains it until the writer leaves it.
    @exclusivity(unchecked) private var chunk: Unmanaged<Chunk>?
    @exclusivity(unchecked) private var position: UInt64 = 0
    /// The time of the last record.
    @exclusivity(unchecked) private(set) var lastTime: UInt64 = 0
    /// The kind of the last record of the tracer; explicit events do not change it.
    @exclusivity(unchecked) private var lastKind: UInt8 = 0
    @exclusivity(unchecked) private var cause: UInt64 = 0

    /// The maximum length of a value's text, in bytes.
    static let textLimit = 4096
    /// The most records written together: a link to a cause, and its event.
    private static let together = 2

    /// Whether the last record of the tracer announces the delivery of a value.
    var isDelivering: Bool { lastKind == CallKind.willValue.rawValue }

    init(number: UInt32, store: any ChunkStore) {
        self.number = number
        self.store = store
    }

    /// Releases all chunks at the end of the recorder, when no thread can record any more.
    func abandon() {
        _ = takeChunk { $0.removeAll() }
        isAbandoned.store(true, ordering: .releasing)
    }

    /// Ends the writer at the end of its thread. In a file, another thread may use the rest of the writer's chunk.
    func retire() {
        cause = 0
        if chunks.withLock({ _ in chunk != nil }), store.takeOver(self) { return }
        if let chunk = takeChunk(), chunk.slot != nil { store.leave(chunk) }
        isRetired.store(true, ordering: .releasing)
    }

    /// Removes the current chunk under the lock: the recorder may end at the same time as the thread.
    private func takeChunk(andChange change: (inout [Chunk]) -> Void = { _ in }) -> Chunk? {
        chunks.withLock { queue in
            defer {
                chunk = nil
                change(&queue)
            }
            return chunk?.takeUnretainedValue()
        }
    }

    /// Makes `mark` the cause of the next records, and returns the previous cause.
    func enter(_ mark: CauseMark) -> CauseMark {
        let outer = CauseMark(position: cause)
        cause = mark.position
        return outer
    }

    /// Records one event whose payload fits the record. Returns `nil` if no chunk is free.
    func record(
        _ kind: SignalKind, edge: EdgeID, flags: UInt8, payload: TraceEvent.Payload, time: UInt64
    ) -> CauseMark? {
        guard let chunk = chunkWithRoom(text: 0, time: time) else { return nil }
        return chunk._withUnsafeGuaranteedRef {
            append(kind, edge: edge, flags: flags, payload: payload, time: time, to: $0)
        }
    }

    /// Records one event whose text is kept beside the records, cut to ``textLimit``.
    func record(
        _ kind: SignalKind, edge: EdgeID, flags: UInt8, text: UnsafeBufferPointer<UInt8>, time: UInt64
    ) -> CauseMark? {
        let kept = UnsafeBufferPointer(rebasing: text.prefix(ThreadWriter.keptLength(of: text)))
        guard let chunk = chunkWithRoom(text: kept.count, time: time) else { return nil }
        return chunk._withUnsafeGuaranteedRef { chunk in
            let offset = chunk.store(kept)
            let payload = TraceEvent.Payload.textReference(offset: offset, stored: kept.count, full: text.count)
            return append(kind, edge: edge, flags: flags, payload: payload, time: time, to: chunk)
        }
    }

    /// Appends a record of the tracer. Returns whether there was room.
    func append(_ record: TraceEvent) -> Bool {
        guard let chunk = chunkWithRoom(text: 0, time: record.time) else { return false }
        append(record, to: chunk)
        return true
    }

    /// Appends a record of the tracer with text beside the records, cut to ``textLimit``. Returns whether there was a chunk for
    /// it.
    func append(text: UnsafeBufferPointer<UInt8>, time: UInt64, _ record: (WordValue) -> TraceEvent) -> Bool {
        let kept = UnsafeBufferPointer(rebasing: text.prefix(ThreadWriter.keptLength(of: text)))
        guard let chunk = chunkWithRoom(text: kept.count, time: time) else { return false }
        let offset = chunk._withUnsafeGuaranteedRef { $0.store(kept) }
        append(record(WordValue(textAt: offset, stored: kept.count, full: text.count)), to: chunk)
        return true
    }

    @inline(__always)
    private func append(_ record: TraceEvent, to chunk: Unmanaged<Chunk>) {
        chunk._withUnsafeGuaranteedRef { $0.append(record) }
        lastTime = record.time
        lastKind = record.rawKind
        position += 1
    }

    /// The length of the kept text: at most ``textLimit`` bytes, cut between characters.
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
            // The link takes a position too, so the record after it is one further from its cause.
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

    /// The chunk of the next records, with room for one record more. A chunk that ends with the fact of a subscription takes the
    /// call that hands it over too, even if overdue: apart, the fact could be overwritten before the call is recorded.
    private func chunkWithRoom(text: Int, time: UInt64) -> Unmanaged<Chunk>? {
        let most = ThreadWriter.together
        if let chunk, chunk._withUnsafeGuaranteedRef({ $0.mayTake(records: most + 1, text: text) }) { return chunk }
        let isHandingOver = lastKind == FactKind.subscription.rawValue
        if isHandingOver, let chunk, chunk._withUnsafeGuaranteedRef({ $0.hasRoom(records: most, text: text) }) { return chunk }
        return nextChunk(time: time)
    }

    private func nextChunk(time: UInt64) -> Unmanaged<Chunk>? {
        // The chunk is left even if no other is free: the reader frees only chunks that the writer has left.
        chunk?._withUnsafeGuaranteedRef(store.leave)
        chunk = nil
        guard let fresh = store.claim(thread: number, time: time) else { return nil }
        chunks.withLock { queue in
            // A file keeps its chunks; they are not drained.
            if fresh.slot != nil { queue.removeAll() }
            queue.append(fresh)
        }
        chunk = .passUnretained(fresh)
        return chunk
    }
}

/// The writers of one thread, found through a thread-specific key.
///
/// The last writer used is cached, since a thread nearly always records for one recorder.
final class ThreadWriters {
    @exclusivity(unchecked) private var lastRecorder: UInt64 = 0
    @exclusivity(unchecked) private var last: Unmanaged<ThreadWriter>?
    private var all: [UInt64: ThreadWriter] = [:]
    /// From this number of writers on, the writers of dead recorders are removed.
    private var limit = 0

    /// The thread-specific key; its destructor retires the thread's writers when the thread ends.
    private static let key = ThreadKey { pointer in
        #if canImport(Glibc) || canImport(Musl)
            guard let pointer else { return }
        #endif
        Unmanaged<ThreadWriters>.fromOpaque(pointer).takeRetainedValue().retire()
    }

    /// This thread's writer for a recorder, made by `register` the first time.
    ///
    /// Unmanaged, because reference counting would cost as much as recording: the thread's table retains it until the recorder is
    /// gone, and only this thread changes the table.
    static func writer(for recorder: UInt64, register: () -> ThreadWriter) -> Unmanaged<ThreadWriter> {
        current()._withUnsafeGuaranteedRef { writers in
            if writers.lastRecorder == recorder, let last = writers.last { return last }
            return writers.find(recorder, register)
        }
    }

    private func find(_ recorder: UInt64, _ register: () -> ThreadWriter) -> Unmanaged<ThreadWriter> {
        let writer: ThreadWriter
        if let known = all[recorder] {
            writer = known
        } else {
            if all.count >= limit { forgetAbandoned() }
            writer = register()
            all[recorder] = writer
        }
        lastRecorder = recorder
        last = .passUnretained(writer)
        return .passUnretained(writer)
    }

    /// Releases writers whose recorder is gone. Runs for each new writer while there are fewer than 64, then only when their
    /// number has doubled, so its cost is amortised.
    private func forgetAbandoned() {
        all = all.filter { !$0.value.isAbandoned.load(ordering: .acquiring) }
        limit = all.count < 64 ? 0 : all.count * 2
    }

    private static func current() -> Unmanaged<ThreadWriters> {
        if let pointer = key.pointer { return .fromOpaque(pointer) }
        let fresh = Unmanaged.passRetained(ThreadWriters())
        key.pointer = fresh.toOpaque()
        return fresh
    }

    private func retire() {
        for writer in all.values { writer.retire() }
    }
}

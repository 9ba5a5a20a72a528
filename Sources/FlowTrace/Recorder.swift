import Synchronization

/// Takes records from any thread, never blocks, and hands them to one reader in order.
///
/// Every thread writes chunks of its own; the reader merges them by time, then thread, then position. What is not drained
/// is bounded: when the chunks are used up, records are dropped and counted in ``missed``, and the traced program goes on.
/// Causes are kept per thread: what is recorded between ``enter(_:)`` and ``leave(_:)`` names the entered record.
///
/// - Important: Everything but ``drain(into:)`` may be called from any thread at any time; `drain` from one at a time.
public final class Recorder: Sendable {
    private struct Facts {
        var nodes: [NodeFact] = []
        var edges: [EdgeFact] = []
        var nodeCount: UInt32 = 0
        var edgeCount: UInt32 = 0
    }

    private struct Reading {
        var writers: [ThreadWriter] = []
        var threadCount: UInt32 = 0
        /// How far the first chunk of each writer has been read.
        var read: [ObjectIdentifier: Int] = [:]
    }

    private static let ids = Atomic<UInt64>(0)

    let id: UInt64
    private let clock: TraceClock
    private let start: UInt64
    /// Kept beside the clock, whose closure would be retained to be looked at.
    private let isMonotonic: Bool
    private let pool: any ChunkStore
    /// Where everything is kept, `nil` where it waits for the reader in memory.
    let file: RecordingFile?
    private let dropped = Atomic<Int>(0)
    private let isClosed = Atomic<Bool>(false)
    private let facts = Guarded(Facts())
    private let reading = Guarded(Reading())

    /// Creates a recorder.
    ///
    /// - Parameters:
    ///   - clock: Where times come from.
    ///   - chunkLimit: How many chunks of 64 KiB (some 2 000 records each) may wait for the reader, from 1; 256 hold half a
    ///     million records.
    public init(clock: TraceClock = .monotonic, chunkLimit: Int = 256) {
        precondition(chunkLimit > 0, "Recorder chunkLimit must be positive, got \(chunkLimit)")
        id = Recorder.ids.wrappingAdd(1, ordering: .relaxed).newValue
        self.clock = clock
        isMonotonic = clock.isMonotonic
        start = clock.origin
        pool = ChunkPool(limit: chunkLimit)
        file = nil
    }

    /// Creates a recorder that keeps everything in a trace file, which ``TraceFile`` reads, also while it grows.
    ///
    /// Draining it gives nothing. What was recorded before the process ends, however it ends, is in the file.
    ///
    /// - Parameters:
    ///   - path: Where the file is made; one that is there is replaced.
    ///   - options: Its size, and what happens when it is full.
    ///   - command: What ran, for the reader: the program and its arguments.
    ///   - clock: Where times come from.
    /// - Throws: ``TraceFileError`` where the file cannot be made, or the disk has no room for it.
    public init(
        file path: String, options: TraceFileOptions = TraceFileOptions(), command: [String] = CommandLine.arguments,
        clock: TraceClock = .monotonic
    ) throws(TraceFileError) {
        id = Recorder.ids.wrappingAdd(1, ordering: .relaxed).newValue
        self.clock = clock
        isMonotonic = clock.isMonotonic
        start = clock.origin
        let name = command.first.map { String($0.split(separator: "/").last ?? "") } ?? ""
        let file = try RecordingFile(path, options: options, start: start, name: name)
        file.populate()
        file.keep(.command(command))
        self.file = file
        pool = file
    }

    /// Whether records are still taken.
    var isOpen: Bool {
        !isClosed.load(ordering: .relaxed)
    }

    /// Takes no more records, and says so in the file.
    ///
    /// - Parameter time: When the trace ends; now where left out.
    public func close(at time: TraceTime? = nil) {
        guard !isClosed.exchange(true, ordering: .relaxed) else { return }
        file?.note(missed: missed)
        file?.keep(.end(time?.nanoseconds ?? now))
        file?.close()
    }

    deinit {
        reading.withLock { $0.writers }.forEach { $0.abandon() }
    }

    /// How many records were dropped because the reader did not keep up.
    public var missed: Int {
        dropped.load(ordering: .relaxed)
    }

    // MARK: Facts

    /// Declares an operator instance.
    public func declareNode(_ role: NodeFact.Role, name: String, detail: String = "", capacity: Int? = nil) -> NodeID {
        facts.withLock { facts in
            facts.nodeCount += 1
            let node = NodeFact(
                id: NodeID(rawValue: facts.nodeCount), role: role, name: name, detail: detail, capacity: capacity)
            keep(.node(node)) { facts.nodes.append(node) }
            return node.id
        }
    }

    /// Declares an observed place.
    public func declareEdge(
        _ role: EdgeFact.Role, label: String, upstream: NodeID? = nil, downstream: NodeID? = nil
    ) -> EdgeID {
        facts.withLock { facts in
            facts.edgeCount += 1
            let edge = EdgeFact(
                id: EdgeID(rawValue: facts.edgeCount), role: role, label: label, upstream: upstream, downstream: downstream)
            keep(.edge(edge)) { facts.edges.append(edge) }
            return edge.id
        }
    }

    /// Puts a fact into the file, or leaves it for the reader.
    private func keep(_ item: MetadataItem, otherwise: () -> Void) {
        if let file { file.keep(item) } else { otherwise() }
    }

    // MARK: Events

    /// Records a signal without a value: subscribed, finished, cancel.
    @discardableResult
    public func record(_ kind: SignalKind, on edge: EdgeID) -> CauseMark {
        write(kind, edge, 0, .none)
    }

    /// Records demand: a request, or what `receive(_:)` returned.
    @discardableResult
    public func record(_ kind: SignalKind, on edge: EdgeID, demand: Demand) -> CauseMark {
        write(kind, edge, 0, .demand(demand))
    }

    /// Records a signal with a value.
    @discardableResult
    public func record(_ kind: SignalKind, on edge: EdgeID, value: TraceValue, reason: DropReason? = nil) -> CauseMark {
        let flags = reason?.rawValue ?? 0
        switch value {
        case .int(let number): return write(kind, edge, flags, .int(number))
        case .double(let number): return write(kind, edge, flags, .double(number))
        case .bool(let truth): return write(kind, edge, flags, .bool(truth))
        case .string(let text):
            if let payload = TraceEvent.Payload.inlineText(text.utf8) { return write(kind, edge, flags, payload) }
            return write(kind, edge, flags, longText: text)
        }
    }

    /// Makes a record the cause of what this thread records until ``leave(_:)``.
    ///
    /// - Returns: The cause before, for ``leave(_:)``.
    public func enter(_ mark: CauseMark) -> CauseMark {
        writer._withUnsafeGuaranteedRef { $0.enter(mark) }
    }

    /// Ends the scope of an ``enter(_:)``.
    public func leave(_ outer: CauseMark) {
        _ = writer._withUnsafeGuaranteedRef { $0.enter(outer) }
    }

    /// Runs `body` with a record as the cause of what this thread records meanwhile.
    public func causing<Result>(_ mark: CauseMark, _ body: () throws -> Result) rethrows -> Result {
        let outer = enter(mark)
        defer { leave(outer) }
        return try body()
    }

    var writer: Unmanaged<ThreadWriter> {
        ThreadWriters.writer(for: id) {
            reading.withLock { reading in
                reading.threadCount += 1
                let writer = ThreadWriter(recorder: id, number: reading.threadCount, store: pool)
                reading.writers.append(writer)
                return writer
            }
        }
    }

    var now: UInt64 {
        if isMonotonic { return TraceClock.machineNanoseconds() - start }
        guard case .custom(let read) = clock else { return 0 }
        return read()
    }

    private func write(_ kind: SignalKind, _ edge: EdgeID, _ flags: UInt8, _ payload: TraceEvent.Payload) -> CauseMark {
        guard isOpen else { return .none }
        let time = now
        let mark = writer._withUnsafeGuaranteedRef {
            $0.record(kind, edge: edge, flags: flags, payload: payload, time: time)
        }
        return mark ?? drop()
    }

    private func write(_ kind: SignalKind, _ edge: EdgeID, _ flags: UInt8, longText: String) -> CauseMark {
        guard isOpen else { return .none }
        var text = longText
        let time = now
        let mark = text.withUTF8 { bytes in
            writer._withUnsafeGuaranteedRef {
                $0.record(kind, edge: edge, flags: flags, text: bytes, time: time)
            }
        }
        return mark ?? drop()
    }

    @discardableResult
    func drop() -> CauseMark {
        let missed = dropped.wrappingAdd(1, ordering: .relaxed).newValue
        file?.note(missed: missed)
        return .none
    }

    // MARK: Reading

    /// Moves all that is committed to the end of `log`, merged by time, then thread, then position.
    ///
    /// Records of what happens while this runs come with the next drain.
    ///
    /// - Complexity: O(*n* log *n*) for *n* records; O(*n*) from one thread.
    public func drain(into log: inout some RecordSink) {
        let known = facts.withLock { facts in
            defer {
                facts.nodes.removeAll(keepingCapacity: true)
                facts.edges.removeAll(keepingCapacity: true)
            }
            return (facts.nodes, facts.edges)
        }
        log.declare(nodes: known.0, edges: known.1)
        log.note(missed: missed)
        // What happens from here on waits: a thread looked at later may already hold what followed from another's unread record.
        let horizon = now
        reading.withLock { reading in
            let runs = reading.writers.map {
                committedRecords(of: $0, from: reading.read[ObjectIdentifier($0)] ?? 0, until: horizon)
            }
            merge(runs, into: &log)
            for (writer, run) in zip(reading.writers, runs) {
                reading.read[ObjectIdentifier(writer)] = giveBack(run, of: writer)
            }
            forgetRetiredWriters(&reading)
        }
    }

    private struct Run {
        let thread: UInt32
        var records: [(chunk: Chunk, index: Int)] = []
        var next = 0
        /// Chunks read to the end that the writer has left.
        var emptied: [Chunk] = []
        var readOfLast = 0
    }

    private func committedRecords(of writer: ThreadWriter, from first: Int, until horizon: UInt64) -> Run {
        let chunks = writer.chunks.withLock { $0 }
        var run = Run(thread: writer.number)
        for (number, chunk) in chunks.enumerated() {
            // Asked before the count: of a chunk that is left, the count is the last one.
            let isLeft = chunk.isLeft.load(ordering: .acquiring)
            let committed = chunk.committed.load(ordering: .acquiring)
            let begin = number == 0 ? first : 0
            var end = max(begin, committed)
            while end > begin, chunk.event(at: end - 1).time > horizon { end -= 1 }
            run.records += (begin..<end).map { (chunk, $0) }
            guard isLeft, end >= committed else {
                run.readOfLast = end
                break
            }
            run.emptied.append(chunk)
        }
        return run
    }

    private func merge(_ runs: [Run], into log: inout some RecordSink) {
        if runs.count == 1 {
            for (chunk, index) in runs[0].records { append(chunk, index, thread: runs[0].thread, to: &log) }
            return
        }
        let all = runs.flatMap { run in
            run.records.enumerated().map { (time: $1.chunk.event(at: $1.index).time, thread: run.thread, place: $0, $1) }
        }
        for record in all.sorted(by: { ($0.time, $0.thread, $0.place) < ($1.time, $1.thread, $1.place) }) {
            append(record.3.chunk, record.3.index, thread: record.thread, to: &log)
        }
    }

    private func append(_ chunk: Chunk, _ index: Int, thread: UInt32, to log: inout some RecordSink) {
        let event = chunk.event(at: index)
        log.append(event, thread: thread, bytes: chunk.text(of: event))
    }

    private func giveBack(_ run: Run, of writer: ThreadWriter) -> Int {
        guard !run.emptied.isEmpty else { return run.readOfLast }
        writer.chunks.withLock { $0.removeFirst(run.emptied.count) }
        run.emptied.forEach(pool.release)
        return run.readOfLast
    }

    /// Gives back the half-used chunk of threads that have ended and were read to the end.
    private func forgetRetiredWriters(_ reading: inout Reading) {
        reading.writers.removeAll { writer in
            guard writer.isRetired.load(ordering: .acquiring) else { return false }
            let chunks = writer.chunks.withLock { $0 }
            let unread =
                chunks.count > 1
                || chunks.first.map { $0.committed.load(ordering: .acquiring) > reading.read[ObjectIdentifier(writer)] ?? 0 }
                    ?? false
            guard !unread else { return false }
            chunks.forEach(pool.release)
            reading.read[ObjectIdentifier(writer)] = nil
            return true
        }
    }
}

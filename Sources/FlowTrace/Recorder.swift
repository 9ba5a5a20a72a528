import FlowOperators
internal import Synchronization

/// Records signals from any thread without blocking, and hands them to one reader in order.
///
/// Every thread writes separate chunks; the reader merges them by time, then thread, then position. Memory is bounded: without a
/// free chunk, records are dropped and counted in ``missed``, and the traced program goes on. Causes are per thread: records made
/// between ``enter(_:)`` and ``leave(_:)`` name the entered record.
///
/// - Important: Everything but ``drain(into:)`` may be called from any thread at any time; `drain` from one thread at a time.
public final class Recorder: Sendable {
    struct Facts {
        var nodes: [NodeFact] = []
        var edges: [EdgeFact] = []
        var nodeCount: UInt32 = 0
        var edgeCount: UInt32 = 0
    }

    struct Writers {
        var all: [ThreadWriter] = []
        var threadCount: UInt32 = 0
    }

    private static let ids = Atomic<UInt64>(0)

    let id: UInt64
    private let clock: TraceClock
    private let start: UInt64
    /// Stored separately, because accessing the clock would retain its closure.
    private let isMonotonic: Bool
    let pool: any ChunkStore
    /// The file of the records; `nil` for a recorder in memory.
    let file: RecordingFile?
    private let dropped = Atomic<Int>(0)
    private let isClosed = Atomic<Bool>(false)
    let facts = LockedBox(Facts())
    /// Held only to add, copy or remove a writer, since a thread's first record waits for it.
    let writers = LockedBox(Writers())
    /// Whether a drain is running; only one may.
    let isDraining = Atomic<Bool>(false)

    /// Creates a recorder.
    ///
    /// - Parameters:
    ///   - clock: The source of times.
    ///   - chunkLimit: The most chunks of 64 KiB (some 2 000 records each) in memory, at least 1; 256 hold half a million
    ///     records.
    public init(clock: TraceClock = .monotonic, chunkLimit: Int = 256) {
        precondition(chunkLimit > 0, "Recorder chunkLimit must be positive, got \(chunkLimit)")
        id = Recorder.ids.wrappingAdd(1, ordering: .relaxed).newValue
        self.clock = clock
        isMonotonic = clock.isMonotonic
        start = clock.origin
        pool = ChunkPool(limit: chunkLimit)
        file = nil
    }

    /// Creates a recorder that writes to a trace file, which ``TraceFile`` can read while it grows.
    ///
    /// Draining it yields nothing. Everything recorded before the process exits is in the file, even after a crash. A new thread
    /// may take over the number of an ended thread, with the rest of its chunk.
    ///
    /// - Parameters:
    ///   - path: The path of the file; an existing one is replaced.
    ///   - options: Its size, and the policy when it is full.
    ///   - command: The command for the reader: the program and its arguments.
    ///   - clock: The source of times.
    /// - Throws: ``TraceFileError`` if the file cannot be made, or the disk has no room for it.
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
        file.keep(.command(command))
        self.file = file
        pool = file
    }

    /// Whether it still records.
    var isOpen: Bool { !isClosed.load(ordering: .relaxed) }

    /// Stops recording, and marks the file as complete.
    ///
    /// - Parameter time: The end of the trace; now by default.
    public func close(at time: TraceTime? = nil) {
        guard !isClosed.exchange(true, ordering: .relaxed) else { return }
        file?.keep(.end(time?.nanoseconds ?? now))
        file?.close()
    }

    /// Records in the file that the program is running, for readers of an interrupted trace.
    package func beat() { if isOpen { file?.beat(at: now) } }

    /// Counts an imminent fork; the copy of the process will not record.
    ///
    /// - Important: Takes no lock. Called before the fork, so that the fork counts even if the process exits right after it.
    package func countFork() {
        if isOpen { file?.countFork() }
    }

    /// Stops recording in a forked copy of the writing process; leaves the file unchanged.
    ///
    /// - Important: Takes no lock, since the lock's owner may be missing in the copy.
    package func disown() {
        isClosed.store(true, ordering: .relaxed)
        file?.disown()
    }

    /// Closes the file's descriptor, and keeps recording.
    ///
    /// - Important: Another owner must hold the file, or it counts as abandoned.
    package func closeFile() { file?.closeDescriptor() }

    deinit {
        writers.withLock { $0.all }.forEach { $0.abandon() }
        file?.forgetWriters()
    }

    /// The number of records dropped for lack of a free chunk.
    public var missed: Int { dropped.load(ordering: .relaxed) }

    // MARK: Facts

    /// Declares an operator instance by a custom name, or by the operator as written: `buffer`, `receive(on:)`.
    public func declareNode(
        _ role: NodeFact.Role, name: String, detail: String = "", capacity: Int? = nil, overflow: OverflowPolicy? = nil,
        prefetch: Prefetch? = nil
    ) -> NodeID {
        declareNode(role, OperatorID(name), detail: detail, capacity: capacity, overflow: overflow, prefetch: prefetch)
    }

    /// Declares an operator instance.
    public func declareNode(
        _ role: NodeFact.Role, _ operation: OperatorID, detail: String = "", capacity: Int? = nil,
        overflow: OverflowPolicy? = nil,
        prefetch: Prefetch? = nil
    ) -> NodeID {
        facts.withLock { facts in
            facts.nodeCount += 1
            let node = NodeFact(
                id: NodeID(rawValue: facts.nodeCount), role: role, operation, detail: detail, capacity: capacity,
                overflow: overflow, prefetch: prefetch)
            keep(.node(node)) { facts.nodes.append(node) }
            return node.id
        }
    }

    /// Declares an edge.
    public func declareEdge(
        _ role: EdgeFact.Role, label: String, upstream: NodeID? = nil, downstream: NodeID? = nil
    ) -> EdgeID {
        facts.withLock { facts in
            facts.edgeCount = min(facts.edgeCount + 1, EdgeID.last)
            let edge = EdgeFact(
                id: EdgeID(rawValue: facts.edgeCount), role: role, label: label, upstream: upstream, downstream: downstream)
            keep(.edge(edge)) { facts.edges.append(edge) }
            return edge.id
        }
    }

    /// Writes a fact to the file, or keeps it for the reader.
    private func keep(_ item: MetadataItem, otherwise: () -> Void) {
        guard let file else { return otherwise() }
        if isOpen { file.keep(item) }
    }

    // MARK: Writers

    var writer: Unmanaged<ThreadWriter> {
        ThreadWriters.writer(for: id) {
            if let writer = file?.spareWriter() { return writer }
            return writers.withLock { writers in
                writers.threadCount += 1
                let writer = ThreadWriter(number: writers.threadCount, store: pool)
                writers.all.append(writer)
                return writer
            }
        }
    }

    /// The current time on the clock of the records.
    package var time: TraceTime { TraceTime(nanoseconds: now) }

    var now: UInt64 {
        if isMonotonic {
            // The clock of an earlier recorder may lag behind the kernel's, from which the start is.
            let time = TickClock.machine.now
            return time > start ? time - start : 0
        }
        guard case .custom(let read) = clock else { return 0 }
        return read()
    }

    @discardableResult
    func drop() -> CauseMark {
        dropped.add(1, ordering: .relaxed)
        file?.countMissed()
        return .none
    }
}

extension Recorder {
    /// Records a signal without a value: subscribed, finished, cancel.
    @discardableResult
    public func record(_ kind: SignalKind, on edge: EdgeID) -> CauseMark {
        isOpen ? write(kind, edge, 0, .none, to: writer) : .none
    }

    /// Records demand: a request, or the result of `receive(_:)`.
    @discardableResult
    public func record(_ kind: SignalKind, on edge: EdgeID, demand: Demand) -> CauseMark {
        isOpen ? write(kind, edge, 0, .demand(demand), to: writer) : .none
    }

    /// Records a signal with a value.
    @discardableResult
    public func record(_ kind: SignalKind, on edge: EdgeID, value: TraceValue, reason: DropReason? = nil) -> CauseMark {
        isOpen ? write(kind, edge, reason?.rawValue ?? 0, value: value, to: writer) : .none
    }

    /// Records the state that the subscriber or operator at an edge reports.
    @discardableResult
    public func record(state: StreamState, on edge: EdgeID) -> CauseMark {
        record(.state, on: edge, value: .string(state.description))
    }

    /// Records a signal with a value and makes it the cause of this thread's records until ``leave(_:)-(CauseScope)``.
    ///
    /// Combines ``record(_:on:value:reason:)`` and ``enter(_:)``, but looks up the thread's writer only once.
    package func recordCause(_ kind: SignalKind, on edge: EdgeID, value: TraceValue) -> CauseScope {
        let writer = writer
        let mark = isOpen ? write(kind, edge, 0, value: value, to: writer) : .none
        return CauseScope(writer: writer, outer: writer._withUnsafeGuaranteedRef { $0.enter(mark) })
    }

    /// Ends a scope, on the thread that began it.
    package func leave(_ scope: CauseScope) {
        _ = scope.writer._withUnsafeGuaranteedRef { $0.enter(scope.outer) }
    }

    /// Makes a record the cause of this thread's records until ``leave(_:)``.
    ///
    /// - Returns: The previous cause, for ``leave(_:)``.
    public func enter(_ mark: CauseMark) -> CauseMark { writer._withUnsafeGuaranteedRef { $0.enter(mark) } }

    /// Ends the scope of an ``enter(_:)``.
    public func leave(_ outer: CauseMark) { _ = writer._withUnsafeGuaranteedRef { $0.enter(outer) } }

    /// Runs `body` with a record as the cause of this thread's records.
    public func causing<Result>(_ mark: CauseMark, _ body: () throws -> Result) rethrows -> Result {
        let outer = enter(mark)
        defer { leave(outer) }
        return try body()
    }

    private func write(
        _ kind: SignalKind, _ edge: EdgeID, _ flags: UInt8, value: TraceValue, to writer: Unmanaged<ThreadWriter>
    ) -> CauseMark {
        switch value {
        case .int(let number): return write(kind, edge, flags, .int(number), to: writer)
        case .double(let number): return write(kind, edge, flags, .double(number), to: writer)
        case .bool(let truth): return write(kind, edge, flags, .bool(truth), to: writer)
        case .string(let text):
            if let payload = TraceEvent.Payload.inlineText(text.utf8) { return write(kind, edge, flags, payload, to: writer) }
            return write(kind, edge, flags, longText: text, to: writer)
        }
    }

    private func write(
        _ kind: SignalKind, _ edge: EdgeID, _ flags: UInt8, _ payload: TraceEvent.Payload, to writer: Unmanaged<ThreadWriter>
    ) -> CauseMark {
        let time = now
        let mark = writer._withUnsafeGuaranteedRef {
            $0.record(kind, edge: edge, flags: flags, payload: payload, time: time)
        }
        return mark ?? drop()
    }

    private func write(
        _ kind: SignalKind, _ edge: EdgeID, _ flags: UInt8, longText: String, to writer: Unmanaged<ThreadWriter>
    ) -> CauseMark {
        var text = longText
        let time = now
        let mark = text.withUTF8 { bytes in
            writer._withUnsafeGuaranteedRef {
                $0.record(kind, edge: edge, flags: flags, text: bytes, time: time)
            }
        }
        return mark ?? drop()
    }
}

extension Recorder {
    /// Moves all committed records to the end of `log`, merged by time, then thread, then position.
    ///
    /// Records made while this runs come with the next drain. No recording thread waits for it.
    ///
    /// - Precondition: No other drain of this recorder runs.
    /// - Complexity: O(*n* log *t*) for *n* records of *t* threads.
    public func drain(into log: inout some RecordSink) {
        precondition(!isDraining.exchange(true, ordering: .acquiring), "Recorder is being drained already")
        defer { isDraining.store(false, ordering: .releasing) }
        let known = facts.withLock { facts in
            defer {
                facts.nodes.removeAll(keepingCapacity: true)
                facts.edges.removeAll(keepingCapacity: true)
            }
            return (facts.nodes, facts.edges)
        }
        log.declare(nodes: known.0, edges: known.1)
        log.record(missed: missed)
        guard file == nil else { return }
        // Later records wait: they may be caused by unread records of another thread.
        let horizon = now
        let runs = writers.withLock { $0.all }.map { DrainRun(of: $0, until: horizon) }
        DrainMerge(runs).drain(into: &log)
        runs.forEach { $0.releaseChunks(to: pool) }
        forget(runs.filter(\.isWritersLast).map(\.writer))
    }

    /// Releases the writers of ended threads that were read to the end.
    private func forget(_ ended: [ThreadWriter]) {
        guard !ended.isEmpty else { return }
        for writer in ended { writer.chunks.withLock { $0 }.forEach(pool.release) }
        let gone = Set(ended.map(ObjectIdentifier.init))
        writers.withLock { $0.all.removeAll { gone.contains(ObjectIdentifier($0)) } }
    }
}

/// The position of a record in its thread's trace, so that later records can name it as their cause.
///
/// Valid on the thread that recorded it.
public struct CauseMark: Hashable, Sendable {
    /// The position in the thread, from 1; 0 means "no cause".
    let position: UInt64

    /// No cause: the record happened by itself.
    public static let none = CauseMark(position: 0)
}

/// A span of a thread's work with one record as its cause.
///
/// Proof for the unmanaged writer: the thread retains it until the recorder is gone, and the owner of an open scope retains the
/// recorder.
package struct CauseScope {
    let writer: Unmanaged<ThreadWriter>
    /// The previous cause.
    let outer: CauseMark
}

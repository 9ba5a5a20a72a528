import FlowOperators
import Synchronization

/// Takes records from any thread, never blocks, and hands them to one reader in order.
///
/// Every thread writes chunks of its own; the reader merges them by time, then thread, then position. What is not drained
/// is bounded: when the chunks are used up, records are dropped and counted in ``missed``, and the traced program goes on.
/// Causes are kept per thread: what is recorded between ``enter(_:)`` and ``leave(_:)`` names the entered record.
///
/// - Important: Everything but ``drain(into:)`` may be called from any thread at any time; `drain` from one at a time.
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
    /// Kept beside the clock, whose closure would be retained to be looked at.
    private let isMonotonic: Bool
    let pool: any ChunkStore
    /// Where everything is kept, `nil` where it waits for the reader in memory.
    let file: RecordingFile?
    private let dropped = Atomic<Int>(0)
    private let isClosed = Atomic<Bool>(false)
    let facts = Guarded(Facts())
    /// Held only to add, copy or remove: a thread's first record comes by here.
    let writers = Guarded(Writers())
    /// Whether a reader is at it; there may be one at a time.
    let isDraining = Atomic<Bool>(false)

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
    /// Draining it gives nothing. What was recorded before the process ends, however it ends, is in the file. A thread that begins takes over
    /// the number of one that has ended, with what is left of its 64 KiB.
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
        file?.keep(.end(time?.nanoseconds ?? now))
        file?.close()
    }

    /// Takes note that this process is about to make a copy of itself, which will not record.
    ///
    /// - Important: Takes no lock. Counted before the copy is made, so that a process that ends then has counted it.
    package func noteFork() {
        if isOpen { file?.noteFork() }
    }

    /// Takes no more records, and leaves the file as it is: this is a copy of the process that writes it.
    ///
    /// - Important: Takes no lock, as nobody may be left to give one back.
    package func disown() {
        isClosed.store(true, ordering: .relaxed)
        file?.disown()
    }

    /// Has no descriptor from now on, and records on.
    ///
    /// - Important: Somebody else holds the file, so that it is not taken for one that was left.
    package func letGoOfFile() {
        file?.letGo()
    }

    deinit {
        writers.withLock { $0.all }.forEach { $0.abandon() }
        file?.forgetWriters()
    }

    /// How many records were dropped because the reader did not keep up.
    public var missed: Int {
        dropped.load(ordering: .relaxed)
    }

    // MARK: Facts

    /// Declares an operator instance by its name, of one's own or as the operator is written: `buffer`, `receive(on:)`.
    public func declareNode(_ role: NodeFact.Role, name: String, detail: String = "", capacity: Int? = nil) -> NodeID {
        declareNode(role, OperatorID(name), detail: detail, capacity: capacity)
    }

    /// Declares an operator instance.
    public func declareNode(
        _ role: NodeFact.Role, _ operation: OperatorID, detail: String = "", capacity: Int? = nil
    ) -> NodeID {
        facts.withLock { facts in
            facts.nodeCount += 1
            let node = NodeFact(
                id: NodeID(rawValue: facts.nodeCount), role: role, operation, detail: detail, capacity: capacity)
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
        guard let file else { return otherwise() }
        if isOpen { file.keep(item) }
    }

    // MARK: Writers

    var writer: Unmanaged<ThreadWriter> {
        ThreadWriters.writer(for: id) {
            if let writer = file?.spareWriter() { return writer }
            return writers.withLock { writers in
                writers.threadCount += 1
                let writer = ThreadWriter(recorder: id, number: writers.threadCount, store: pool)
                writers.all.append(writer)
                return writer
            }
        }
    }

    /// The present on the clock of the records.
    package var time: TraceTime {
        TraceTime(nanoseconds: now)
    }

    var now: UInt64 {
        if isMonotonic { return TraceClock.machineNanoseconds() - start }
        guard case .custom(let read) = clock else { return 0 }
        return read()
    }

    @discardableResult
    func drop() -> CauseMark {
        dropped.add(1, ordering: .relaxed)
        file?.noteMissed()
        return .none
    }
}

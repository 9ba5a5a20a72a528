import Foundation
import Testing

@testable import FlowGraph
@testable import FlowTrace

/// A ring of the smallest size, whose file can be compared with the recorded program at any moment, even between two writes.
///
/// The file is not locked, as after the death of its writer: a reader finds what a process killed at that moment leaves.
final class WatchedRing {
    let path: String
    let recorder: Recorder
    let file: RecordingFile
    /// The time of the last record. Each record has a different time, from 1.
    fileprivate(set) var time: UInt64 = 0
    /// The number of writers so far.
    fileprivate var writers: UInt32 = 0
    /// The graph of all records so far.
    fileprivate var whole = Reconstruction()
    /// The number of comparisons so far.
    private(set) var moments = 0
    /// The first moment at which the file said something else than the program, if any.
    private(set) var fault: String?

    init(_ path: String, size: Int = TraceFileOptions.minimumSize) throws {
        self.path = path
        recorder = try Recorder(file: path, options: TraceFileOptions(size: size, isRing: true))
        file = try #require(recorder.file)
        recorder.closeFile()
    }

    /// The subscribers that live.
    var living: [UInt64] { WatchedRing.living(in: whole) }

    /// Runs `body` after each write to the file other than that of a record.
    func onWrite(_ body: @escaping (_ bytes: Range<Int>) -> Void) { file.memory.onWrite = body }

    /// Compares the file with the program.
    func look() {
        moments += 1
        guard fault == nil else { return }
        fault = difference(to: path).map { "moment \(moments): \($0)" }
    }

    /// Whether a file of this content would say something else than the program.
    func differs(from path: String, _ content: Data) -> Bool {
        FileManager.default.createFile(atPath: path, contents: content) ? difference(to: path) != nil : true
    }

    private func difference(to path: String) -> String? {
        guard let file = try? TraceFile(path) else { return "no trace" }
        var sink = HookRecords()
        file.read(into: &sink)
        let (found, living) = (Set(WatchedRing.living(in: sink.found)), Set(living))
        guard found != living || sink.found.strayCalls > 0 || file.lostFacts > 0 else { return nil }
        let (more, less) = (found.subtracting(living).sorted(), living.subtracting(found).sorted())
        return "\(more) live in the file only, \(less) not in it, \(sink.found.strayCalls) stray calls, \(file.lostFacts) lost"
    }

    private static func living(in found: Reconstruction) -> [UInt64] {
        found.graph.edges.filter(\.isLive).map(\.key.id).sorted()
    }
}

/// Folds the records of subscribers into a graph, and leaves the values of probes, which only fill the chunks.
private struct HookRecords: RecordSink {
    var found = Reconstruction()

    mutating func declare(nodes: [NodeFact], edges: [EdgeFact]) { found.declare(nodes: nodes, edges: edges) }
    mutating func record(missed: Int) { found.record(missed: missed) }
    mutating func recordGap(until time: UInt64) { found.recordGap(until: time) }
    mutating func append(_ record: TraceEvent, thread: UInt32, bytes: UnsafeRawBufferPointer?) {
        if record.family != .events { found.append(record, thread: thread, bytes: bytes) }
    }
}

/// A recording thread of a ``WatchedRing``, which can stand still between any two records, and wherever it changes its chunk.
final class SteppedThread {
    /// The place between two chunks at which a thread can stand still.
    enum Place: CaseIterable {
        case beforeLeaving, afterLeaving, afterClaiming
    }

    /// Stands between the writer and the file.
    private final class Store: ChunkStore, @unchecked Sendable {  // used by one thread
        let file: RecordingFile
        var stop: (Place) -> Void = { _ in }

        init(_ file: RecordingFile) { self.file = file }

        func claim(thread: UInt32, time: UInt64) -> Chunk? {
            defer { stop(.afterClaiming) }
            return file.claim(thread: thread, time: time)
        }

        func leave(_ chunk: Chunk) {
            stop(.beforeLeaving)
            file.leave(chunk)
            stop(.afterLeaving)
        }

        func takeOver(_ writer: ThreadWriter) -> Bool { file.takeOver(writer) }
        func release(_ chunk: Chunk) {}
    }

    /// The bytes of text beside a value that fills a chunk.
    static let textSize = ThreadWriter.textLimit
    /// The number of such values in a chunk.
    static let valuesInChunk = 15

    private let ring: WatchedRing
    private let store: Store
    private var used: ThreadWriter?

    init(_ ring: WatchedRing) {
        self.ring = ring
        store = Store(ring.file)
    }

    /// Its writer: that of an ended thread if there is one.
    private var writer: ThreadWriter {
        if let used { return used }
        ring.writers += 1
        let writer = ring.file.spareWriter() ?? ThreadWriter(number: ring.writers, store: store)
        used = writer
        return writer
    }

    /// Ends. The next record is that of another thread.
    func end() {
        used?.retire()
        used = nil
    }

    /// Runs `body` wherever the thread changes its chunk.
    func onChange(_ body: @escaping (Place) -> Void) { store.stop = body }

    /// The records of a subscriber's life, one by one: the first six subscribe, the last two cancel.
    func life(_ id: UInt64) -> [() -> Void] {
        let key = HookKey(id: id, tag: 1)
        let subscription = HookKey(id: 1, tag: UInt32(id))
        return [
            { self.record(.willSubscribe, key) }, { self.record(.publisherType, HookKey(id: 0, tag: 1)) },
            { self.record(.subscription, subscription) }, { self.record(.willSubscription, key, word: subscription.id) },
            { self.record(.didSubscription, key) }, { self.record(.didSubscribe, key) },
            { self.record(.willValue, key) }, { self.record(.didValue, key) },
            { self.record(.willCancel, subscription) }, { self.record(.didCancel, subscription) },
        ]
    }

    /// Subscribes, and returns the records that cancel.
    func begin(_ id: UInt64) -> [() -> Void] {
        let life = life(id)
        for record in life[..<8] { record() }
        return Array(life[8...])
    }

    /// Records a value of a probe with a long text.
    func fill(_ size: Int = textSize) {
        ring.time += 1
        let (time, text) = (ring.time, [UInt8](repeating: 0x78, count: size))
        let isKept = text.withUnsafeBufferPointer {
            writer.append(text: $0, time: time) {
                TraceEvent(time: time, kind: SignalKind.value.rawValue, subkind: 0, id: 0, number: 1, value: $0)
            }
        }
        #expect(isKept)
    }

    private func record(_ call: CallKind, _ key: HookKey, word: UInt64 = 0) {
        append { TraceEvent(time: $0, call: call, key: key, value: WordValue(word)) }
    }

    private func record(_ fact: FactKind, _ key: HookKey) { append { TraceEvent(time: $0, fact: fact, key: key) } }

    private func append(_ event: (UInt64) -> TraceEvent) {
        ring.time += 1
        let event = event(ring.time)
        #expect(writer.append(event))
        ring.whole.append(event, thread: writer.number, bytes: nil)
    }
}

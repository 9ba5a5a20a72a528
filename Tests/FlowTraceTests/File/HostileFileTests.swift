import FlowTestSupport
import Testing

@testable import FlowTrace

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// Files with contents that no program wrote, and files with missing parts.
@Suite("hostile files")
struct HostileFileTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
    }

    /// A hook record that lasts, at its place in a chunk.
    private static func retained(_ id: UInt64, at place: Int, time: UInt64) -> RetainedRecord {
        RetainedRecord(index: place, record: TraceEvent(time: time, call: .willCancel, key: HookKey(id: id, tag: 1)))
    }

    /// The beginning of a life, which is the only one of its number.
    private static func beginning(_ number: UInt64, _ claim: ChunkClaim, _ records: [RetainedRecord]) -> RetainedRecords {
        RetainedRecords(number: number, life: number, isBeginning: true, claim: claim, records: records)
    }

    @Test("what lasts of chunks is believed of a ring only, and of chunks that it has", arguments: [false, true])
    func inventedChunks(isRing: Bool) throws {
        let options = TraceFileOptions(size: 1 << 20, isRing: isRing)
        let recorder = try Recorder(file: folder.path("a.fvz"), options: options)
        let slots = try TraceFile(folder.path("a.fvz")).chunkCount
        for (thread, slot) in [(100, 1), (101, slots), (102, 1 << 20)] as [(UInt32, Int)] {
            let claim = ChunkClaim(slot: slot, thread: thread, time: 5)
            let record = HostileFileTests.retained(UInt64(thread), at: 0, time: 5)
            recorder.file?.keep(.retained(HostileFileTests.beginning(UInt64(thread), claim, [record])))
        }
        var sink = RingSink()

        try TraceFile(folder.path("a.fvz")).read(into: &sink)

        #expect(sink.hooks.map(\.a) == (isRing ? [100] : []))
    }

    @Test("records of more threads than chunks are kept of come in the order of their times")
    func manyThreads() throws {
        let recorder = try Recorder(
            file: folder.path("a.fvz"), options: TraceFileOptions(size: 2 << 20, isRing: true), clock: .custom { 3_000 })
        let edge = recorder.declareEdge(.link, label: "a")
        for thread in 0..<1_500 {
            let records = [thread, 3_000 + (thread * 7 % 1_500)].enumerated().map { place, time in
                HostileFileTests.retained(UInt64(time), at: place, time: UInt64(time))
            }
            let claim = ChunkClaim(slot: thread % 20, thread: UInt32(1_000 + thread), time: UInt64(thread))
            recorder.file?.keep(.retained(HostileFileTests.beginning(UInt64(thread + 1), claim, records)))
        }
        recorder.record(.value, on: edge, value: .int(1))
        var sink = RingSink()
        var cursor = TraceCursor(try TraceFile(folder.path("a.fvz")))

        cursor.read(into: &sink, limit: 1_000)
        cursor.release()
        cursor.read(into: &sink)

        #expect(sink.hooks.map(\.a) == (0..<1_500).map { UInt64($0) } + (3_000..<4_500).map { UInt64($0) })
        #expect(sink.values.count == 1)
    }

    @Test("slots of the directory that say nothing are chunks that cannot be read")
    func damagedDirectory() throws {
        let path = folder.path("a.fvz")
        let recorder = try Recorder(file: path, options: TraceFileOptions(size: 1 << 20), clock: .custom { 7 })
        let edge = recorder.declareEdge(.link, label: "a")
        for number in 0..<6_000 { recorder.record(.value, on: edge, value: .int(number)) }
        let file = try TraceFile(path)
        let used = file.directory().slots.count
        let descriptor = open(path, O_WRONLY)
        let damage = [UInt8](repeating: 0xA5, count: used * TraceFormat.Slot.size)
        pwrite(descriptor, damage, damage.count, off_t(TraceFormat.pageSize))
        close(descriptor)
        var sink = RingSink()
        var cursor = TraceCursor(file)

        cursor.read(into: &sink)

        #expect(used > 3 && cursor.unreadableChunks == used)
        #expect(sink.values.isEmpty && sink.gaps == [.max])
    }

    @Test("records of a chunk that cannot be read are told to be missing, up to where the next one begins")
    func damagedChunk() throws {
        let path = folder.path("a.fvz")
        let time = Handed<UInt64>(0)
        let recorder = try Recorder(file: path, options: TraceFileOptions(size: 1 << 20), clock: .custom { time.value })
        let edge = recorder.declareEdge(.link, label: "a")
        for number in 0..<6_000 {
            time.value = UInt64(number)
            recorder.record(.value, on: edge, value: .int(number))
        }
        let file = try TraceFile(path)
        let events = file.directory().slots.filter { $0.type == TraceFormat.Slot.events }
        let descriptor = open(path, O_WRONLY)
        withUnsafeBytes(of: UInt64(0)) { _ = pwrite(descriptor, $0.baseAddress, 8, off_t(file.offset(ofChunk: events[1].index))) }
        close(descriptor)
        var sink = RingSink()
        var cursor = TraceCursor(file)

        cursor.read(into: &sink)

        #expect(cursor.unreadableChunks == 1)
        #expect(sink.gaps == [events[2].firstTime])
        #expect(sink.numbers == Array(0..<Int(events[1].firstTime)) + Array(Int(events[2].firstTime)..<6_000))
    }

    @Test("what lasts of a chunk is told once, also where reading stops in the middle of it")
    func stoppedInside() throws {
        let path = folder.path("a.fvz")
        let time = Handed<UInt64>(0)
        let recorder = try Recorder(
            file: path, options: TraceFileOptions(size: 1 << 20, isRing: true), clock: .custom { time.value })
        let edge = recorder.declareEdge(.link, label: "a")
        var cursor = TraceCursor(try TraceFile(path))
        var sink = RingSink()
        // A value between any two, so that retained records are not at the places 0, 1, 2.
        func subscribe(_ numbers: Range<Int>) {
            for number in numbers {
                time.value = UInt64(number + 1) * 1_000
                recorder.record(.value, on: edge, value: .int(number))
                Ring.subscribe(recorder, UInt64(number * 2))
            }
        }
        subscribe(0..<50)
        cursor.read(into: &sink, until: time.value)
        subscribe(50..<100)
        time.value += 1
        for number in 0..<100_000 { recorder.record(.value, on: edge, value: .int(number)) }

        for number in 50..<101 { cursor.read(into: &sink, until: UInt64(number) * 1_000) }
        cursor.read(into: &sink)

        let ids = sink.hooks.filter { $0.call == .willSubscribe }.map(\.a)
        #expect(ids == (0..<100).map { UInt64($0 * 2) })
        #expect(sink.hooks.count + sink.values.count + cursor.overtaken == 100 * 9 + 100_000)
    }

    /// Notes how long the texts are that it is handed.
    private struct TextSink: RecordSink {
        var lengths: [Int] = []

        mutating func declare(nodes: [NodeFact], edges: [EdgeFact]) {}
        mutating func record(missed: Int) {}
        mutating func append(_ record: TraceEvent, thread: UInt32, bytes: UnsafeRawBufferPointer?) {
            lengths.append(bytes?.count ?? 0)
        }
    }

    private static func texts(_ places: [(offset: Int, stored: Int)]) -> [TraceEvent] {
        places.enumerated().map { number, place in
            let payload = TraceEvent.Payload.textReference(offset: place.offset, stored: place.stored, full: place.stored)
            return TraceEvent(time: UInt64(number), kind: .value, edge: EdgeID(rawValue: 1), payload: payload)
        }
    }

    @Test("no more text is handed out of a chunk than it has, however often its records name the same")
    func repeatedText() throws {
        let file = RawTrace(folder.path("a.fvz"), chunks: 1)
        let records = HostileFileTests.texts(Array(repeating: (32_768, 32_768), count: 900))
        file.putChunk(0, records: records, text: [UInt8](repeating: 120, count: 32_768))
        var sink = TextSink()

        try TraceFile(folder.path("a.fvz")).read(into: &sink)

        #expect(sink.lengths == [32_768] + Array(repeating: 0, count: 899))
    }

    @Test("a text that cannot be takes nothing from those that can, also where reading stops between them")
    func nearlyAllText() throws {
        let file = RawTrace(folder.path("a.fvz"), chunks: 1)
        let size = RawTrace.chunkSize - TraceFormat.ChunkHeader.size - 20 * TraceFormat.recordSize
        let part = size / 16
        let whole = (0..<16).map { (RawTrace.chunkSize - ($0 + 1) * part, part) }
        let wrong = [(64, 8), (RawTrace.chunkSize - 4, 8), (RawTrace.chunkSize + 1, 1), (0, 65_535)]
        file.putChunk(0, records: HostileFileTests.texts(wrong + whole), text: [UInt8](repeating: 120, count: size))
        var cursor = TraceCursor(try TraceFile(folder.path("a.fvz")))
        var sink = TextSink()

        while cursor.read(into: &sink, limit: 3) == 3 { cursor.release() }

        #expect(sink.lengths == [0, 0, 0, 0] + Array(repeating: part, count: 16))
    }

    @Test("chunks that a file has no bytes of are counted and not kept", arguments: RawTrace.Content.allCases)
    func sparseFile(content: RawTrace.Content) throws {
        let chunks = TraceFormat.chunkLimit
        let file = RawTrace(folder.path("a.fvz"), chunks: chunks)
        file.putSlots(0..<chunks, content)
        let (first, last) = (chunks / 3, chunks - 1)
        for chunk in [first, last] { file.putChunk(chunk, records: HostileFileTests.texts([(0, 0)])) }
        let trace = try TraceFile(folder.path("a.fvz"))
        var (sink, gaps) = (TextSink(), RingSink())
        var cursor = TraceCursor(trace)

        #expect(trace.directory().slots.count == 4_096 + 2)
        #expect(trace.directory().slots.suffix(2).map(\.index) == [first, last])
        #expect(trace.command == [] && trace.endTime == nil)
        #expect(cursor.read(into: &sink) == 2)
        #expect(cursor.unreadableChunks == chunks - 2)
        #expect(trace.read(into: &gaps).unreadableChunks == chunks - 2)
        #expect(gaps.gaps == [.max])
    }

    @Test("of a file that was cut off, as many chunks are known as a trace of the usual size has")
    func cutOffFile() throws {
        let chunks = TraceFormat.chunkCount(size: TraceFileOptions.defaultSize)
        let file = RawTrace(folder.path("a.fvz"), chunks: chunks)
        file.putSlots(0..<chunks, .events)
        file.putChunk(0, records: HostileFileTests.texts([(0, 0)]))
        truncate(folder.path("a.fvz"), off_t(file.offset(ofChunk: 1)))
        let trace = try TraceFile(folder.path("a.fvz"))
        var sink = RingSink()

        #expect(trace.directory().slots.count == chunks)
        #expect(trace.read(into: &sink).unreadableChunks == chunks - 1)
        #expect(!sink.gaps.isEmpty)
    }
}

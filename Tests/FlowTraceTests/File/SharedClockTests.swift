import FlowTestSupport
import Foundation
import Synchronization
import Testing

@testable import FlowTrace

@Suite("trace files, on one clock")
struct SharedClockTests {
    /// The times of a trace's events, and of the gaps that are reported.
    private struct Times: RecordSink {
        var events: [UInt64] = []

        mutating func declare(nodes: [NodeFact], edges: [EdgeFact]) {}
        mutating func record(missed: Int) {}
        mutating func append(_ record: TraceEvent, thread: UInt32, bytes: UnsafeRawBufferPointer?) { events.append(record.time) }
    }

    /// A trace with events at 5, 10 and 20 ns that began when the machine's clock was at 1,000.
    private func file(_ folder: TemporaryFolder) throws -> TraceFile {
        let time = Atomic<UInt64>(0)
        let path = folder.path("a.fvz")
        let recorder = try Recorder(
            file: path, options: TraceFileOptions(size: 1 << 20), clock: .custom { time.load(ordering: .relaxed) })
        let edge = recorder.declareEdge(.link, label: "a")
        for moment in [5, 10, 20] as [UInt64] {
            time.store(moment, ordering: .relaxed)
            recorder.record(.value, on: edge)
        }
        recorder.close()
        let bytes = try FileHandle(forUpdating: URL(filePath: path))
        try bytes.seek(toOffset: UInt64(TraceFormat.Header.startTime))
        try bytes.write(contentsOf: withUnsafeBytes(of: UInt64(1_000).littleEndian) { Data($0) })
        try bytes.close()
        return try TraceFile(path)
    }

    @Test func `times count from an earlier moment, also twice`() throws {
        let folder = try TemporaryFolder()
        let file = try file(folder)
        let earlier = file.timed(since: 400)

        for (trace, shift) in [(file, 0), (earlier, 600), (earlier.timed(since: 100), 900), (earlier.timed(since: 1_000), 0)]
            as [(TraceFile, UInt64)]
        {
            var (times, cursor) = (Times(), TraceCursor(trace))
            cursor.read(into: &times)

            #expect(times.events == [5, 10, 20].map { $0 + shift })
            #expect(trace.lastTime.nanoseconds == 20 + shift && trace.endTime?.nanoseconds == 20 + shift)
            #expect(trace.startTime == 1_000 - shift)
        }
    }

    @Test func `a reading up to a time ends there on the clock that counts`() throws {
        let folder = try TemporaryFolder()
        var (times, cursor) = (Times(), TraceCursor(try file(folder).timed(since: 400)))

        let counts = ([0, 604, 605, 619, 620] as [UInt64]).map { cursor.read(into: &times, until: $0) }

        #expect(counts == [0, 0, 1, 1, 1])
    }

    @Test func `what was before time 0 is at time 0`() throws {
        let folder = try TemporaryFolder()
        let later = try file(folder).timed(since: 1_008)
        var (times, cursor) = (Times(), TraceCursor(later))

        #expect(cursor.read(into: &times, until: 1) == 1)
        cursor.read(into: &times)

        #expect(times.events == [0, 2, 12] && later.lastTime.nanoseconds == 12 && later.startTime == 1_008)
    }

    @Test(arguments: [0, 1_000, 1 << 63, .max] as [UInt64]) func `no clock is too far`(start: UInt64) throws {
        let folder = try TemporaryFolder()
        var (times, cursor) = (Times(), TraceCursor(try file(folder).timed(since: start).timed(since: 0).timed(since: .max)))

        cursor.read(into: &times)

        #expect(times.events.count == 3)
    }

    @Test func `a trace says in which run of the machine it was made`() throws {
        let folder = try TemporaryFolder()
        let files = try ["a.fvz", "b.fvz"].map { name in
            try Recorder(file: folder.path(name), options: TraceFileOptions(size: 1 << 20)).close()
            return try TraceFile(folder.path(name))
        }

        #expect(files[0].boot == MachineBoot.id && files[1].boot == MachineBoot.id)
        #expect(MachineBoot.id.count == 36)
    }
}

import FlowTestSupport
import Foundation
import Testing

@testable import FlowTrace

@Suite("trace files")
struct TraceFileTests {
    @Test("what was recorded is read back, in order, with its facts")
    func roundTrip() throws {
        let folder = try TemporaryFolder()
        let recorder = try Recorder(
            file: folder.path("a.fvz"), options: TraceFileOptions(size: 4 << 20), command: ["prog", "-x"])
        let memory = Recorder()
        for one in [recorder, memory] {
            let node = one.declareNode(.buffer, name: "buffer", capacity: 2, overflow: .dropOldest, prefetch: .byRequest)
            let edge = one.declareEdge(.store, label: "buffer", upstream: node, downstream: node)
            one.record(.request, on: edge, demand: .unlimited)
            let mark = one.record(.value, on: edge, value: .int(-5))
            one.causing(mark) {
                _ = one.record(.value, on: edge, value: .string("a text that is longer than a record holds"))
            }
            one.record(.dropped, on: edge, value: .double(1.5), reason: .overflowOldest)
        }
        recorder.close()
        var log = TraceLog()
        let file = try TraceFile(folder.path("a.fvz"))
        file.read(into: &log)
        var expected = TraceLog()
        memory.drain(into: &expected)
        #expect(log.nodes == expected.nodes)
        #expect(log.edges == expected.edges)
        #expect(log.entries.map(\.kind) == expected.entries.map(\.kind))
        #expect(log.entries.map(\.cause) == expected.entries.map(\.cause))
        #expect(log.entries.map(log.value) == expected.entries.map(expected.value))
        #expect(file.command == ["prog", "-x"])
        #expect(file.isClosed)
        #expect(file.missed == 0)
    }

    @Test("texts that fill a chunk are told from records")
    func texts() throws {
        let folder = try TemporaryFolder()
        let recorder = try Recorder(file: folder.path("a.fvz"), options: TraceFileOptions(size: 4 << 20))
        let edge = recorder.declareEdge(.link, label: "a")
        let texts = (0..<5000).map { "a text of some length \($0)" }
        for text in texts { recorder.record(.value, on: edge, value: .string(text)) }
        var log = TraceLog()
        try TraceFile(folder.path("a.fvz")).read(into: &log)
        #expect(log.entries.map(log.value) == texts.map { .string($0) })
    }

    @Test("a file that grows is read on from where it was left")
    func growing() throws {
        let folder = try TemporaryFolder()
        let recorder = try Recorder(file: folder.path("a.fvz"), options: TraceFileOptions(size: 4 << 20))
        let edge = recorder.declareEdge(.link, label: "a")
        var cursor = TraceCursor(try TraceFile(folder.path("a.fvz")))
        var log = TraceLog()
        for round in 1...5 {
            for number in 0..<1500 { recorder.record(.value, on: edge, value: .int(number)) }
            cursor.read(into: &log)
            #expect(log.entries.count == round * 1500)
        }
        #expect(log.entries.map(log.value) == (1...5).flatMap { _ in (0..<1500).map { .int($0) } })
    }

    @Test("a full file stops and counts, a ring keeps the newest", arguments: [false, true])
    func full(isRing: Bool) throws {
        let folder = try TemporaryFolder()
        let options = TraceFileOptions(size: TraceFileOptions.minimumSize, isRing: isRing)
        let recorder = try Recorder(file: folder.path("a.fvz"), options: options)
        let edge = recorder.declareEdge(.link, label: "a")
        for number in 0..<100_000 { recorder.record(.value, on: edge, value: .int(number)) }
        var log = TraceLog()
        let file = try TraceFile(folder.path("a.fvz"))
        file.read(into: &log)
        let values = log.entries.compactMap { log.value(of: $0) }
        let first = isRing ? 100_000 - values.count : 0
        #expect(values == (first..<first + values.count).map { .int($0) })
        #expect(values.count > 20_000)
        #expect(file.missed == (isRing ? 0 : 100_000 - values.count))
    }

    @Test("what is no trace is refused in one line")
    func refusals() throws {
        let folder = try TemporaryFolder()
        let path = folder.path("a.fvz")
        #expect(throws: TraceFileError.system(operation: "open", path: path, reason: "No such file or directory")) {
            try TraceFile(path)
        }
        #expect(throws: TraceFileError.notATrace(path: "/dev/null")) { try TraceFile("/dev/null") }
        for size in [5, 1 << 36 + 1, Int.max] {
            let options = TraceFileOptions(size: size)
            #expect(throws: TraceFileError.size(bytes: size, allowed: 1 << 20...1 << 36)) {
                try Recorder(file: path, options: options)
            }
            #expect(throws: TraceFileError.size(bytes: size, allowed: 1 << 20...1 << 36)) { try options.check(path) }
        }
        #expect(
            TraceFileError.size(bytes: 1 << 36 + 1, allowed: 1 << 20...1 << 36).description
                == "a trace of 68719476737 bytes is too large; give at most 68719476736")
    }

    @Test("a closed recorder takes no more, knows when it ended, and its file gives back what was not used")
    func closing() throws {
        let folder = try TemporaryFolder()
        let path = folder.path("a.fvz")
        let recorder = try Recorder(file: path, options: TraceFileOptions(size: 4 << 20), clock: .custom { 7 })
        let edge = recorder.declareEdge(.link, label: "a")
        recorder.record(.value, on: edge, value: .int(1))
        #expect(try TraceFile(path).endTime == nil)

        recorder.close(at: TraceTime(nanoseconds: 9))
        recorder.close()
        recorder.record(.value, on: edge, value: .int(2))
        recorder.record(.value, on: edge, value: .string("a text that is longer than a record holds"))
        recorder.record(.willCancel, HookKey(id: 1, tag: 1))
        try TraceFile(path).trim()

        let file = try TraceFile(path)
        var log = TraceLog()
        file.read(into: &log)
        #expect(log.entries.count == 1 && log.edges.count == 1)
        #expect(file.endTime == TraceTime(nanoseconds: 9) && file.isClosed && !file.hasWrapped)
        #expect(file.descriptor.size < 512 << 10)
    }

    @Test("the room of a file that a process still has in its memory is not given back")
    func trimmedIfLeft() throws {
        let folder = try TemporaryFolder()
        let path = folder.path("a.fvz")
        var recorder: Recorder? = try Recorder(file: path, options: TraceFileOptions(size: 4 << 20))
        let edge = try #require(recorder?.declareEdge(.link, label: "a"))
        // A thread keeps its chunk until it ends.
        onThreads(1) { _ in recorder?.record(.value, on: edge, value: .int(1)) }
        let file = try TraceFile(path)
        let size = file.descriptor.size

        try file.trim(ifLeft: true)
        #expect(file.descriptor.size == size)

        recorder = nil
        try file.trim(ifLeft: true)
        #expect(file.descriptor.size < 512 << 10)
    }

    @Test("a file that is replaced stays whole for who has it open, and nothing else is left in the folder")
    func replaced() throws {
        let folder = try TemporaryFolder()
        let path = folder.path("a.fvz")
        let old = try Recorder(file: path, options: TraceFileOptions(size: 1 << 20))
        let edge = old.declareEdge(.link, label: "old")
        let before = try TraceFile(path)

        let new = try Recorder(file: path, options: TraceFileOptions(size: 1 << 20))
        old.record(.value, on: edge, value: .int(1))

        var (oldLog, newLog) = (TraceLog(), TraceLog())
        before.read(into: &oldLog)
        try TraceFile(path).read(into: &newLog)
        #expect(oldLog.entries.count == 1 && newLog.entries.isEmpty)
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["a.fvz"])
        withExtendedLifetime(new) {}
    }

    @Test("a closed recorder takes neither the end of a call nor a fact")
    func endAfterClose() throws {
        let folder = try TemporaryFolder()
        let path = folder.path("a.fvz")
        let recorder = try Recorder(file: path, options: TraceFileOptions(size: 4 << 20))
        recorder.record(.willValue, HookKey(id: 1, tag: 1))

        recorder.close()
        recorder.recordEnd(.didValue, HookKey(id: 1, tag: 1))
        recorder.record(name: "Int", of: 1)
        _ = recorder.declareEdge(.link, label: "a")

        var sink = RingSink()
        var log = TraceLog()
        let file = try TraceFile(path)
        file.read(into: &sink)
        file.read(into: &log)
        #expect(sink.hooks.map(\.call) == [.willValue])
        #expect(log.edges.isEmpty)
    }

    @Test("a link in the file's place is not followed, and what it leads to stays")
    func link() throws {
        let folder = try TemporaryFolder()
        let path = folder.path("a.fvz")
        try "precious".write(toFile: folder.path("b"), atomically: true, encoding: .utf8)
        symlink(folder.path("b"), path)

        #expect(throws: TraceFileError.system(operation: "write", path: path, reason: "it is a link; name the file it leads to"))
        {
            try Recorder(file: path)
        }

        #expect(try String(contentsOfFile: folder.path("b"), encoding: .utf8) == "precious")
    }

    @Test("threads that come and go one after another share a chunk", arguments: [false, true])
    func shortLivedThreads(isRing: Bool) throws {
        let folder = try TemporaryFolder()
        let path = folder.path("a.fvz")
        let recorder = try Recorder(file: path, options: TraceFileOptions(size: 2 << 20, isRing: isRing))
        let edge = recorder.declareEdge(.link, label: "a")

        for number in 0..<500 {
            onThreads(1) { _ in
                let mark = recorder.record(.value, on: edge, value: .int(number))
                _ = recorder.enter(mark)
                guard number.isMultiple(of: 2) else { return }
                recorder.record(.value, on: edge, value: .string("a text of some length \(number)"))
            }
        }

        var log = TraceLog()
        let file = try TraceFile(path)
        file.read(into: &log)
        #expect(log.entries.count == 750 && file.missed == 0 && !file.hasWrapped)
        #expect(log.entries.filter { $0.cause != nil }.count == 250)
        #expect(file.directory().slots.count == 2)
    }

    @Test("the file says how many records were dropped, whichever thread dropped the last")
    func missedByThreads() throws {
        let folder = try TemporaryFolder()
        let recorder = try Recorder(file: folder.path("a.fvz"), options: TraceFileOptions(size: TraceFileOptions.minimumSize))
        let edge = recorder.declareEdge(.link, label: "a")
        while recorder.missed == 0 { recorder.record(.value, on: edge, value: .int(1)) }
        let file = try TraceFile(folder.path("a.fvz"))

        for _ in 0..<20 {
            onThreads(4) { _ in for _ in 0..<operationsPerThread { recorder.record(.subscribed, on: edge) } }
            #expect(file.missed == recorder.missed)
        }
    }

    @Test("a file that is cut off while it is read ends in a part, which says so", arguments: [0, 3_000, 4_200, 200_000])
    func cutOff(size: Int) throws {
        let folder = try TemporaryFolder()
        let path = folder.path("a.fvz")
        let recorder = try Recorder(file: path, options: TraceFileOptions(size: 4 << 20))
        let edge = recorder.declareEdge(.link, label: "a")
        for number in 0..<10_000 { recorder.record(.value, on: edge, value: .int(number)) }
        recorder.close()
        let file = try TraceFile(path)
        var cursor = TraceCursor(file)
        var log = TraceLog()

        truncate(path, off_t(size))
        cursor.read(into: &log)

        #expect(log.entries.map(log.value) == (0..<log.entries.count).map { .int($0) })
        #expect(log.entries.count < 10_000)
        #expect(cursor.unreadableChunks > 0)
    }

    @Test("text that grows towards the records is not taken for some", arguments: [100, 700, 3_000])
    func textAndRecords(count: Int) throws {
        let folder = try TemporaryFolder()
        let recorder = try Recorder(file: folder.path("a.fvz"), options: TraceFileOptions(size: 4 << 20))
        let edge = recorder.declareEdge(.link, label: "a")
        let texts = (0..<count).map { String(repeating: "\($0) ", count: 40) }
        for text in texts { recorder.record(.value, on: edge, value: .string(text)) }
        var log = TraceLog()

        try TraceFile(folder.path("a.fvz")).read(into: &log)

        #expect(log.entries.map { log.value(of: $0)?.description } == texts)
        #expect(zip(log.entries, log.entries.dropFirst()).allSatisfy { $0.time <= $1.time })
    }

    @Test("a ring that came round says so")
    func wrapped() throws {
        let folder = try TemporaryFolder()
        let path = folder.path("a.fvz")
        let recorder = try Recorder(file: path, options: TraceFileOptions(size: 1 << 20, isRing: true))
        let edge = recorder.declareEdge(.link, label: "a")
        recorder.record(.value, on: edge, value: .int(0))
        #expect(try !TraceFile(path).hasWrapped)

        for number in 1...50_000 { recorder.record(.value, on: edge, value: .int(number)) }

        #expect(try TraceFile(path).hasWrapped)
    }

    @Test("an event taken over from another log keeps its text")
    func takenOver() throws {
        let recorder = Recorder()
        let edge = recorder.declareEdge(.link, label: "a")
        recorder.record(.value, on: edge, value: .string("the first of two texts that need room"))
        recorder.record(.value, on: edge, value: .string("the second of two texts that need room"))
        var log = TraceLog()
        recorder.drain(into: &log)
        var other = TraceLog()

        other.add(log.entries[1], of: log, cause: nil)

        #expect(other.value(of: other.entries[0]) == .string("the second of two texts that need room"))
    }
}

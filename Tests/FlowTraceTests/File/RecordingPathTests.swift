import FlowTestSupport
import FlowTrace
import Foundation
import Testing

/// Tests which file a process of a run records into.
@Suite("RecordingPath")
struct RecordingPathTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    /// A trace with a number of events; it goes on until the recorder is closed.
    private func record(_ name: String, events: Int) throws -> Recorder {
        let recorder = try Recorder(file: folder.path(name), options: TraceFileOptions(size: TraceFileOptions.minimumSize))
        guard events > 0 else { return recorder }
        let edge = recorder.declareEdge(.source, label: "source")
        for _ in 0..<events { recorder.record(.offered, on: edge, value: .int(1)) }
        return recorder
    }

    private func name(for pattern: String, since start: UInt64? = nil) -> String {
        let path = RecordingPath(folder.path(pattern), since: start).path(for: 47)
        return String(path.dropFirst(folder.path.count + 1))
    }

    @Test func `a path is the first process's`() throws {
        #expect(name(for: "log.fvz") == "log.fvz")

        try record("log.fvz", events: 0).close()

        #expect(name(for: "log.fvz") == "log.fvz")
    }

    @Test func `what is no trace makes way`() throws {
        try "words".write(toFile: folder.path("log.fvz"), atomically: true, encoding: .utf8)

        #expect(name(for: "log.fvz") == "log.fvz")
    }

    @Test(arguments: [
        ("log.fvz", "log-47.fvz"), ("log", "log-47"), (".log", ".log-47"), ("a.b.fvz", "a.b-47.fvz"), ("log.", "log-47."),
    ]) func `a trace that has events stays`(path: String, other: String) throws {
        try record(path, events: 1).close()

        #expect(name(for: path) == other)
    }

    @Test func `a trace that is being written stays`() throws {
        let recorder = try record("log.fvz", events: 0)

        #expect(name(for: "log.fvz") == "log-47.fvz")
        recorder.close()
    }

    @Test func `a trace from before the run makes way`() throws {
        try record("log.fvz", events: 1).close()
        let begin = try TraceFile(folder.path("log.fvz")).wallClock

        #expect(name(for: "log.fvz", since: begin) == "log-47.fvz")
        #expect(name(for: "log.fvz", since: begin + 1) == "log.fvz")
    }

    @Test func `a path may have a place for the process's number`() throws {
        #expect(name(for: "log-%p.fvz") == "log-47.fvz")
        #expect(name(for: "%p") == "47")

        try record("log-47.fvz", events: 1).close()

        #expect(name(for: "log-%p.fvz") == "log-47.fvz")
    }

    @Test func `the traces of a run are found by their names`() throws {
        for name in ["log.fvz", "log-9.fvz", "log-10.fvz", "log-x.fvz", "log-9.other", "blog-9.fvz"] {
            try record(name, events: 1).close()
        }
        try "words".write(toFile: folder.path("log-11.fvz"), atomically: true, encoding: .utf8)
        func names(_ pattern: String, since start: UInt64? = nil) -> [String] {
            RecordingPath(folder.path(pattern), since: start).traces().map { String($0.path.dropFirst(folder.path.count + 1)) }
        }
        let last = try TraceFile(folder.path("log-10.fvz")).wallClock

        #expect(names("log.fvz") == ["log.fvz", "log-9.fvz", "log-10.fvz"])
        #expect(names("log-%p.fvz") == ["log-9.fvz", "log-10.fvz"])
        #expect(names("log.fvz", since: last) == ["log-10.fvz"])
        #expect(names("none.fvz") == [])
    }
}

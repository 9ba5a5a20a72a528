import FlowTestSupport
import Testing

@testable import FlowTrace

/// The names of tests, and the records of their ends.
@Suite("Tests of a traced program")
struct SuiteTestTests {
    @Test(
        arguments: [
            ("AppTests.Rooms/joins()/RoomTests.swift:8:4", "Rooms/joins()", "RoomTests.swift:8"),
            ("AppTests.plain(n:)/A.swift:12:2", "plain(n:)", "A.swift:12"),
            ("AppTests.`a / b. c`()/A.swift:3:2", "`a / b. c`()", "A.swift:3"),
            ("RoomTests.testJoins", "RoomTests.testJoins", nil),
            ("-[App.RoomTests testJoins]", "-[App.RoomTests testJoins]", nil),
            ("", "", nil), ("/", "/", nil), ("/A.swift:", "", "A.swift"), ("/.swift:1:2", "", ".swift:1"),
        ] as [(String, String, String?)])
    func `a test has the name that people read, and its line`(id: String, name: String, line: String?) {
        let test = SuiteTest(id: id)

        #expect(test.name == name)
        #expect(test.line == line)
    }

    @Test func `the end of a test is recorded if the test has made a stream, and outlasts a ring`() throws {
        let folder = try TemporaryFolder()
        let options = TraceFileOptions(size: TraceFileOptions.minimumSize, isRing: true)
        let target = TraceTarget(recorder: try Recorder(file: folder.path("a.fvz"), options: options, clock: .custom { 5 }))
        let tag = target.tag(of: "AppTests.makes()/A.swift:1:2")
        target.recordEnd(ofTest: "AppTests.makes()/A.swift:1:2", .failed)
        target.recordEnd(ofTest: "AppTests.makesNone()/A.swift:4:2", .passed)
        for number in 0..<100_000 { target.recorder.record(.request, of: UInt64(number) + 100) }

        var ends = Ends()
        try TraceFile(folder.path("a.fvz")).read(into: &ends)

        #expect(ends.found.map(\.tag) == [tag])
        #expect(ends.found.map(\.outcome) == [.failed])
    }

    private struct Ends: RecordSink {
        private(set) var found: [(tag: UInt32, outcome: TestOutcome?)] = []

        mutating func declare(nodes: [NodeFact], edges: [EdgeFact]) {}
        mutating func record(missed: Int) {}

        mutating func append(_ record: TraceEvent, thread: UInt32, bytes: UnsafeRawBufferPointer?) {
            if record.fact == .testEnd { found.append((record.hookKey.tag, TestOutcome(rawValue: record.subkind))) }
        }
    }
}

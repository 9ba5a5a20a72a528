import FlowTestSupport
import Testing

@testable import FlowTrace

/// The kinds of records, and the treatment of unknown ones.
@Suite("Families of records")
struct RecordFamilyTests {
    private static let known: [(family: RecordFamily, kinds: [UInt8])] = [
        (.events, SignalKind.allCases.map(\.rawValue)), (.calls, CallKind.allCases.map(\.rawValue)),
        (.steps, StepKind.allCases.map(\.rawValue)), (.facts, FactKind.allCases.map(\.rawValue)),
        (.executors, ExecutorKind.allCases.map(\.rawValue)),
    ]

    /// An unknown kind of each possible family.
    static let unknown = (0..<8).map { UInt8($0 << 5 | 31) }

    @Test func `each family has its kinds for itself, and room for more`() {
        #expect(RecordFamilyTests.known.map(\.family) == RecordFamily.allCases)
        for (family, kinds) in RecordFamilyTests.known {
            #expect(kinds.allSatisfy { RecordFamily(ofKind: $0) == family && $0 != 0 })
            #expect(Set(kinds).count == kinds.count && kinds.count < 32)
        }
        #expect(RecordFamilyTests.unknown.filter { RecordFamily(ofKind: $0) == nil }.count == 3)
    }

    @Test(arguments: unknown)
    func `a record of a kind that nobody knows is passed over and counted, and all others are read`(kind: UInt8) throws {
        let folder = try TemporaryFolder()
        let recorder = try Recorder(file: folder.path("a.fvz"), options: TraceFileOptions(size: 1 << 20), clock: .custom { 5 })
        let edge = recorder.declareEdge(.link, label: "a")
        let mark = recorder.record(.request, on: edge, demand: .max(1))
        let strange = TraceEvent(
            time: 5, kind: kind, subkind: 255, id: .max, number: .max, value: WordValue(textAt: 64, stored: 65_535, full: 70_000))
        for _ in 0..<3 { recorder.writer._withUnsafeGuaranteedRef { _ = $0.append(strange) } }
        recorder.causing(mark) { _ = recorder.record(.value, on: edge, value: .string("a text of more than fifteen bytes")) }

        var log = TraceLog()
        let gaps = try TraceFile(folder.path("a.fvz")).read(into: &log)

        #expect(log.entries.map(\.kind) == [.request, .value])
        #expect(log.entries.map(\.cause) == [nil, 1])
        #expect(log.value(of: log.entries[1]) == .string("a text of more than fifteen bytes"))
        #expect(gaps.unknownRecords == 3 && log.unknownRecords == 3)
    }

    @Test func `an item of a type that nobody knows is passed over and counted, and all others are read`() throws {
        let folder = try TemporaryFolder()
        let trace = RawTrace(folder.path("a.fvz"), chunks: 1)
        let known = ["before", "behind"].enumerated().map { index, label in
            MetadataItem.edge(EdgeFact(id: EdgeID(rawValue: UInt32(index) + 1), role: .link, label: label))
        }
        let edges = known.map { (type: $0.type.rawValue, bytes: $0.encoded) }
        trace.putFacts(0, [edges[0], (type: 999, bytes: Array("a fact of next year".utf8)), edges[1]])

        var log = TraceLog()
        let gaps = try TraceFile(folder.path("a.fvz")).read(into: &log)

        #expect(log.edges.map(\.label) == ["before", "behind"])
        #expect(gaps.unknownRecords == 1 && log.unknownRecords == 1)
    }

    @Test func `what a record has room for does not run over`() {
        let edge = EdgeID(rawValue: EdgeID.last)
        let event = TraceEvent(time: .max, kind: .dropped, edge: edge, flags: 255, payload: .int(-1), cause: .max)
        #expect(event.edge == edge && event.kind == .dropped && event.subkind == 255 && event.causeDistance == .max)
        #expect(event.payload == .int(-1))

        let step = TraceEvent(time: 0, step: .value, of: .max, element: .max, value: WordValue(.max, .double))
        #expect(step.element == .max && step.valueCount == 0 && step.hookKey == HookKey(id: .max, tag: 0))
        let made = TraceEvent(time: 0, step: .value, of: 1, element: 7, flags: .counts)
        #expect(made.element == 0 && made.valueCount == 7)
    }
}

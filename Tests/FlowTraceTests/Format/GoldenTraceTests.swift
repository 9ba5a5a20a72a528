import FlowTestSupport
import Foundation
import Synchronization
import Testing

@testable import FlowTrace

/// A file of each family of records with every kind and every form, and the findings of a reader.
///
/// `FLOWVIZ_RECORD=1 swift test --filter GoldenTraceTests` writes them, then fails on purpose. Who changes a byte of them changes the format,
/// and its number.
@Suite("Golden traces")
struct GoldenTraceTests {
    private static let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Golden")
    private static let values: [TraceValue] = [
        .int(-3), .double(0.5), .bool(true), .string(""), .string("12345678"), .string("123456789012345"),
        .string("a text of more than fifteen bytes, é"),
    ]

    @Test(arguments: RecordFamily.allCases)
    func `a trace has the bytes that were recorded, and reads as it did`(family: RecordFamily) throws {
        let folder = try TemporaryFolder()
        let written = try GoldenTraceTests.write(family, to: folder.path("a.fvz"))
        let text = try GoldenTraceTests.reading(folder.path("a.fvz"))
        let bytes = GoldenTraceTests.folder.appending(path: "\(family).fvz")
        let words = GoldenTraceTests.folder.appending(path: "\(family).txt")
        if ProcessInfo.processInfo.environment["FLOWVIZ_RECORD"] == "1" {
            try written.write(to: bytes)
            try text.write(to: words, atomically: true, encoding: .utf8)
            Issue.record("recorded \(family); run again without FLOWVIZ_RECORD")
            return
        }

        #expect(try Data(contentsOf: bytes) == written)
        #expect(try GoldenTraceTests.reading(bytes.path) == String(contentsOf: words, encoding: .utf8))
    }

    private final class Clock: Sendable {
        let now = Atomic<UInt64>(0)
    }

    /// Writes a file and returns its used bytes, without the ones that differ in each run.
    private static func write(_ family: RecordFamily, to path: String) throws -> Data {
        let clock = Clock()
        let recorder = try Recorder(
            file: path, options: TraceFileOptions(size: TraceFileOptions.minimumSize), command: ["golden"],
            clock: .custom { clock.now.wrappingAdd(10, ordering: .relaxed).newValue })
        record(family, recorder)
        recorder.close()
        var bytes = try Data(contentsOf: URL(filePath: path))
        typealias Header = TraceFormat.Header
        for (offset, count) in [(Header.wallClock, 8), (Header.process, 4), (Header.clock, 4), (Header.boot, Header.bootLength)] {
            bytes.resetBytes(in: offset..<offset + count)
        }
        let chunks = bytes.withUnsafeBytes { $0.load(fromByteOffset: Header.nextChunk, as: UInt64.self) }
        let all = bytes.withUnsafeBytes { $0.load(fromByteOffset: Header.chunkCount, as: UInt32.self) }
        return bytes.prefix(TraceFormat.dataStart(chunks: Int(all)) + Int(chunks) * TraceFormat.chunkSize)
    }

    private static func record(_ family: RecordFamily, _ recorder: Recorder) {
        switch family {
        case .events: recordEvents(recorder)
        case .calls: recordCalls(recorder)
        case .steps: recordSteps(recorder)
        case .facts: recordFacts(recorder)
        case .executors: recordExecutors(recorder)
        }
    }

    private static func recordEvents(_ recorder: Recorder) {
        let node = recorder.declareNode(.buffer, .buffer, capacity: 2, overflow: .dropOldest, prefetch: .keepFull)
        let edge = recorder.declareEdge(.store, label: "held", upstream: node, downstream: node)
        let mark = recorder.record(.subscribed, on: edge)
        for kind in [SignalKind.request, .returned] {
            for demand in [Demand.max(2), .unlimited] { recorder.record(kind, on: edge, demand: demand) }
        }
        for kind in SignalKind.allCases where kind.isTerminal { recorder.record(kind, on: edge) }
        for kind in SignalKind.allCases where kind.isOfValue || kind == .failure || kind == .state || kind == .note {
            recorder.causing(mark) { for value in values { recorder.record(kind, on: edge, value: value) } }
        }
        for reason in DropReason.allCases { recorder.record(.dropped, on: edge, value: .int(1), reason: reason) }
        // A cause that is too far back for the record itself.
        recorder.writer._withUnsafeGuaranteedRef { writer in
            let link = TraceEvent(time: 1_000, kind: .causeLink, edge: edge, payload: .distance(70_000))
            let far = TraceEvent(time: 1_000, kind: .cancel, edge: edge, cause: TraceEvent.linkedCause)
            for record in [link, far] { _ = writer.append(record) }
        }
    }

    private static func recordCalls(_ recorder: Recorder) {
        let key = HookKey(id: 0x7FFF_1234_5678_9ABC, tag: 0xFEDC_BA98)
        for call in CallKind.allCases { recorder.record(call, key, word: Demand.unlimited.rawValue) }
        recorder.record(.willSubscribe, key, flags: .erased)
        for value in values { recorder.record(.willValue, key, value: value) }
        recorder.recordEnd(.didValue, key, word: 3)
        recorder.record(.willComplete, key, value: .string("lost"))
    }

    private static func recordSteps(_ recorder: Recorder) {
        let edge: UInt64 = 1 << 63 | 7
        for step in StepKind.allCases { recorder.record(step, of: edge, element: 0xFEDC_BA98, word: 5) }
        for value in values { recorder.record(.value, of: edge, element: 2, value: value) }
        recorder.record(.value, of: edge, element: 3, value: .int(6), flags: .counts)
        recorder.recordAnswer(.kept, of: edge, element: 2)
        recorder.record(.state, of: edge, value: .string("processing"))
    }

    private static func recordFacts(_ recorder: Recorder) {
        let node = recorder.declareNode(.pace, name: "pace", detail: "1 s")
        _ = recorder.declareEdge(.link, label: "output", upstream: node)
        recorder.record(name: "Publishers.Map<Int>", of: 3)
        recorder.record(CodeModule(number: 1, bias: 0x5555_0000, path: "/usr/bin/programme", buildID: "00ff17"))
        recorder.record(CodeModule(number: 2, bias: 0, path: "/usr/lib/other.so"))
        let frames = [CodeFrame(module: 1, address: 0x1234), CodeFrame(module: 0, address: 0x7FFF_0000_1234)]
        recorder.record(CodeStack(number: 1, frames: frames))
        let functions = [PlaceName.Function(name: "inner", file: "/a/b.swift", line: 7, column: 9), .init(name: "outer")]
        recorder.record(PlaceName(module: 1, address: 0x1234, functions: functions))
        for outcome in TestOutcome.allCases { recorder.recordEnd(ofTest: 3, outcome) }
        for role in StackRole.allCases { recorder.record(stack: 1, as: role, of: 1 << 63 | 7) }
        for fact in FactKind.allCases where !fact.isPermanent { recorder.record(fact, HookKey(id: 0x1234_5678_9ABC, tag: 3)) }
        for policy in OverflowPolicy.allCases { recorder.record(policy) }
        for prefetch in [Prefetch.byRequest, .keepFull] { recorder.record(prefetch) }
        for isLatest in [false, true] { recorder.record(isLatest: isLatest) }
    }

    private static func recordExecutors(_ recorder: Recorder) {
        for executor in TracedExecutor.allCases {
            let figures = ExecutorFigures(wait: 1_400_000_000, word: 1_200_000_000, number: 0xFEDC_BA98)
            for kind in ExecutorKind.allCases { recorder.record(kind, of: executor, figures) }
            recorder.record(stack: 1, as: .consumed, of: 1 << 63 | 7, on: executor)
        }
    }

    /// The findings of a reader, a line for each fact and record.
    private static func reading(_ path: String) throws -> String {
        var lines = Lines()
        let gaps = try TraceFile(path).read(into: &lines)
        #expect(gaps == TraceGaps())
        return lines.text
    }

    private struct Lines: RecordSink {
        private(set) var text = ""

        mutating func declare(nodes: [NodeFact], edges: [EdgeFact]) {
            for node in nodes {
                add("\(node.id) \(node.role) \(node.name) '\(node.detail)'", node.capacity, node.overflow, node.prefetch)
            }
            for edge in edges { add("\(edge.id) \(edge.role) \(edge.label)", edge.upstream, edge.downstream) }
        }

        mutating func record(missed: Int) {}

        mutating func append(_ record: TraceEvent, thread: UInt32, bytes: UnsafeRawBufferPointer?) {
            let key = record.hookKey
            if let event = record.kind {
                let number = record.demand.map { "\($0)" } ?? "\(record.a) \(record.valueType == .textElsewhere ? 0 : record.b)"
                add(
                    "\(record.time) \(event) on \(record.edge) of \(record.subkind) by \(record.causeDistance): \(number)",
                    quoted(bytes))
            } else if let call = record.call {
                add("\(record.time) \(call) \(key.id) \(key.tag) \(record.callFlags.rawValue)", value(record, bytes))
            } else if let step = record.step {
                add("\(record.time) \(step) \(key.id) \(record.element) of \(record.valueCount)", value(record, bytes))
            } else if let kind = record.executorKind, let executor = record.executor {
                add("\(record.time) \(kind) \(executor) \(record.a) \(record.b) \(record.hookKey.tag)")
            } else if let fact = record.fact {
                add("\(record.time) \(fact) \(key.id) \(key.tag) \(record.subkind)", quoted(bytes))
            }
        }

        private func value(_ record: TraceEvent, _ bytes: UnsafeRawBufferPointer?) -> String {
            switch record.valueType {
            case .text, .textElsewhere: "'\(record.hookText(bytes))'"
            case .none, .int, .double, .bool: "\(record.valueType) \(record.b)"
            }
        }

        private func quoted(_ bytes: UnsafeRawBufferPointer?) -> String? {
            bytes.map { "'\(String(decoding: $0, as: UTF8.self))'" }
        }

        private mutating func add(_ words: Any?...) {
            text += words.compactMap { $0.map { "\($0)" } }.joined(separator: " ") + "\n"
        }
    }
}

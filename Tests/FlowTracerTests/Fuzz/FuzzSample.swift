import FlowTestSupport

@testable import FlowCore
@testable import FlowTrace

/// A trace file to be mutated.
enum FuzzSample {
    /// The filler of rings, which is not worth mutating.
    static let filler = UInt8(ascii: "x")

    /// The records of a pipeline, without records of tests that run at the same time.
    private struct Records: RecordSink {
        private(set) var all: [(thread: UInt32, record: TraceEvent, text: [UInt8]?)] = []

        mutating func declare(nodes: [NodeFact], edges: [EdgeFact]) {}

        mutating func append(_ record: TraceEvent, thread: UInt32, bytes: UnsafeRawBufferPointer?) {
            all.append((thread, record, bytes.map { Array($0) }))
        }

        mutating func record(missed: Int) {}

        func copy(to recorder: Recorder) {
            for (_, record, text) in all {
                recorder.writer._withUnsafeGuaranteedRef { writer in
                    guard let text, record.family != .events else {
                        _ = writer.append(record)
                        return
                    }
                    _ = text.withUnsafeBufferPointer {
                        writer.append(text: $0, time: record.time) { value in
                            var record = record
                            record.b = value.word
                            return record
                        }
                    }
                }
            }
        }
    }

    /// Writes the tracer's records of a pipeline, or every kind of record and fact without one. A ring wraps around, so that
    /// earlier records move to its facts.
    static func write(_ pipeline: Pipeline?, to path: String, isRing: Bool) throws {
        let options = TraceFileOptions(size: TraceFileOptions.minimumSize, isRing: isRing)
        let recorder = try Recorder(file: path, options: options)
        if let pipeline { record(pipeline, into: recorder) } else { recordEverything(into: recorder) }
        if isRing {
            let edge = recorder.declareEdge(.link, label: "filler")
            let text = String(repeating: Character(UnicodeScalar(filler)), count: 4_000)
            for _ in 0..<300 { recorder.record(.value, on: edge, value: .string(text)) }
            if let pipeline { record(pipeline, into: recorder) }
        }
        recorder.close()
    }

    private static func record(_ pipeline: Pipeline, into recorder: Recorder) {
        for appetite in pipeline.appetites.prefix(2) {
            let memory = Recorder()
            let (tracer, bench) = FlowTracer.tracing(into: memory, values: .all(limit: 80)) { Bench.run(pipeline, appetite) }
            tracer.stop()
            var records = Records()
            memory.drain(into: &records)
            records.copy(to: recorder)
            withExtendedLifetime(bench) {}
        }
    }

    private static func recordEverything(into recorder: Recorder) {
        let node = recorder.declareNode(.buffer, name: "buffer", capacity: 2, overflow: .dropOldest, prefetch: .byRequest)
        let store = recorder.declareEdge(.store, label: "buffer", upstream: node, downstream: node)
        let link = recorder.declareEdge(.link, label: "link", upstream: node)
        for kind in SignalKind.allCases where kind != .causeLink {
            let mark = recorder.record(kind, on: link, value: .int(7))
            recorder.causing(mark) {
                _ = recorder.record(kind, on: store, value: .string("a text of more than fifteen bytes"), reason: .noDemand)
            }
        }
        recorder.record(name: "Publishers.Map<Int>", of: 3)
        for round in 0..<4 {
            let id = UInt64(round % 2)
            for call in CallKind.allCases {
                recorder.record(call, HookKey(id: id, tag: 3), word: UInt64(round), flags: .erased)
                // Facts count while something is being subscribed.
                guard call == .willSubscribe else { continue }
                for fact in FactKind.allCases { recorder.record(fact, HookKey(id: UInt64(round), tag: 3)) }
                for policy in OverflowPolicy.allCases { recorder.record(policy) }
            }
            for step in StepKind.allCases {
                recorder.record(step, of: id, element: UInt32(round), word: UInt64(round))
                recorder.record(step, of: id, element: 2, value: .string("a text of more than fifteen bytes"), flags: .counts)
            }
        }
    }
}

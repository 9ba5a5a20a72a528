import FlowExport
import FlowTestSupport
import FlowTrace
import Foundation
import Testing

/// Foreign readers can read the exports.
@Suite("exports")
struct ExportTests {
    /// A trace with a store, values of every kind and unlimited demand.
    private static let log: TraceLog = {
        let recorder = Recorder(clock: .custom { 1_500 })
        let node = recorder.declareNode(.buffer, name: "buffer", capacity: 2)
        let store = recorder.declareEdge(.store, label: "buffer \"2\"", upstream: node, downstream: node)
        let link = recorder.declareEdge(.link, label: "über 漢字")
        recorder.record(.request, on: link, demand: .max(3))
        recorder.record(.buffered, on: store, value: .double(-0.5))
        let mark = recorder.record(.value, on: link, value: .string("a\n\u{1B}[31m\"b\" of more than fifteen bytes"))
        recorder.causing(mark) { _ = recorder.record(.dropped, on: store, value: .double(-0.5), reason: .overflowOldest) }
        recorder.record(.request, on: link, demand: .unlimited)
        recorder.record(.failure, on: link, value: .bool(false))
        var log = TraceLog()
        recorder.drain(into: &log)
        return log
    }()

    private static let lanes = ExportLanes(
        of: log, lanes: [LaneSpec("buffer \"2\"", .buffer), LaneSpec("über 漢字", .output)])

    @Test("Chrome's format is JSON, with every event, cause and counter", .needs(.python))
    func chrome() throws {
        var lines = ChromeTrace.head(of: ExportTests.lanes, program: "prog \"x\"")
        var counters = EdgeCounters()
        for entry in ExportTests.log.entries {
            counters.add(entry, in: ExportTests.log)
            lines += ChromeTrace.lines(for: entry, in: ExportTests.log, on: ExportTests.lanes, counters: counters)
        }
        lines += ChromeTrace.tail
        let program = """
            import json, sys
            for e in json.load(open(sys.argv[1]))["traceEvents"]:
                if e["ph"] in "iC": print(e["ph"], e["tid"], e["ts"], e["name"], json.dumps(e["args"], sort_keys=True))
                elif e["name"] == "thread_name": print("M", e["tid"], json.dumps(e["args"]["name"], ensure_ascii=False))
            """
        let printed = try ExportTests.python(program, reading: Array(lines.joined(separator: "\n").utf8))
        #expect(
            printed == """
                M 1 "buffer \\"2\\""
                M 2 "über 漢字"
                i 2 1.5 request {"demand": "3", "seq": 1}
                C 2 1.5 outstanding 2 {"outstanding": 3}
                i 1 1.5 buffered {"seq": 2, "value": "-0.5"}
                C 1 1.5 held 1 {"held": 1}
                i 2 1.5 value {"seq": 3, "value": "a\\n\\u001b[31m\\"b\\" of more than fifteen bytes"}
                C 2 1.5 outstanding 2 {"outstanding": 2}
                i 1 1.5 dropped {"cause": 3, "seq": 4, "value": "-0.5"}
                C 1 1.5 held 1 {"held": 0}
                i 2 1.5 request {"demand": "\\u221e", "seq": 5}
                i 2 1.5 failure {"seq": 6, "value": "false"}

                """)
    }

    @Test("Perfetto's schema reads every packet", .needs(.perfetto))
    func perfetto() throws {
        var bytes = PerfettoTrace.head(of: ExportTests.lanes, in: ExportTests.log, program: "prog")
        var counters = EdgeCounters()
        for entry in ExportTests.log.entries {
            counters.add(entry, in: ExportTests.log)
            bytes += PerfettoTrace.packets(for: entry, in: ExportTests.log, counters: counters)
        }
        let program = """
            import sys
            from perfetto.protos.perfetto.trace import perfetto_trace_pb2 as pb
            trace = pb.Trace()
            trace.ParseFromString(open(sys.argv[1], "rb").read())
            names = {}
            for p in trace.packet:
                if p.HasField("track_descriptor"):
                    names[p.track_descriptor.uuid] = p.track_descriptor.name
                    continue
                e = p.track_event
                what = e.counter_value if e.type == 4 else e.name
                notes = "".join(f" {a.name}={a.string_value!r}" for a in e.debug_annotations)
                print(p.timestamp, names[e.track_uuid], what, end=notes + "\\n")
            """
        let printed = try ExportTests.python(program, reading: bytes)
        #expect(
            printed == """
                1500 über 漢字 request demand='3'
                1500 über 漢字 outstanding 3
                1500 buffer "2" buffered value='-0.5'
                1500 buffer "2" held 1
                1500 über 漢字 value value='a␊␛[31m"b" of more than fifteen bytes'
                1500 über 漢字 outstanding 2
                1500 buffer "2" dropped value='-0.5'
                1500 buffer "2" held 0
                1500 über 漢字 request demand='∞'
                1500 über 漢字 failure value='false'

                """)
    }

    /// The output of a Python program that is given a file with these bytes.
    private static func python(_ program: String, reading bytes: [UInt8]) throws -> String {
        let path = NSTemporaryDirectory() + "flowviz-export-\(UUID().uuidString)"
        defer { unlink(path) }
        try Data(bytes).write(to: URL(fileURLWithPath: path))
        let run = try Need.python(program, [path])
        guard run.status == .exited(0) else { throw PythonFailure(errors: run.errors) }
        return run.output
    }
}

/// A Python program that ended with an error.
private struct PythonFailure: Error {
    let errors: String
}

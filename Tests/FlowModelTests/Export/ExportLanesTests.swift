import FlowTrace
import Testing
@testable import FlowExport
@testable import FlowModel

/// Exports have the lanes of the screen.
@Suite("ExportLanes")
struct ExportLanesTests {
    /// Two pipelines, each declared from its sink upstream, in the order of subscribing.
    private static let program: ProgramLog = {
        var program = ProgramLog()
        for (sink, time) in [("sink#1", 1 as UInt64), ("sink#2", 3)] {
            let number = sink.last.map(String.init) ?? ""
            let last = program.chain("map#\(number)", sink)[0]
            let first = program.chain("subject#\(number)", "map#\(number)")[0]
            program.record(.value, on: first, at: time, .int(1))
            program.record(.value, on: last, at: time + 1, .int(2))
        }
        return program
    }()

    private let lanes = ExportLanes(ofProgram: program.log)
    private var model: StreamModel { lanes.model(of: ExportLanesTests.program.log) }

    @Test func `every pipeline has its lanes from source to sink, with the names of the screen`() {
        #expect(lanes.pipelines.map { $0.specs.map(\.name) } == [["subject", "map"], ["subject 2", "map 2"]])
        #expect(lanes.pipelines.map(\.name) == ["subject → map → sink", "subject 2 → map 2 → sink 2"])
        #expect(lanes.pipelines.map { $0.edges.map(\.rawValue) } == [[2, 1], [4, 3]])
    }

    @Test func `JSON Lines name the lane and number the pipeline`() {
        let log = ExportLanesTests.program.log
        var counters = EdgeCounters()
        let lines = log.entries.map { entry in
            counters.add(entry, in: log)
            return lanes.jsonLine(for: entry, in: log, counters: counters)
        }

        #expect(
            lines[2...] == [
                "{\"t\":0.003,\"seq\":3,\"edge\":4,\"pipeline\":2,\"lane\":\"subject 2\",\"label\":null,\"kind\":\"value\","
                    + "\"value\":\"1\",\"demand\":null,\"outstanding\":0,\"reason\":null,\"cause\":null,\"doubts\":[],\"test\":null}",
                "{\"t\":0.004,\"seq\":4,\"edge\":3,\"pipeline\":2,\"lane\":\"map 2\",\"label\":null,\"kind\":\"value\","
                    + "\"value\":\"2\",\"demand\":null,\"outstanding\":0,\"reason\":null,\"cause\":null,\"doubts\":[],\"test\":null}",
            ])
    }

    @Test func `an edge without a lane has all fields of a program's line`() throws {
        let log = ExportLanesTests.program.log
        let entry = try #require(log.entries.first)

        #expect(
            ExportLanes(ofProgram: TraceLog()).jsonLine(for: entry, in: log, counters: EdgeCounters())
                == "{\"t\":0.001,\"seq\":1,\"edge\":2,\"pipeline\":null,\"lane\":null,\"label\":null,\"kind\":\"value\","
                + "\"value\":\"1\",\"demand\":null,\"outstanding\":0,\"reason\":null,\"cause\":null,\"doubts\":[],\"test\":null}")
    }

    @Test func `marbles stand under the name of their pipeline`() {
        #expect(
            lanes.marbles(of: model, cell: 1_000_000) == [
                "1  subject → map → sink", "subject  -1", "map      --2", "", "2  subject 2 → map 2 → sink 2", "subject 2  ---1",
                "map 2      ----2", MarbleText.legend(cell: 1_000_000),
            ])
    }

    @Test func `a scenario's run has its own lanes, and no pipelines`() throws {
        var log = TraceLog()
        let edges = [(1 as UInt32, "output"), (2, "source")].map {
            EdgeFact(id: EdgeID(rawValue: $0.0), role: .link, label: $0.1)
        }
        log.declare(nodes: [], edges: edges)
        log.append(TraceEvent(time: 0, kind: .value, edge: edges[1].id, payload: .int(1)), thread: 1, bytes: nil)
        let lanes = ExportLanes(of: log, lanes: [LaneSpec("source", .output), LaneSpec("output", .output)])
        let model = lanes.model(of: log)

        #expect(lanes.marbles(of: model, cell: 1) == ["source  1", "output  ", MarbleText.legend(cell: 1)])
        let entry = try #require(log.entries.first)
        #expect(
            lanes.jsonLine(for: entry, in: log, counters: EdgeCounters())
                == #"{"t":0,"seq":1,"edge":2,"lane":"source","kind":"value","value":"1","demand":null,"#
                + #""outstanding":0,"reason":null,"cause":null}"#)
    }
}

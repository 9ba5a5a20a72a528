import FlowAnalysis
import FlowGraph
import FlowModel
import FlowTrace
import Testing

@testable import FlowSessions
import FlowVerdict

/// An opened pipeline shows its newest events immediately, and the earlier ones gradually.
@Suite("a pipeline that grows into its past")
struct GrowingPipelineTests {
    /// A store in which three values wait at any time, in a trace that opens whole pipelines, and in one that lets them grow.
    private struct Program {
        var whole = ProgramTrace(limit: 40_000)
        var growing = ProgramTrace(limit: 40_000, portion: 1_000)
        private var sent = 0
        private var time: UInt64 = 0
        private let edges = [
            EdgeFact(
                id: EdgeID(rawValue: 1), role: .store, label: "store", upstream: NodeID(rawValue: 1),
                downstream: NodeID(rawValue: 1)),
            EdgeFact(
                id: EdgeID(rawValue: 2), role: .link, label: "link", upstream: NodeID(rawValue: 1),
                downstream: NodeID(rawValue: 2)),
        ]

        init(sending count: Int) {
            let nodes = [1, 2].map { NodeFact(id: NodeID(rawValue: $0), role: .transform, name: "node") }
            let edges = edges
            update { $0.declare(nodes: nodes, edges: edges) }
            for _ in 0..<count / 500 { send(500) }
        }

        mutating func send(_ count: Int) {
            var events: [TraceEvent] = []
            func record(_ kind: SignalKind, _ edge: Int, _ value: Int) {
                time += 1_000
                events.append(TraceEvent(time: time, kind: kind, edge: edges[edge].id, payload: .int(value)))
            }
            for _ in 0..<count {
                record(.buffered, 0, sent)
                if sent >= 3 {
                    record(.unbuffered, 0, sent - 3)
                    record(.value, 1, sent - 3)
                }
                sent += 1
            }
            update { sink in for event in events { sink.append(event, thread: 1, bytes: nil) } }
        }

        mutating func open() {
            for trace in [\Program.whole, \Program.growing] {
                let end = self[keyPath: trace].log.end
                self[keyPath: trace].open(self[keyPath: trace].rows(at: end).first?.id)
            }
        }

        private mutating func update(_ read: (inout Reconstruction) -> Void) {
            whole.update(read)
            growing.update(read)
        }
    }

    /// The picture of the present.
    private func present(_ trace: ProgramTrace) throws -> [String] {
        let stream = try #require(trace.opened?.stream)
        let end = stream.model.end
        return stream.model.lanes.map { "\($0.totals(upTo: end.sequence))" }
            + stream.model.lanes[0].held(after: end.sequence).map { "\($0)" } + ["\(end)"]
    }

    private func expectSamePast(_ program: Program) throws {
        let streams = try [program.growing, program.whole].map { try #require($0.opened?.stream) }
        #expect(streams[0].model.log.entries == streams[1].model.log.entries)
        #expect(streams[0].model.lanes.map(\.marks) == streams[1].model.lanes.map(\.marks))
        let lines = streams.map { $0.ledger(of: NodeID(rawValue: 1), at: $0.model.end.sequence).map { "\($0)" } }
        #expect(lines[0] == lines[1])
    }

    private func grow(_ program: inout Program) -> Int {
        var count = 0
        while program.growing.isGrowing, count < 100 {
            program.growing.grow()
            count += 1
        }
        return count
    }

    @Test func `it shows the present at once, with the newest events, and later all that it would have shown at once`() throws {
        var program = Program(sending: 12_000)

        program.open()

        #expect(program.growing.isGrowing && !program.whole.isGrowing)
        #expect(try present(program.growing) == present(program.whole))
        let known = try #require(program.growing.opened?.model.log.entries.count)
        #expect(known >= 1_000 && known < 1_000 + 8_192)
        #expect(grow(&program) == 36)
        try expectSamePast(program)
    }

    @Test func `it grows while events come, and when the window lets go of its beginning`() throws {
        var program = Program(sending: 12_000)
        program.open()

        for _ in 0..<20 {
            program.send(500)
            program.growing.grow()
            #expect(try present(program.growing) == present(program.whole))
        }

        #expect(program.growing.log.forgotten > 0)
        _ = grow(&program)
        try expectSamePast(program)
    }

    @Test func `what never grows up begins with the newest events again when the window lets go of its beginning`() throws {
        var program = Program(sending: 12_000)
        program.open()

        for _ in 0..<20 { program.send(500) }

        #expect(try present(program.growing) == present(program.whole))
        #expect(try #require(program.growing.opened?.model.log.entries.count) < 40_000)
        _ = grow(&program)
        try expectSamePast(program)
    }
}

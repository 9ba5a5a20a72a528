import FlowModel
import FlowTrace
import FlowVerdict
import Testing

@testable import FlowSessions

/// What a frame of the list costs, in events read and pipelines judged.
@Suite("The cost of the list")
struct ListCostTests {
    private static func link(_ number: Int) -> EdgeFact {
        EdgeFact(
            id: EdgeID(rawValue: UInt32(number)), role: .link, label: "e", upstream: NodeID(rawValue: UInt32(2 * number)),
            downstream: NodeID(rawValue: UInt32(2 * number + 1)))
    }

    private static func event(_ kind: SignalKind, _ edge: Int, milliseconds: Int) -> TraceEvent {
        TraceEvent(
            time: UInt64(milliseconds) * 1_000_000, kind: kind, edge: EdgeID(rawValue: UInt32(edge)),
            payload: kind == .value ? .int(milliseconds) : .none)
    }

    @Test func `a preview is begun anew only when the window forgets its beginning`() {
        var trace = ProgramTrace(limit: 20_000)
        trace.update { $0.declare(nodes: [], edges: [ListCostTests.link(1)]) }
        var forgotten: Set<Int> = []
        var counts: [Int] = []
        for frame in 0..<600 {
            trace.update { sink in
                for number in 0..<100 {
                    sink.append(ListCostTests.event(.value, 1, milliseconds: frame * 100 + number), thread: 1, bytes: nil)
                }
            }
            let end = trace.log.end
            let id = trace.rows(at: end)[0].id
            let model = trace.preview(of: id, since: .zero, until: end.time, through: end.time)
            forgotten.insert(trace.log.forgotten)
            counts.append(model.known)
        }

        #expect(counts == (1...600).map { $0 * 100 })
        #expect(forgotten.count > 2, "\(forgotten)")
        #expect(trace.previewsBegun == forgotten.count)
    }

    @Test func `each frame judges a share of many pipelines, and all in half a second`() {
        let count = 200
        var trace = ProgramTrace()
        trace.update { sink in
            sink.declare(nodes: [], edges: (1...count).map(ListCostTests.link))
            for edge in 1...count { sink.append(ListCostTests.event(.subscribed, edge, milliseconds: 0), thread: 1, bytes: nil) }
        }
        func failed(at milliseconds: Int) -> Int {
            let rows = trace.rows(
                at: Moment(time: TraceTime(nanoseconds: UInt64(milliseconds) * 1_000_000), sequence: trace.log.count))
            return rows.count { $0.hasFailed }
        }
        let before = failed(at: 10)
        trace.update { sink in
            for edge in 1...count { sink.append(ListCostTests.event(.failure, edge, milliseconds: 10), thread: 1, bytes: nil) }
        }

        let frames = (1...20).map { failed(at: 10 + 25 * $0) }

        #expect(before == 0)
        #expect(frames == (1...20).map { 10 * $0 })
    }
}

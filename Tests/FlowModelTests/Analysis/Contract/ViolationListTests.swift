import FlowTrace
import Testing
@testable import FlowAnalysis

@Suite("Violations by operators")
struct ViolationListTests {
    /// A log, the findings of its events, and their judge.
    private struct Judged {
        var log = TraceLog()
        var check = RuleCheck()
        var list = ViolationList()

        mutating func declare(_ name: String, _ number: UInt32) {
            let node = NodeFact(id: NodeID(rawValue: number), role: .transform, name: name)
            let edge = EdgeFact(id: EdgeID(rawValue: number), role: .link, label: "out", upstream: node.id)
            log.declare(nodes: [node], edges: [edge])
        }

        mutating func take(_ kinds: SignalKind..., on number: UInt32 = 1) {
            for kind in kinds {
                let time = UInt64(log.count + 1)
                log.add(TraceEvent(time: time, kind: kind, edge: EdgeID(rawValue: number)), thread: 1, bytes: nil, cause: nil)
                if let entry = log[sequence: log.count] { check.fold(entry, in: log, into: &list) }
            }
        }

        var violations: [String] {
            list.violations.map { "\($0.stage): \($0.first.rule.number) \($0.count) from \($0.first.time) to \($0.last)" }
        }
    }

    @Test func `a violation is counted at the name that the operator has by then`() {
        var judged = Judged()
        judged.declare("buffer", 1)
        judged.take(.subscribed, .value, .value, .finished, .value, .value)
        judged.declare("queue", 1)
        judged.take(.value, .value)

        #expect(
            judged.violations == [
                "buffer: 1.1 2 from 0.000000002 to 0.000000003", "buffer: 1.7 2 from 0.000000005 to 0.000000006",
                "queue: 1.7 2 from 0.000000007 to 0.000000008",
            ])
    }

    @Test func `violations of edges of one name are counted together`() {
        var judged = Judged()
        for edge in [UInt32(1), 2, 3] {
            judged.declare(edge == 3 ? "zip" : "map", edge)
            judged.take(.subscribed, on: edge)
        }
        for edge in [UInt32(1), 2, 1, 3, 2] { judged.take(.value, on: edge) }

        #expect(
            judged.violations == ["map: 1.1 4 from 0.000000004 to 0.000000008", "zip: 1.1 1 from 0.000000007 to 0.000000007"])
    }

    @Test func `what finds no room is counted apart`() {
        var judged = Judged()
        for edge in 1...UInt32(ViolationList.limit) + 2 {
            judged.declare("operator \(edge)", edge)
            judged.take(.subscribed, .value, .value, on: edge)
        }
        judged.take(.value, on: 1)

        #expect(judged.list.violations.count == ViolationList.limit)
        #expect(judged.list.violations.first?.count == 3)
        #expect(judged.list.uncounted == 4)
    }
}

import FlowTestSupport
import FlowTrace
import Testing

@testable import FlowModel

@Suite("Readers of nodes")
struct NodeReadersTests {
    private func edge(_ number: UInt32, _ role: EdgeFact.Role, from node: UInt32?) -> EdgeFact {
        EdgeFact(id: EdgeID(rawValue: number), role: role, label: "", upstream: node.map(NodeID.init(rawValue:)))
    }

    @Test func `a node has a reader as long as a subscription leads out of it, as all edges together say`() {
        var chance = SeededChance(seed: Rounds.seed)
        for _ in 0..<100 {
            var readers = NodeReaders()
            var edges: [Int: EdgeFact] = [:]
            for _ in 0..<40 {
                let index = chance.below(10)
                let fact = edge(
                    UInt32(index), [.link, .store, .source][chance.below(3)],
                    from: chance.below(5) == 0 ? nil : UInt32(chance.below(4)))
                edges[index] = fact
                readers.declare(fact, at: index)
                for node in (0..<4).map({ NodeID(rawValue: UInt32($0)) }) {
                    #expect(readers.hasReader(node) == edges.values.contains { $0.role == .link && $0.upstream == node })
                }
            }
        }
    }
}

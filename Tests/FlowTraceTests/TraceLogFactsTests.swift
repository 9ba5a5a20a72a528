import Testing

@testable import FlowTrace

@Suite("TraceLog, facts")
struct TraceLogFactsTests {
    private func edge(_ number: UInt32, _ label: String = "a") -> EdgeFact {
        EdgeFact(id: EdgeID(rawValue: number), role: .link, label: label)
    }

    @Test func `it tells which edges are new or have changed`() {
        var log = TraceLog()
        log.declare(nodes: [], edges: [edge(5), edge(6)])
        let known = log.edgeDeclarations
        #expect(Array(log.edgeIndices(declaredAfter: 0)) == [0, 1])

        log.declare(nodes: [], edges: [edge(6, "b"), edge(7)])

        #expect(Array(log.edgeIndices(declaredAfter: known)) == [1, 2])
        #expect(log.edges.map(\.label) == ["a", "b", "a"])
    }

    @Test func `a fact that is declared again as it was is no new declaration`() {
        var log = TraceLog()
        let node = NodeFact(id: NodeID(rawValue: 1), role: .sink, name: "sink")
        log.declare(nodes: [node], edges: [edge(5)])
        let before = log.declarations

        log.declare(nodes: [node], edges: [edge(5)])

        #expect(before == 2 && log.declarations == before)
        #expect(log.edgeIndices(declaredAfter: 1).isEmpty)
    }

    @Test func `facts that change without end take no more room, and whoever looked away for long gets all`() {
        var log = TraceLog()
        log.declare(nodes: [], edges: [edge(5), edge(6)])

        for number in 0..<10_000 { log.declare(nodes: [], edges: [edge(6, "\(number)")]) }

        #expect(log.edgeDeclarations == 10_002)
        #expect(Array(log.edgeIndices(declaredAfter: 10_000)) == [1, 1])
        #expect(Array(log.edgeIndices(declaredAfter: 0)) == [0, 1])
    }
}

import FlowTrace
@testable import FlowGraph

/// A graph as text.
enum GraphText {
    /// The names of the nodes from the first source to the end of the first chain that has one.
    static func chain(_ found: Reconstruction) -> [String] {
        let sinks = Set(found.log.nodes.filter { $0.role == .sink }.map(\.id))
        return chain(found, upFrom: found.log.edges.first { $0.downstream.map(sinks.contains) ?? false })
    }

    /// The names of the nodes from the first source to the downstream of a spy.
    static func chain(_ found: Reconstruction, endingWith spy: SpyTally?) -> [String] {
        let edge = found.graph.edges.first { $0.publisherObjects.contains(spy?.publisher ?? 0) }
        return chain(found, upFrom: found.log.edges.first { $0.id == edge?.id })
    }

    private static func chain(_ found: Reconstruction, upFrom last: EdgeFact?) -> [String] {
        guard var edge = last else { return [] }
        let names = Dictionary(uniqueKeysWithValues: found.log.nodes.map { ($0.id, $0.name) })
        var chain = [edge.downstream.flatMap { names[$0] } ?? "?"]
        while true {
            chain.append(edge.upstream.flatMap { names[$0] } ?? "?")
            guard let next = found.log.edges.first(where: { $0.downstream == edge.upstream }), chain.count < 50 else {
                return chain.reversed()
            }
            edge = next
        }
    }

    /// Every edge, a line each.
    static func edges(_ reconstruction: Reconstruction) -> String {
        let log = reconstruction.log
        let names = Dictionary(uniqueKeysWithValues: log.nodes.map { ($0.id, "\($0.name)#\($0.id.rawValue)") })
        return log.edges.map { edge in
            "\(edge.id.rawValue) \(edge.label): \(edge.upstream.flatMap { names[$0] } ?? "-") -> \(edge.downstream.flatMap { names[$0] } ?? "-")"
        }.joined(separator: "\n")
    }
}

import FlowTrace

@testable import FlowModel

/// A graph as text.
enum GraphText {
    /// The names of the nodes from the first subscribed edge's source to the end of the chain.
    static func chain(_ reconstruction: Reconstruction) -> [String] {
        let log = reconstruction.log
        let names = Dictionary(uniqueKeysWithValues: log.nodes.map { ($0.id, $0.name) })
        guard var edge = log.edges.first(where: { edge in log.nodes.contains { $0.id == edge.downstream && $0.role == .sink } })
        else { return [] }
        var chain = [names[edge.downstream ?? NodeID(rawValue: 0)] ?? "?"]
        while true {
            chain.append(names[edge.upstream ?? NodeID(rawValue: 0)] ?? "?")
            guard let next = log.edges.first(where: { $0.downstream == edge.upstream }), chain.count < 50 else {
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

import FlowGraph
import FlowModel
import FlowTrace

/// The losses of a run that no event records, and the losses that its trace cannot show.
extension RunTally {
    /// Values that wait in a stage whose consumers have all left: nobody will take them.
    struct Stranded {
        let stage: String
        let held: HeldCount
        /// When the last consumer left.
        let left: Moment
    }

    /// A publisher that sends whether it is asked or not, where nothing shows what it sends.
    struct UnobservedSource {
        let stage: String
        let links: [EdgeID]
        /// Whether only a newer value takes the place of one that nobody has asked for.
        let keepsNewest: Bool
    }

    /// The stages with a name in which values are stranded, in the order of the departures.
    ///
    /// - Complexity: O(edges).
    func stranded(in name: String?, except excepted: [String]) -> [Stranded] {
        stages.filter { !$0.replays }.compactMap { stage in
            let outputs = edges(of: stage, .link)
            let ends = outputs.compactMap { tallies[$0]?.ended }
            let stores = edges(of: stage, .store).filter { isOf(name, $0, except: excepted) }
            let count = stores.reduce(0) { $0 + held(on: $1).count }
            guard count > 0, !ends.isEmpty, ends.count == outputs.count, let left = ends.max() else { return nil }
            let isLeast = stores.contains { held(on: $0).isLeast }
            return Stranded(stage: stage.title, held: HeldCount(count, isLeast: isLeast), left: left)
        }.sorted { $0.left < $1.left }
    }

    /// The links with a name out of each publisher that sends whether it is asked or not, where nothing shows what it sends: an explicit
    /// probe would, and so does what feeds a subject.
    ///
    /// - Complexity: O(edges).
    func unobservedSources(in name: String?, except excepted: [String]) -> [UnobservedSource] {
        let fed = Set(facts.keys.compactMap { facts[$0] }.filter { $0.role == .link }.compactMap(\.downstream))
        return stages.compactMap { stage in
            guard stage.sendsUnasked, edges(of: stage, .source).isEmpty else { return nil }
            let links = edges(of: stage, .link).filter { edge in
                isOf(name, edge, except: excepted) && !(facts[edge]?.upstream.map(fed.contains) ?? false)
            }
            return links.isEmpty ? nil : UnobservedSource(stage: stage.title, links: links, keepsNewest: stage.keepsNewest)
        }
    }

    /// Whether an edge belongs to a stage with a name, and to none of others.
    func isOf(_ name: String?, _ edge: EdgeID, except excepted: [String]) -> Bool {
        isOf(name, edge) && !excepted.contains { isOf($0, edge) }
    }

    private func edges(of stage: RunStage, _ role: EdgeFact.Role) -> [EdgeID] {
        stage.edges.filter { facts[$0]?.role == role && tallies[$0] != nil }
    }
}

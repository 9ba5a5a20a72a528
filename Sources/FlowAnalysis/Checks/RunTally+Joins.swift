import FlowModel
import FlowOperators
import FlowTrace

/// Values that wait inside operators joining several streams, without a record.
extension RunTally {
    /// Values of an input of an ended operator: the values of another input that they waited for never came.
    struct LeftInJoin {
        /// The operator, and the stage above the input.
        let stage: String
        let input: String
        let count: Int
        /// The moment of the operator's end.
        let ended: Moment
    }

    /// The values left in the named operators, in the order of the operators' ends. Operators with a store are skipped: the store records
    /// such values.
    ///
    /// - Complexity: O(edges).
    func leftInJoins(in name: String?, except excepted: [String]) -> [LeftInJoin] {
        let inputs = Dictionary(grouping: facts.keys.compactMap { facts[$0] }.filter { isJoined($0) }) { $0.downstream }
        return stages.flatMap { stage -> [LeftInJoin] in
            guard let join = stage.join, let links = inputs[join.node], links.count > 1,
                let ended = end(of: stage, name, excepted),
                links.allSatisfy({ tallies[$0.id]?.account.subscriptions == 1 })
            else { return [] }
            let waiting = join.kind.waiting(of: links.map { tallies[$0.id]?.account.values ?? 0 })
            return zip(links, waiting).filter { $1 > 0 }.map { link, count in
                LeftInJoin(stage: stage.title, input: self.name(of: link.id), count: count, ended: ended)
            }
        }.sorted { $0.ended < $1.ended }
    }

    private func isJoined(_ fact: EdgeFact) -> Bool { fact.role == .link && fact.downstream != nil && tallies[fact.id] != nil }

    /// The moment of the end of a stage's last output; `nil` if the stage has a store, is not over, or is not asked for.
    private func end(of stage: RunStage, _ name: String?, _ excepted: [String]) -> Moment? {
        let edges = stage.edges.filter { tallies[$0] != nil }
        guard edges.allSatisfy({ facts[$0]?.role == .link && isOf(name, $0, except: excepted) }) else { return nil }
        let ends = edges.compactMap { tallies[$0]?.ended }
        return ends.count == edges.count ? ends.max() : nil
    }
}

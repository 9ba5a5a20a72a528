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
        let inputs = Dictionary(grouping: self.inputs, by: \.lower)
        return stages.flatMap { stage -> [LeftInJoin] in
            guard let join = stage.join, let links = stage.node.flatMap({ inputs[$0.id] }), links.count > 1,
                let ended = end(of: stage, name, excepted), links.allSatisfy({ $0.book.account.subscriptions == 1 })
            else { return [] }
            return zip(links, join.waiting(of: links.map(\.book.account.values))).filter { $1 > 0 }.map { link, count in
                LeftInJoin(stage: stage.title, input: self.name(of: link.edge), count: count, ended: ended)
            }
        }.sorted { $0.ended < $1.ended }
    }

    /// The moment of the end of a stage's last output; `nil` if the stage has a store, is not over, or is not asked for.
    private func end(of stage: RunStage, _ name: String?, _ excepted: [String]) -> Moment? {
        let edges = stage.edges.filter { tallies[$0.id] != nil }
        guard edges.allSatisfy({ $0.role == .link && isOf(name, $0.id, except: excepted) }) else { return nil }
        let ends = edges.compactMap { tallies[$0.id]?.ended }
        return ends.count == edges.count ? ends.max() : nil
    }
}

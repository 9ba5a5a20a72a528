import FlowModel
import FlowOperators
import FlowTrace

/// Values that wait, without a record, inside operators that join several streams.
extension RunTally {
    /// The values left in ended operators because another input supplied no partner, in the order of the operators' ends.
    /// Operators with a store are skipped: the store records such values.
    ///
    /// - Complexity: O(edges).
    func leftInJoins(against expectation: Expectation) -> [Finding] {
        let inputs = Dictionary(grouping: self.inputs, by: \.lower)
        return stages.flatMap { stage -> [Finding] in
            guard let join = stage.join, let links = stage.node.flatMap({ inputs[$0.id] }), links.count > 1,
                let ended = end(of: stage, expectation), links.allSatisfy({ $0.book.account.subscriptions == 1 })
            else { return [] }
            return zip(links, join.waiting(of: links.map(\.book.account.values))).filter { $1 > 0 }.map { link, count in
                (ended, .left(count, of: name(of: link.edge), at: stage.title))
            }
        }.sorted { $0.moment < $1.moment }
    }

    /// The moment of the end of a stage's last output; `nil` if the stage has a store, is not over, or is not covered.
    private func end(of stage: RunStage, _ expectation: Expectation) -> Moment? {
        let edges = stage.edges.filter { tallies[$0.id] != nil }
        guard edges.allSatisfy({ $0.role == .link && isCovered($0.id, by: expectation) }) else { return nil }
        let ends = edges.compactMap { tallies[$0.id]?.ended }
        return ends.count == edges.count ? ends.max() : nil
    }
}

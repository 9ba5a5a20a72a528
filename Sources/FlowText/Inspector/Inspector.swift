import FlowAnalysis
import FlowModel
import FlowTrace

/// Finds the rows of the inspector.
public enum Inspector {
    /// How many values a row lists at most.
    static let listed = 64

    /// The rows of a lane at a moment, the most important first.
    ///
    /// - Parameters:
    ///   - lane: The lane's place in the model.
    ///   - next: When the subscriber asks again, where that is known.
    ///   - interval: The pace in words, where it can have changed since its node was declared.
    /// - Complexity: O(held + log *n*).
    public static func rows(
        of stream: StreamAnalysis, lane: Int, at moment: Moment, next: TraceTime? = nil, interval: String? = nil
    ) -> [InspectorRow] {
        let model = stream.model
        guard model.lanes.indices.contains(lane) else { return [] }
        let facts = StreamFacts(model, at: moment)
        let accounts = AccountRows(stream: stream, facts: facts, lane: lane)
        let demand = DemandRows(facts: facts, next: next, interval: interval)
        let doubts = model.doubts(ofLane: lane).each.map(InspectorRow.doubt)
        switch model.lanes[lane].spec.role {
        case .source: return doubts + SourceRows(facts: facts, lane: lane).rows(accounts)
        case .buffer: return doubts + BufferRows(facts: facts, lane: lane, demandRows: demand).rows(accounts)
        case .output: return doubts + OutputRows(facts: facts, lane: lane, demandRows: demand).rows(accounts)
        }
    }
}

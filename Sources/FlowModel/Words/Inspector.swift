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
    /// - Complexity: O(held + log *n*).
    public static func rows(
        of model: StreamModel, lane: Int, at moment: Moment, next: TraceTime? = nil
    ) -> [InspectorRow] {
        guard model.lanes.indices.contains(lane) else { return [] }
        let facts = StreamFacts(model, at: moment)
        switch model.lanes[lane].spec.role {
        case .source: return SourceRows(facts: facts, lane: lane).rows()
        case .buffer: return BufferRows(facts: facts, lane: lane, next: next).rows()
        case .output: return OutputRows(facts: facts, lane: lane, next: next).rows()
        }
    }
}

/// How a list of pipelines is sorted.
public enum PipelineOrder: String, CaseIterable, Sendable {
    /// Those that hold the most first, then those that lost the most, then the busiest.
    case pressure
    /// Those that lost the most first.
    case dropped
    /// Those with the most values first.
    case busiest
    /// The oldest first.
    case age
    /// By name.
    case name

    /// The next order, and after the last the first.
    public var next: PipelineOrder {
        let all = PipelineOrder.allCases
        let place = all.firstIndex(of: self) ?? 0
        return all[(place + 1) % all.count]
    }
}

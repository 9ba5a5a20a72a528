import FlowAnalysis
import FlowModel

/// The list of a program's pipelines, as far as it can be seen.
public struct PipelineList: Sendable {
    /// The rows that can be seen.
    public var rows: [PipelineSummary] = []
    /// Where those of them are held back of which that is known.
    public var verdicts: [PipelineID: Verdict] = [:]
    /// The place in the list of the first of them.
    public var first = 0
    /// The place in the list of the chosen row.
    public var selection = 0
    /// How many pipelines there are.
    public let total: Int
    /// How many of them the filter lets through.
    public let matching: Int
    /// How they are sorted.
    public var order = PipelineOrder.pressure
    /// What a name has to contain.
    public var filter = ""
    /// Whether the filter is being typed.
    public var isTyping = false

    /// Creates a list without rows.
    public init(total: Int, matching: Int) {
        self.total = total
        self.matching = matching
    }
}

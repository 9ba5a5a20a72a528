import FlowModel
import FlowTrace
import FlowVerdict

/// The visible part of the list of pipelines of one or several programs.
public struct PipelineList: Sendable {
    /// The programs by their numbers, with unique names, and whether the process or the trace has ended by the moment shown; empty for a
    /// single program.
    public var programs: [Int: (label: String, hasEnded: Bool)] = [:]
    /// The visible lines.
    public var lines: [PipelineListing.Line] = []
    /// The number of all lines.
    public var lineCount = 0
    /// The index of each visible line in the list: a line of several pipelines stays beside the ones that are listed below it.
    public var indices: [Int] = []
    /// The index of the selected line in the list.
    public var selection = 0
    /// The lanes of the chosen pipeline; `nil` if they are not shown.
    public var preview: PipelinePreview?
    /// The number of all pipelines.
    public let total: Int
    /// The pipelines that match the filter.
    public let totals: PipelineListing.Totals
    /// The order of the list.
    public var order = ListOrder.trouble
    /// The terms that listed pipelines match.
    public var filter = PipelineFilter("")
    /// The time from which details are known, and the waits for executors, in words; `nil` if there is nothing to say.
    public var foot: String?
    /// Whether the list shows the end of the program, or of all programs: the pipelines that were open then are no longer live.
    public var isAtEnd = false
    /// Whether the user is typing the filter.
    public var isTyping = false

    /// The selected line; `nil` if the list is empty.
    public var chosen: PipelineListing.Line? {
        indices.firstIndex(of: selection).map { lines[$0] }
    }

    /// Creates a list without rows.
    public init(total: Int, matching totals: PipelineListing.Totals = .init()) {
        self.total = total
        self.totals = totals
    }

    /// Whether the program of a row has ended by the moment of the list.
    func hasEnded(_ row: PipelineRow) -> Bool { programs[row.id.program]?.hasEnded ?? isAtEnd }

    /// `22 pipelines: 3 live, 18 over, 1 failed`; with a filter, `2 of 22 pipelines: 2 live`.
    var summary: String {
        let noun = total == 1 ? "pipeline" : "pipelines"
        let count = filter.text.isEmpty ? "\(total) \(noun)" : "\(totals.count) of \(total) \(noun)"
        return totals.count > 0 ? "\(count): \(totals.words(isAtEnd: isAtEnd))" : count
    }
}

/// The lanes of the chosen pipeline, drawn below the list.
public struct PipelinePreview: Sendable {
    public var pane: PaneState
    /// The duration of one cell, in nanoseconds.
    public let cell: UInt64

    public init(_ pane: PaneState, cell: UInt64) { (self.pane, self.cell) = (pane, cell) }
}

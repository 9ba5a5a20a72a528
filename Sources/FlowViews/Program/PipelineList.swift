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
    /// The index of the first visible line in the list.
    public var first = 0
    /// The index of the selected line in the list.
    public var selection = 0
    /// The lanes of the chosen pipeline; `nil` if they are not shown.
    public var preview: PipelinePreview?
    /// The number of all pipelines.
    public let total: Int
    /// The number of pipelines that match the filter.
    public let matching: Int
    /// The order of the list.
    public var order = ListOrder.trouble
    /// The terms that listed pipelines match.
    public var filter = PipelineFilter("")
    /// The time from which details are known, in words; `nil` if all are known.
    public var foot: String?
    /// Whether the user is typing the filter.
    public var isTyping = false

    /// The selected line; `nil` if the list is empty.
    public var chosen: PipelineListing.Line? {
        lines.indices.contains(selection - first) ? lines[selection - first] : nil
    }

    /// Creates a list without rows.
    public init(total: Int, matching: Int) {
        self.total = total
        self.matching = matching
    }
}

/// The lanes of the chosen pipeline, drawn below the list.
public struct PipelinePreview: Sendable {
    public let pane: PaneState
    /// The duration of one cell, in nanoseconds.
    public let cell: UInt64

    public init(_ pane: PaneState, cell: UInt64) { (self.pane, self.cell) = (pane, cell) }
}

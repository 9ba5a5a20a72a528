import FlowAnalysis
import FlowModel
import FlowTrace
import FlowVerdict

/// The life of a pipeline.
package struct PipelineLife: Equatable {
    package let began: TraceTime
    /// `nil` if it is live.
    package let ended: TraceTime?

    /// A life that has not ended.
    package init(began: TraceTime) { (self.began, ended) = (began, nil) }

    package init(_ row: PipelineRow) {
        began = row.summary.began
        ended = row.isOver ? row.summary.began + row.life : nil
    }
}

/// The user's choices in the list of a program's pipelines.
package struct ProgramState: Equatable {
    package var order = ListOrder.trouble
    /// The terms that the listed pipelines match, as typed; empty for all.
    package var filter = ""
    /// The folded lines of the list whose pipelines have separate lines.
    package var unfolded: Set<PipelineListing.Fold> = []
    /// The selected pipeline, `nil` for the first in the list.
    package var selection: PipelineID?
    /// The selected line of several pipelines, `nil` if a single one is selected.
    package var fold: PipelineListing.Fold?
    /// The pipeline whose lanes are shown, `nil` while the list is shown.
    package var opened: PipelineID?
    /// The life of the opened pipeline as far as it was known then: its first event, and its end if it was over.
    package var life: PipelineLife?
    /// The pipeline of another program shown beside it. While the list is shown: the first of a pair, whose second is not chosen yet.
    package var beside: PipelineID?
    /// Whether pipelines of several programs are listed. For a tried file: whether there is a previous run.
    package var hasOthers = false
    /// Whether the program is a tried file.
    package var isTried = false
    /// Whether the previous run is shown beside this one.
    package var showsBefore = false
    /// The typed line that is being tried, with its predecessor; `nil` if the program was not typed.
    package var typed: TypedText?

    package init(order: ListOrder = .trouble, hasOthers: Bool = false, isTried: Bool = false, typed: TypedText? = nil) {
        (self.order, self.hasOthers, self.isTried, self.typed) = (order, hasOthers, isTried, typed)
    }

    /// Selects the line of a pipeline, or of several.
    package mutating func select(_ pipeline: PipelineID?, _ line: PipelineListing.Fold? = nil) {
        (selection, fold) = (pipeline, line)
    }

    /// Unfolds a line of several pipelines, or folds it again; it stays selected.
    package mutating func toggle(_ line: PipelineListing.Fold) {
        if unfolded.remove(line) == nil { unfolded.insert(line) }
        fold = line
    }
}

import FlowAnalysis
import FlowModel
import FlowVerdict

/// The user's choices in the list of a program's pipelines.
package struct ProgramState: Equatable {
    package var order = PipelineOrder.pressure
    /// A substring of the names of the listed pipelines; empty for all.
    package var filter = ""
    /// The selected pipeline, `nil` for the first in the list.
    package var selection: PipelineID?
    /// The pipeline whose lanes are shown, `nil` while the list is shown.
    package var opened: PipelineID?
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

    package init(order: PipelineOrder = .pressure, hasOthers: Bool = false, isTried: Bool = false, typed: TypedText? = nil) {
        (self.order, self.hasOthers, self.isTried, self.typed) = (order, hasOthers, isTried, typed)
    }
}

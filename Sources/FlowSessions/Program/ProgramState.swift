import FlowAnalysis
import FlowModel
import FlowVerdict

/// What the user has chosen in the list of a program's pipelines.
package struct ProgramState: Equatable {
    package var order = PipelineOrder.pressure
    /// Only pipelines with this in their name are listed.
    package var filter = ""
    /// The chosen pipeline, `nil` for the first of the list.
    package var selection: PipelineID?
    /// The pipeline whose lanes are shown, `nil` while the list is.
    package var opened: PipelineID?
    /// The pipeline of another program that is shown beside it; while the list is shown, the one that waits for another.
    package var beside: PipelineID?
    /// Whether pipelines of several programs are listed; of a file that is tried, whether there is a run before.
    package var hasOthers = false
    /// Whether it is a file that is tried.
    package var isTried = false
    /// Whether the run before is shown beside this one.
    package var showsBefore = false
    /// The text of the line that is tried, and what ran before, `nil` where it is no such text.
    package var typed: TypedText?

    package init(order: PipelineOrder = .pressure, hasOthers: Bool = false, isTried: Bool = false, typed: TypedText? = nil) {
        (self.order, self.hasOthers, self.isTried, self.typed) = (order, hasOthers, isTried, typed)
    }
}

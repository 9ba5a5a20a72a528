import FlowModel

/// What the user has chosen in the list of a program's pipelines.
struct ProgramState: Equatable {
    var order = PipelineOrder.pressure
    /// Only pipelines with this in their name are listed.
    var filter = ""
    /// Whether keys are the filter's text.
    var isTyping = false
    /// The chosen pipeline, `nil` for the first of the list.
    var selection: PipelineID?
    /// The pipeline whose lanes are shown, `nil` while the list is.
    var opened: PipelineID?
}

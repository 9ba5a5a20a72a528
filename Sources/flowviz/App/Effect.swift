import FlowAnalysis
import FlowModel
import FlowScenarios

/// Work that the update asks for; the loop performs it.
enum Effect: Equatable {
    /// Start the chosen scenario from its beginning.
    case restart
    /// Show the run beside the same with other numbers, or alone again.
    case compare
    /// Press a control of the scenario.
    case send(Control)
    /// Run on to the next event and show the first one.
    case stepOn
    /// Jump to the nearest event that is searched for.
    case find(Direction)
    /// Jump to the first event that fits what was typed.
    case findFirst
    /// Make a moment of a recording the present.
    case seek(Moment)
    /// Show the lanes of a pipeline, or the list of all.
    case open(PipelineID?)
    /// Show the lanes of the chosen pipeline.
    case openChosen
    /// Choose a pipeline so many rows further down.
    case choose(Int)
    /// Put the frame on the clipboard.
    case copyFrame
    /// Write the frame as an SVG file.
    case saveFrame
    /// Stop the process and give the terminal back until it goes on.
    case suspend
    /// Leave.
    case quit
}

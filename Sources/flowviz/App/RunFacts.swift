import FlowModel
import FlowScenarios
import FlowTrace

/// What the update needs to know of the run, and cannot change.
struct RunFacts {
    /// The events so far.
    let model: StreamModel
    /// The present.
    let now: Moment
    /// Whether the run is over.
    let isOver: Bool
}

import FlowAnalysis
import FlowModel
import FlowScenarios
import FlowTrace

/// What the update needs to know of what is shown, and cannot change.
struct RunFacts {
    /// The events that steps go through.
    let timeline: TraceLog
    /// The lanes, and what is concluded from their events.
    let stream: StreamAnalysis
    /// The present.
    let now: Moment
    /// Whether nothing more can happen.
    let isOver: Bool
    /// Where a recording ends, `nil` while something runs.
    var recordedEnd: TraceTime?

    /// The lanes.
    var model: StreamModel { stream.model }
}

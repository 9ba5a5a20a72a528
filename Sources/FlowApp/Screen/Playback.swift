import FlowAnalysis
import FlowModel
import FlowSessions
import FlowTrace
import FlowViews

/// What the loop shows: a scenario that runs, a recording that is played, or a program that is watched.
package protocol Playback: AnyObject {
    /// The name for files that are saved.
    var name: String { get }
    /// The time of the present.
    var now: TraceTime { get }
    /// When something happens next by itself, `nil` if nothing is known to.
    var nextDeadline: TraceTime? { get }
    /// Whether nothing more can happen.
    var isOver: Bool { get }
    /// What the update needs to know.
    var facts: RunFacts { get }
    /// Whether every frame goes on with work in the background, or only shows how far it has come.
    var background: Background { get }

    /// Begins at the start with what was chosen.
    func start(_ state: AppState)
    /// Moves time forward, however much happens in it.
    func advance(by nanoseconds: UInt64)
    /// Continues the work in the background, and reads what is needed around the moment shown.
    func refresh(_ state: inout AppState)
    /// Moves on to the next event; returns whether there was one.
    func stepOn() -> Bool
    /// The nearest event that a search goes to.
    func find(_ search: TraceSearch, _ direction: Direction, from moment: Moment) -> JumpOutcome
    /// The state of the screen for what the user chose and what has happened.
    func screen(_ state: AppState) -> ScreenState
    /// Ends what it has started, and leaves nothing behind.
    func close()
}

/// What a playback does beside showing time.
package enum Background {
    case nothing
    /// Work on another thread, or a little in each frame, whose progress the screen shows.
    case elsewhere
    /// Work that goes on with every frame, without waiting for input.
    case everyFrame
}

extension Playback {
    package func close() {}

    package func find(_ search: TraceSearch, _ direction: Direction, from moment: Moment) -> JumpOutcome {
        facts.find(search, direction, from: moment)
    }
}

/// The run of a scenario, live or recorded, which can be rerun with other numbers.
package protocol ScenarioPlayback: Playback {
    /// Shows the run beside the same with other numbers, from the same inputs, or alone again.
    ///
    /// - Returns: What came of the other numbers.
    func compare(_ state: AppState) -> KeyText?
}

/// A program, traced before or watched now, which has pipelines.
package protocol ProgramPlayback: Playback {
    /// Shows the lanes of one of them, or the list of all.
    func open(_ pipeline: PipelineID?)
    /// The pipeline `step` rows below the chosen one in the list, `nil` if there is none.
    func choose(_ step: Int, _ state: AppState) -> PipelineID?
}

/// A program that can be shown together with others, on one clock.
package protocol SharedPlayback: ProgramPlayback {
    var trace: ProgramTrace { get set }
    /// The present, in the events that steps go through.
    var moment: Moment { get }
    /// What its trace does not have, in words.
    var notes: [String] { get }
    /// What it may be called among others, from the shortest to one that no other has.
    var labels: [String] { get }
}

/// Processes that run.
package protocol LivePlayback: ProgramPlayback {
    /// Calls `wake`, from any thread, when a process has ended.
    func watch(_ wake: @escaping @Sendable () -> Void)
    /// Asks whether the processes still run.
    func checkProcess()
    /// Looks for another run of a program that has ended; ``Playback/refresh(_:)`` goes over to it, or says that there is none.
    ///
    /// - Returns: What is said meanwhile.
    func reconnect() -> KeyText
}

/// What is recorded up to its end, so that any moment of it can be made the present.
package protocol RecordedPlayback: Playback {
    func seek(_ moment: Moment)
    /// How far time may be moved in one go so that no event is passed over unread, in nanoseconds; farther on, the window may begin anew.
    func stride() -> UInt64
}

extension RecordedPlayback {
    package func start(_ state: AppState) { seek(.start) }
    package func stride() -> UInt64 { .max }
}

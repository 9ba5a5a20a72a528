import FlowAnalysis
import FlowModel
import FlowSessions
import FlowTrace
import FlowViews

/// What the loop shows.
///
/// All cases are ``Playable``. What only some of them can do is an optional, which the compiler makes every new case answer.
package enum Playback {
    /// The run of a scenario or of a typed chain.
    case scenario(Session)
    /// A scenario's run that was recorded.
    case recording(Replay)
    /// The trace of a program; those of several.
    case trace(ProgramReplay)
    case traces(ReplayedPrograms)
    /// A program that runs; several.
    case program(ProgramWatch)
    case programs(WatchedPrograms)
    /// A file or a typed text that is tried.
    case trial(TryPlayback)

    private var shown: any Playable {
        switch self {
        case .scenario(let session): session
        case .recording(let replay): replay
        case .trace(let replay): replay
        case .traces(let group): group
        case .program(let watch): watch
        case .programs(let group): group
        case .trial(let trial): trial
        }
    }

    /// The run that takes controls, and may have more work than fits between two frames.
    var session: Session? { if case .scenario(let session) = self { session } else { nil } }

    /// The run that can be rerun with other numbers.
    var comparable: (any ComparablePlayback)? {
        switch self {
        case .scenario(let session): session
        case .recording(let replay): replay
        case .trace, .traces, .program, .programs, .trial: nil
        }
    }

    /// The recording, any moment of which can be made the present.
    var recorded: (any RecordedPlayback)? {
        switch self {
        case .recording(let replay): replay
        case .trace(let replay): replay
        case .traces(let group): group
        case .scenario, .program, .programs, .trial: nil
        }
    }

    /// The programs, whose pipelines are listed.
    var pipelines: (any PipelinePlayback)? {
        switch self {
        case .trace(let replay): replay
        case .traces(let group): group
        case .program(let watch): watch
        case .programs(let group): group
        case .trial(let trial): trial
        case .scenario, .recording: nil
        }
    }

    /// The processes that are watched.
    var processes: (any ProcessPlayback)? {
        switch self {
        case .program(let watch): watch
        case .programs(let group): group
        case .scenario, .recording, .trace, .traces, .trial: nil
        }
    }

    /// Begins anew: at the start, or with another run of a program.
    ///
    /// - Returns: What is said until the other run is there.
    func restart(_ state: AppState) -> KeyText? {
        switch self {
        case .scenario, .recording, .trace, .traces:
            start(state)
            return nil
        case .program(let watch): return watch.reconnect()
        case .programs(let group): return group.reconnect()
        case .trial(let trial): return trial.runAgain()
        }
    }
}

extension Playback {
    package var name: String { shown.name }
    package var now: TraceTime { shown.now }
    package var nextDeadline: TraceTime? { shown.nextDeadline }
    package var isOver: Bool { shown.isOver }
    package var facts: RunFacts { shown.facts }
    package var background: Background { shown.background }
    package func start(_ state: AppState) { shown.start(state) }
    package func advance(by nanoseconds: UInt64) { shown.advance(by: nanoseconds) }
    package func refresh(_ state: inout AppState) { shown.refresh(&state) }
    package func stepOn() -> Bool { shown.stepOn() }
    package func screen(_ state: AppState) -> ScreenState { shown.screen(state) }
    package func close() { shown.close() }

    package func find(_ search: TraceSearch, _ direction: Direction, from moment: Moment) -> JumpOutcome {
        shown.find(search, direction, from: moment)
    }
}

/// What all playbacks have in common.
package protocol Playable: AnyObject {
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

extension Playable {
    package func close() {}

    package func find(_ search: TraceSearch, _ direction: Direction, from moment: Moment) -> JumpOutcome {
        facts.find(search, direction, from: moment)
    }
}

/// The run of a scenario, live or recorded, which can be rerun with other numbers.
package protocol ComparablePlayback {
    /// Shows the run beside the same with other numbers, from the same inputs, or alone again.
    ///
    /// - Returns: What came of the other numbers.
    func compare(_ state: AppState) -> KeyText?
}

/// A program, traced before or watched now, which has pipelines.
package protocol PipelinePlayback {
    /// Shows the lanes of one of them, or the list of all.
    func open(_ pipeline: PipelineID?)
    /// The pipeline `step` rows below the chosen one in the list, `nil` if there is none.
    func choose(_ step: Int, _ state: AppState) -> PipelineID?
}

/// A program that can be shown together with others, on one clock.
package protocol SharedPlayback: Playable, PipelinePlayback {
    var trace: ProgramTrace { get set }
    /// The present, in the events that steps go through.
    var moment: Moment { get }
    /// What its trace does not have, in words.
    var notes: [String] { get }
    /// What it may be called among others, from the shortest to one that no other has.
    var labels: [String] { get }
}

/// Processes that run.
package protocol ProcessPlayback {
    /// Calls `wake`, from any thread, when a process has ended.
    func watch(_ wake: @escaping @Sendable () -> Void)
    /// Asks whether the processes still run.
    func checkProcess()
}

/// What is recorded up to its end, so that any moment of it can be made the present.
package protocol RecordedPlayback {
    func seek(_ moment: Moment)
    /// How far time may be moved in one go so that no event is passed over unread, in nanoseconds; farther on, the window may begin anew.
    func stride() -> UInt64
}

extension RecordedPlayback {
    package func start(_ state: AppState) { seek(.start) }
    package func stride() -> UInt64 { .max }
}

import FlowAnalysis
import FlowModel
import FlowSessions
import FlowTrace
import FlowVerdict
import FlowViews

/// The run, the recording or the programs that the loop plays.
///
/// All cases are ``Playable``. An ability of only some cases is an optional property. Its exhaustive switch makes the compiler
/// ask about each new case.
package enum Playback {
    /// The run of a scenario or of a typed chain.
    case scenario(Session)
    /// The recorded run of a scenario.
    case recording(Replay)
    /// The trace of one program, or of several.
    case trace(ProgramReplay)
    case traces(ReplayedPrograms)
    /// A running program, or several.
    case program(ProgramWatch)
    case programs(WatchedPrograms)
    /// A tried file or typed text.
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

    /// The run of a scenario or chain. It alone accepts controls, and may have too much work for the time between two frames.
    var session: Session? { if case .scenario(let session) = self { session } else { nil } }

    /// The run, if it can be rerun with other numbers.
    var comparable: (any ComparablePlayback)? {
        switch self {
        case .scenario(let session): session
        case .recording(let replay): replay
        case .trace, .traces, .program, .programs, .trial: nil
        }
    }

    /// The recording, if it can be shown at every one of its moments.
    var recorded: (any RecordedPlayback)? {
        switch self {
        case .recording(let replay): replay
        case .trace(let replay): replay
        case .traces(let group): group
        case .scenario, .program, .programs, .trial: nil
        }
    }

    /// The programs, if their pipelines are listed.
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

    /// The watched processes.
    var processes: (any ProcessPlayback)? {
        switch self {
        case .program(let watch): watch
        case .programs(let group): group
        case .scenario, .recording, .trace, .traces, .trial: nil
        }
    }

    /// The running programs, if the user can hold their stages.
    var hands: (any HandPlayback)? {
        switch self {
        case .program(let watch): watch
        case .programs(let group): group
        case .trial(let trial): trial
        case .scenario, .recording, .trace, .traces: nil
        }
    }

    /// The events from which stores are foretold, if it is of a program.
    var stores: LaneStore.Records? {
        switch self {
        case .trace(let replay): replay.records
        case .traces(let group): group.focused.playback.records
        case .program(let watch): watch.records
        case .programs(let group): group.focused.playback.records
        case .trial(let trial): trial.records
        case .scenario, .recording: nil
        }
    }

    /// Starts again: from the start, or with another run of a program.
    ///
    /// - Returns: The message to show until the other run is found.
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
    package func refresh(_ state: inout AppState) {
        shown.refresh(&state)
        ForetoldUpdate.refresh(&state, self)
    }
    package func stepOn() -> Bool { shown.stepOn() }
    package func screen(_ state: AppState) -> ScreenState { shown.screen(state) }
    package func close() { shown.close() }

    package func find(_ search: TraceSearch, _ direction: Direction, from moment: Moment) -> JumpOutcome {
        shown.find(search, direction, from: moment)
    }
}

/// The common interface of all playbacks.
package protocol Playable: AnyObject {
    /// The name for saved files.
    var name: String { get }
    /// The time of the present.
    var now: TraceTime { get }
    /// The time of the next scheduled event, `nil` if none is known.
    var nextDeadline: TraceTime? { get }
    /// Whether no further event is possible.
    var isOver: Bool { get }
    /// The facts for the update.
    var facts: RunFacts { get }
    /// The kind of work in the background.
    var background: Background { get }

    /// Starts with the user's choices.
    func start(_ state: AppState)
    /// Moves time forward, and does all the work that falls due.
    func advance(by nanoseconds: UInt64)
    /// Continues the work in the background, and reads the events around the moment shown.
    func refresh(_ state: inout AppState)
    /// Moves to the next event; returns whether there was one.
    func stepOn() -> Bool
    /// Finds the nearest event of a search.
    func find(_ search: TraceSearch, _ direction: Direction, from moment: Moment) -> JumpOutcome
    /// The screen for the user's choices and the events so far.
    func screen(_ state: AppState) -> ScreenState
    /// Ends the processes that it has started, and removes their files.
    func close()
}

/// The work of a playback besides moving time.
package enum Background {
    case nothing
    /// Work on another thread, or a little with each frame. The screen shows its progress.
    case gradual
    /// Work in every frame; the loop does not wait for input.
    case everyFrame
}

extension Playable {
    package func close() {}

    package func find(_ search: TraceSearch, _ direction: Direction, from moment: Moment) -> JumpOutcome {
        facts.find(search, direction, from: moment)
    }
}

/// The run of a scenario, live or recorded, that can be rerun with other numbers.
package protocol ComparablePlayback {
    /// Shows the run beside a rerun of the same inputs with other numbers, or alone again.
    ///
    /// - Returns: The effect of the other numbers.
    func compare(_ state: AppState) -> KeyText?
}

/// A program with pipelines, recorded or running.
package protocol PipelinePlayback {
    /// Shows the lanes of a pipeline, or the list of all.
    func open(_ pipeline: PipelineID?)
    /// The line of the list `step` rows below the selected one, `nil` if there is none.
    func line(rowsBelow step: Int, _ state: AppState) -> PipelineListing.Line?
}

extension PipelinePlayback {
    /// The pipeline of that line, or the first of several that share it.
    package func pipeline(rowsBelow step: Int, _ state: AppState) -> PipelineID? { line(rowsBelow: step, state)?.row.id }
}

/// A program that can be shown together with others on one clock.
package protocol SharedPlayback: Playable, PipelinePlayback {
    var trace: ProgramTrace { get set }
    /// The current moment, counted in the events for stepping.
    var moment: Moment { get }
    /// Notes on the gaps in its trace.
    var notes: [String] { get }
    /// The number of its process.
    var process: Int32 { get }
    /// Possible labels among other programs, from the shortest to a unique one.
    var labels: [String] { get }
}

extension SharedPlayback {
    /// The events from which stores are foretold.
    var records: LaneStore.Records {
        LaneStore.Records(trace.log, isWhole: trace.start == .start && trace.fold.overtaken == 0 && notes.isEmpty)
    }
}

/// Running processes.
package protocol ProcessPlayback {
    /// Calls `wake` on an arbitrary thread when a process exits.
    func watch(_ wake: @escaping @Sendable () -> Void)
    /// Updates whether the processes still run.
    func checkProcess()
}

/// A complete recording: it can be shown at every one of its moments.
package protocol RecordedPlayback {
    func seek(_ moment: Moment)
    /// The maximum time to move in one step without skipping unread events, in nanoseconds. A longer step may start a new window.
    func stride() -> UInt64
}

extension RecordedPlayback {
    package func start(_ state: AppState) { seek(.start) }
    package func stride() -> UInt64 { .max }
}

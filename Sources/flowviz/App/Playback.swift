import FlowAnalysis
import FlowModel
import FlowScenarios
import FlowTrace
import FlowViews

/// What the loop shows: a scenario that runs, a recording that is played, or a program that is watched.
protocol Playback: AnyObject {
    /// The name for files that are saved.
    var name: String { get }
    /// The time of the present.
    var now: TraceTime { get }
    /// When something happens next by itself, `nil` where nothing is known to.
    var nextDeadline: TraceTime? { get }
    /// Whether nothing more can happen.
    var isOver: Bool { get }
    /// What the update needs to know.
    var facts: RunFacts { get }
    /// The command that repeats what was pressed, `nil` where nothing was.
    var repeatLine: String? { get }

    /// Whether something goes on in the background that the screen tells of.
    var isWorking: Bool { get }

    /// Whether it has work of its own left that every frame goes on with, so that none is waited for.
    var isCatchingUp: Bool { get }

    /// Makes known what is needed around the moment that is looked at; has it as it is known.
    func look(at state: inout AppState)
    /// Begins at the start with what was chosen.
    func start(_ state: AppState)
    /// Calls `wake`, from any thread, when something has changed that time standing still does not hide.
    func watch(_ wake: @escaping @Sendable () -> Void)
    /// Takes note of what has changed so.
    func look()
    /// Goes over to another run of a program that has ended; says what came of it and whether it is another now, `nil` where nothing
    /// is watched.
    func reconnect() -> (answer: String, isAnother: Bool)?
    /// Moves time forward, however much happens in it.
    func advance(by nanoseconds: UInt64)
    /// Moves time forward as far as the allowance lasts.
    func advance(by nanoseconds: UInt64, within allowance: inout FrameAllowance)
    /// Falls further behind the clock, because more happened than a frame can show.
    func fallBehind(by nanoseconds: UInt64)
    /// By how much less time has passed so far, in nanoseconds.
    var behind: UInt64 { get }
    /// How far time may be moved in one go so that none of the events in between is passed over unread, in nanoseconds; positive.
    func stride() -> UInt64
    /// Moves on to the next event; returns whether there was one.
    func stepOn() -> Bool
    /// The nearest event that a search goes to.
    func find(_ search: TraceSearch, _ direction: Direction, from moment: Moment) -> JumpOutcome
    /// Makes a moment of a recording the present.
    func seek(_ moment: Moment)
    /// Shows the run beside the same with other numbers, from the same inputs, or alone again.
    ///
    /// - Returns: What came of the other numbers.
    func compare(_ state: AppState) -> String?
    /// Presses a control; returns what there is to say about it.
    func send(_ control: Control) -> String?
    /// Shows the lanes of one of a program's pipelines, or the list of all.
    func open(_ pipeline: PipelineID?)
    /// The pipeline so many rows below the chosen one in a program's list, `nil` where there is none.
    func choose(_ step: Int, _ state: AppState) -> PipelineID?
    /// The state of the screen for what the user chose and what has happened.
    func screen(_ state: AppState) -> ScreenState
}

extension Playback {
    var repeatLine: String? { nil }

    var isWorking: Bool { false }

    var isCatchingUp: Bool { false }

    var behind: UInt64 { 0 }

    func advance(by nanoseconds: UInt64, within allowance: inout FrameAllowance) {
        advance(by: nanoseconds)
    }

    func fallBehind(by nanoseconds: UInt64) {}

    func look(at state: inout AppState) {}

    func reconnect() -> (answer: String, isAnother: Bool)? { nil }

    func start(_ state: AppState) {
        seek(.start)
    }

    func watch(_ wake: @escaping @Sendable () -> Void) {}

    func look() {}

    func send(_ control: Control) -> String? {
        nil
    }

    func seek(_ moment: Moment) {}

    func compare(_ state: AppState) -> String? {
        nil
    }

    func stride() -> UInt64 { .max }

    func find(_ search: TraceSearch, _ direction: Direction, from moment: Moment) -> JumpOutcome {
        facts.find(search, direction, from: moment)
    }

    func open(_ pipeline: PipelineID?) {}

    func choose(_ step: Int, _ state: AppState) -> PipelineID? {
        nil
    }
}

import FlowScreen
import FlowTrace

/// What a trace file shows: a scenario's own screen where it is the run of one, else the pipelines of a program.
enum Recorded {
    case run(Replay)
    case program(ProgramReplay)

    /// Reads a trace.
    ///
    /// - Parameter waits: Whether every moment is waited for that takes time to be found.
    init(_ file: TraceFile, waits: Bool = false) {
        if let plan = RunPlan.recorded(in: file) {
            self = .run(Replay(file, of: plan))
        } else {
            self = .program(ProgramReplay(file, waits: waits))
        }
    }

    /// What the loop plays.
    var playback: any Playback {
        switch self {
        case .run(let replay): replay
        case .program(let replay): replay
        }
    }

    /// The screen at the start.
    func state(size: Size, theme: Theme) -> AppState {
        switch self {
        case .run(let replay):
            var state = AppState(choice: replay.plan.choice, subject: .recording, size: size, theme: theme)
            state.selection = AppState.interestingLane(of: replay.plan.choice)
            return state
        case .program(let replay):
            return AppState(program: .program, length: replay.length, size: size, theme: theme)
        }
    }
}

/// What a key does; the loop turns it into a change of state.
public enum Command: String, CaseIterable, Sendable {
    /// Which scenario and variant is shown; `goTo` takes a digit.
    case nextScenario, previousScenario, goTo, picker, nextVariant, twoVariants, restart
    /// Opens the line in which a chain is typed.
    case typeChain
    /// Pauses the sink, or resumes it.
    case togglePause
    /// Demand, and what the source does.
    case request1, request10, unlimited, emit, burst, finish, cancel
    /// Answers to the promises of a stepping subscriber.
    case more, twice, stale
    /// Which number of the scenario is changed, and how.
    case pickNumber, numberDown, numberUp
    /// Time: whether it runs, which moment is shown, how fast it goes, how much of it a cell holds.
    case freeze, stepForward, stepBack, left, right, start, now, faster, slower, zoomIn, zoomOut
    /// Jumps to what is amiss or was looked for; where time is to stop.
    case nextMatch, previousMatch, breakpoints
    /// What is looked at, and in which colours.
    case laneUp, laneDown, inspect, why, code, log, theme
    /// The list of a program's pipelines.
    case order, filter, pageUp, pageDown
    /// The frame, the help, and leaving.
    case copy, saveFrame, help, close, quit
}

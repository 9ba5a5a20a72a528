/// The action of a key; the update turns it into a change of state.
public enum Command: Hashable, Sendable {
    /// Shows another scenario or variant; `goTo` has the scenario's index.
    case nextScenario, previousScenario, goTo(Int), nextVariant, twoVariants, restart
    /// Opens an overlay; in a list, `inspect` opens the selected row.
    case open(OverlayKey)
    /// Opens the input line for a chain.
    case typeChain
    /// Presses a control of the scenario.
    case press(ControlKey)
    /// Picks a number of the scenario, or changes it.
    case pickNumber, numberDown, numberUp
    /// Moves through time.
    case travel(TimeKey)
    /// Changes the speed of time, and the time span of a cell.
    case faster, slower, zoomIn, zoomOut
    /// Fits the time axis to the stream's life, goes to the moment at which its trouble began, goes back to the view before.
    case fit, onset, viewBack
    /// Jumps to drops and violations or to matches of a search.
    case nextMatch, previousMatch
    /// Chooses a lane or row, opens an editor at its source, changes the colours.
    case laneUp, laneDown, openSource, theme
    /// Sorts or filters the list of a program's pipelines, or moves by a page.
    case order, filter, pageUp, pageDown
    /// In the list of traced programs, opens all of them together.
    case allPrograms
    case copy, saveFrame, tour, close, quit
}

/// The controls that have a key, by the names of their commands.
public enum ControlKey: String, CaseIterable, Sendable {
    /// Pauses the sink, or resumes it.
    case togglePause = "pause"
    case request1 = "request-1"
    case request10 = "request-10"
    case unlimited = "request-unlimited"
    case emit, burst, finish, cancel
    /// Calls of the completion handlers of a `SteppingSubscriber`.
    case more, twice, old
}

/// The keys that freeze time or move the moment shown, by the names of their commands.
public enum TimeKey: String, CaseIterable, Sendable {
    case freeze
    case stepForward = "step-forward"
    case stepBack = "step-back"
    case left = "move-left"
    case right = "move-right"
    case start = "go-to-start"
    case now = "go-to-now"
}

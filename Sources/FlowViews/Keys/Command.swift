/// What a key does; the loop turns it into a change of state.
public enum Command: String, CaseIterable, Sendable {
    case nextScenario, previousScenario, goTo, picker, nextVariant, twoVariants, restart
    case togglePause
    case request1, request10, unlimited, emit, burst, finish, cancel
    case more, twice, stale
    case pickNumber, numberDown, numberUp
    case freeze, stepForward, stepBack, left, right, start, now, faster, slower, zoomIn, zoomOut
    case laneUp, laneDown, inspect, code, log, theme
    case order, filter, pageUp, pageDown
    case copy, saveFrame, help, close, quit
}

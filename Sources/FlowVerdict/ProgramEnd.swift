/// The state of a traced program at the end of its trace.
public enum ProgramEnd: Sendable {
    /// It runs, or its state is unknown.
    case none
    case ended
    /// It exited without ending its trace: it may have crashed in the last recorded call.
    case brokenOff
}

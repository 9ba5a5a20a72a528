/// How a traced program stands at the end of its trace.
public enum ProgramEnd: Sendable {
    /// It runs, or it is not known.
    case none
    case ended
    /// It exited without ending its trace: it may have crashed in the last recorded call.
    case brokenOff
}

import FlowModel

/// What a jump finds.
enum JumpOutcome: Equatable {
    /// An event: its moment, and what to say about it.
    case found(Moment, String)
    /// Nothing, and what to say about that.
    case none(String)
    /// Nothing yet: the trace is looked through on from frame to frame.
    case searching
}

/// What a stage is doing between two of its events, by the demand above and below it.
public enum StageCondition: String, Hashable, Sendable {
    /// Nothing subscribed, over, or neither asked nor offered anything.
    case idle
    /// More is wanted of it, and it does not ask for more itself: it is working, holding, or keeps its demand to itself.
    case busy
    /// More is wanted of it, it has asked, and nothing has come; a source has not sent.
    case starved
    /// It could go on, and nothing is wanted of it.
    case heldBack
}

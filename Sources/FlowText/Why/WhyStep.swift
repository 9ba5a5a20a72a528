import FlowModel
import FlowTrace

/// One event of a cause chain.
public struct WhyStep: Hashable, Sendable {
    /// What an event has to do with the one that is explained.
    public enum Link: String, Hashable, Sendable {
        /// In its call the next one happened, and so on down to the one that is explained.
        case cause
        /// It had to come before: the arrival of a value that waited, the demand that let it through, an end that was kept.
        case condition
        /// The one that is explained.
        case event
        /// It followed.
        case effect
    }

    /// What it has to do with the one that is explained.
    public let link: Link
    /// When it happened, and its place in the trace.
    public let moment: Moment
    /// Its lane; the label of its place where that has none.
    public let lane: String
    /// What it is about.
    public let sign: Sign
    /// Its colour.
    public let tone: Tone
    /// What happened, without the lane's name, unsanitised.
    public let text: String
}

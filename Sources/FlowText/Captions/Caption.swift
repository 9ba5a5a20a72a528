import FlowModel
import FlowTrace

/// What the last thing that mattered was, why it happened, and what follows.
public struct Caption: Hashable, Sendable {
    /// When the event happened that it tells of.
    public let time: TraceTime
    /// The sequence of that event.
    public let sequence: Int
    /// Its colour: lost, error, past, else key.
    public let tone: Tone
    /// At most two sentences, unsanitised.
    public let text: String
    /// The value spoken of, to be marked in every lane.
    public let followed: String?

    /// The moment of the event.
    public var moment: Moment {
        Moment(time: time, sequence: sequence)
    }
}

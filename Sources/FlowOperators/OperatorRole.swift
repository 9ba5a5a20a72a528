/// What a node does to the values it passes, as far as drawing and captions need to know.
public enum OperatorRole: String, Hashable, Sendable {
    /// Sends values.
    case source
    /// Holds values until they are asked for.
    case buffer
    /// Holds values for subscribers that come later.
    case replay
    /// Passes values on at its own pace: asks for one when its interval has passed.
    case pace
    /// Any other operator.
    case transform
    /// Receives values at the end of the stream.
    case sink
}

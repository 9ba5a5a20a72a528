/// What a ``BatchingSubscriber`` reports about its work.
public enum BatchingState: Hashable, Sendable {
    /// The work on a full batch has started.
    case processing
    /// The work on a batch has ended.
    case processed
    /// The subscription is over: the limit was reached, upstream is done, or it was cancelled. Work in progress goes on.
    case finished
}

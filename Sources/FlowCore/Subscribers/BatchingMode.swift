/// When a ``BatchingSubscriber`` asks for values.
public enum BatchingMode: Hashable, Sendable {
    /// A batch is asked for first; every value that does not fill it asks for one more, and another batch is asked for when the
    /// work ends. Demand never reaches zero, so values keep coming while a batch is being worked on: no backpressure.
    case refillsEarly
    /// A batch is asked for first, and the next when the work ends. Nothing comes in between.
    case trueBatches
}

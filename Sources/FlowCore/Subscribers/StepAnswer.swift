/// What to do about a ``StepPromise``.
public enum StepAnswer: Hashable, Sendable {
    /// Ask for one more value.
    case more
    /// Cancel the subscription.
    case cancel
}

/// What became of an answer to a ``StepPromise``. All but `accepted` changed nothing.
public enum StepOutcome: Hashable, Sendable {
    /// The answer was the first one to the current promise, and is carried out.
    case accepted
    /// The current promise had been answered before.
    case repeated
    /// The promise is not the current one: a later one was given out since, or another subscriber gave it.
    case stale
    /// The subscription is over: cancelled, finished or failed.
    case dead
}

/// Where a ``SteppingSubscriber`` is in its life.
public enum SteppingState: Hashable, Sendable {
    /// No subscription has come yet.
    case subscribing
    /// One value has been asked for and has not come yet.
    case subscribed
    /// A promise has been given out and not been answered yet.
    case stepping
    /// Cancelled, finished or failed.
    case dead
}

import Synchronization

/// A state machine behind a lock: an input decides inside, and its action is carried out by the caller, outside.
///
/// Whatever a machine lets go of (closures, subscriptions, downstreams) leaves with the action too, because the last release of
/// one can run other people's code.
struct StateLock<State>: ~Copyable {
    private let mutex: Mutex<Handed<State>>

    init(_ state: State) {
        mutex = Mutex(Handed(state))
    }

    /// Gives `input` the state and returns the action it decided on, with the lock left again.
    borrowing func decide<Action>(_ input: (inout State) -> Action) -> Action {
        mutex.withLock { Handed(input(&$0.content)) }.content
    }

    /// What goes in and out of the lock.
    ///
    /// Not private: 6.3 cannot compile a `~Copyable` struct whose field has a private generic type when a class of another file
    /// holds it. Proof for `@unchecked`: the state is only touched inside the mutex, an action only by the one caller it was made for.
    struct Handed<Content>: @unchecked Sendable {
        var content: Content

        init(_ content: Content) {
            self.content = content
        }
    }
}

import Synchronization

/// State behind a lock, where the state holds what Combine passes around, none of which is `Sendable`.
///
/// Callers decide inside ``withLock(_:)`` and act on its result outside: nothing foreign is called while the lock is held.
struct Guarded<State>: ~Copyable {
    // Internal, not private: Swift 6.3 breaks off ("Global is external") where another file makes a Guarded of a private type.
    /// Proof: the state is reached inside the lock only, one thread at a time. What leaves it (values, subscribers) is handed
    /// to one thread by Combine's own rule that a stream's signals are not concurrent, which the state machines uphold.
    struct Unchecked<Wrapped>: @unchecked Sendable {
        var wrapped: Wrapped
    }

    private let mutex: Mutex<Unchecked<State>>

    init(_ state: State) {
        mutex = Mutex(Unchecked(wrapped: state))
    }

    /// Runs `body` with the state and no other thread in it.
    borrowing func withLock<Result>(_ body: (inout State) -> Result) -> Result {
        mutex.withLock { Unchecked(wrapped: body(&$0.wrapped)) }.wrapped
    }
}

#if FLOWVIZ_TSAN
    import LibC
#else
    package import Synchronization
#endif

/// State behind a lock, including Combine's subscribers and subscriptions, which are not `Sendable`.
///
/// Callers decide inside ``withLock(_:)`` and act on its result outside: no foreign code runs while the lock is held. Released
/// references (closures, subscriptions, downstreams) must leave with the result too, because the last release of such a reference
/// can run foreign code.
///
/// The thread sanitizer of Swift 6.3 on Linux cannot see `Mutex` and reports a race at every contended one. `-Xswiftc
/// -DFLOWVIZ_TSAN` replaces it by a lock that the sanitizer knows.
package struct LockedBox<State>: ~Copyable {
    #if FLOWVIZ_TSAN
        private let state = UnsafeMutablePointer<State>.allocate(capacity: 1)
        private let lock = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)

        package init(_ state: State) {
            self.state.initialize(to: state)
            lock.initialize(to: pthread_mutex_t())
            pthread_mutex_init(lock, nil)
        }

        deinit {
            pthread_mutex_destroy(lock)
            lock.deallocate()
            state.deinitialize(count: 1)
            state.deallocate()
        }

        /// Runs `body` with the state, on one thread at a time.
        package borrowing func withLock<Result>(_ body: (inout State) -> Result) -> Result {
            pthread_mutex_lock(lock)
            defer { pthread_mutex_unlock(lock) }
            return body(&state.pointee)
        }
    #else
        /// Proof: the state is accessed only inside the lock, by one thread at a time. Values and subscribers that leave it go to
        /// one thread: Combine's signals are not concurrent within a stream, which the state machines uphold.
        @usableFromInline
        struct Unchecked<Wrapped>: @unchecked Sendable {
            @usableFromInline var wrapped: Wrapped

            @inlinable
            init(wrapped: Wrapped) { self.wrapped = wrapped }
        }

        @usableFromInline let mutex: Mutex<Unchecked<State>>

        @inlinable
        package init(_ state: State) { mutex = Mutex(Unchecked(wrapped: state)) }

        /// Runs `body` with the state, on one thread at a time.
        @inlinable
        package borrowing func withLock<Result>(_ body: (inout State) -> Result) -> Result {
            mutex.withLock { Unchecked(wrapped: body(&$0.wrapped)) }.wrapped
        }
    #endif
}

/// Proof: the state is accessed only inside the lock.
extension LockedBox: @unchecked Sendable where State: Sendable {}

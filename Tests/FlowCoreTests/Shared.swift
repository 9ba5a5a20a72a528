import FlowTrace

/// State that several threads of a test share, behind a lock that the thread sanitizer can see.
///
/// Proof for `@unchecked`: the state is reached only inside the lock.
final class Shared<State>: @unchecked Sendable {
    private let guarded: LockedBox<State>

    /// Begins with `state`.
    init(_ state: State) {
        guarded = LockedBox(state)
    }

    /// Runs `body` with the state and no other thread in it.
    func withLock<Result>(_ body: (inout State) -> Result) -> Result {
        guarded.withLock(body)
    }
}

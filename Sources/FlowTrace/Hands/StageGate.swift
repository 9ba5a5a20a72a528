internal import Synchronization

/// The gate of a stage of Swift concurrency, at which values wait while a viewer holds or slows the stage.
///
/// An open gate costs one relaxed load a value. A waiting consumer keeps its isolation, and the cancellation of its task lets the
/// value pass.
package final class StageGate: HeldStage {
    /// What the gate does with a value.
    private enum Mode {
        case open
        /// Lets this number of further values pass.
        case held(passes: Int)
        /// Lets each wait for this number of nanoseconds.
        case slowed(by: UInt64)
    }

    private struct Waiter: Sendable {
        let ticket: UInt64
        /// The time at which it may pass; `nil` until the gate opens.
        let due: UInt64?
        let continuation: CheckedContinuation<Void, Never>
    }

    private struct State {
        var mode = Mode.open
        var waiters: [Waiter] = []
        var tickets: UInt64 = 0
        /// The tickets whose tasks were cancelled before they waited.
        var cancelled: Set<UInt64> = []

        mutating func issueTicket() -> UInt64 {
            tickets += 1
            return tickets
        }

        /// Returns whether the value waits.
        mutating func keep(_ continuation: CheckedContinuation<Void, Never>, _ ticket: UInt64, at now: UInt64) -> Bool {
            guard cancelled.remove(ticket) == nil else { return false }
            switch mode {
            case .open: return false
            case .held(let passes) where passes > 0:
                mode = .held(passes: passes - 1)
                return false
            case .held: waiters.append(Waiter(ticket: ticket, due: nil, continuation: continuation))
            case .slowed(let delay):
                waiters.append(Waiter(ticket: ticket, due: now + delay, continuation: continuation))
            }
            return true
        }

        /// Removes the waiter of a cancelled task.
        mutating func cancel(_ ticket: UInt64) -> Waiter? {
            guard let index = waiters.firstIndex(where: { $0.ticket == ticket }) else {
                cancelled.insert(ticket)
                return nil
            }
            return waiters.remove(at: index)
        }
    }

    private let isShut = Atomic<Bool>(false)
    private let state = LockedBox(State())
    private let clock: @Sendable () -> UInt64
    private let perform: HandWork

    init(clock: @escaping @Sendable () -> UInt64, performing perform: @escaping HandWork) {
        (self.clock, self.perform) = (clock, perform)
    }

    /// A stage of tasks can always be held.
    package var refusal: HandAnswer? { nil }

    /// Whether a value has to call ``wait(isolation:)``.
    package var isClosed: Bool { isShut.load(ordering: .relaxed) }

    /// Waits until the gate lets a value pass, or the task is cancelled.
    package func wait(isolation: isolated (any Actor)?) async {
        let ticket = state.withLock { $0.issueTicket() }
        await withTaskCancellationHandler(
            operation: {
                await withCheckedContinuation(isolation: isolation) { continuation in
                    let now = clock()
                    if !state.withLock({ $0.keep(continuation, ticket, at: now) }) { continuation.resume() }
                }
            },
            onCancel: { state.withLock { $0.cancel(ticket) }?.continuation.resume() },
            isolation: isolation)
        state.withLock { _ = $0.cancelled.remove(ticket) }
    }

    // MARK: Commands

    /// Lets no value pass, nor any value that waits already.
    package func hold() {
        state.withLock { state in
            state.mode = .held(passes: 0)
            state.waiters = state.waiters.map { Waiter(ticket: $0.ticket, due: nil, continuation: $0.continuation) }
        }
        isShut.store(true, ordering: .relaxed)
    }

    /// Lets each later value wait for `delay` nanoseconds; values that wait already pass.
    package func slow(by delay: UInt64) {
        change(to: .slowed(by: delay))
        isShut.store(true, ordering: .relaxed)
    }

    package func open() {
        isShut.store(false, ordering: .relaxed)
        change(to: .open)
    }

    private func change(to mode: Mode) {
        let waiters = state.withLock { state in
            state.mode = mode
            defer { state.waiters = [] }
            return state.waiters
        }
        resume(waiters)
    }

    private func resume(_ waiters: [Waiter]) {
        guard !waiters.isEmpty else { return }
        perform { for waiter in waiters { waiter.continuation.resume() } }
    }

    /// Whether it lets no value pass.
    package var isHeld: Bool {
        state.withLock { if case .held = $0.mode { true } else { false } }
    }

    /// Lets the value that has waited longest pass a held gate, or else the next value.
    package func passOne() {
        let waiter = state.withLock { state -> Waiter? in
            guard case .held(let passes) = state.mode else { return nil }
            guard state.waiters.isEmpty else { return state.waiters.removeFirst() }
            state.mode = .held(passes: passes + 1)
            return nil
        }
        if let waiter { resume([waiter]) }
    }

    /// Lets the values pass whose wait is over. Returns the earliest time at which another one may be due, even one that has not
    /// arrived; `nil` if none will be.
    package func passDue(at now: UInt64) -> UInt64? {
        let (due, next) = state.withLock { state -> ([Waiter], UInt64?) in
            let due = state.waiters.filter { $0.due.map { $0 <= now } == true }
            if !due.isEmpty { state.waiters.removeAll { $0.due.map { $0 <= now } == true } }
            let next = if case .slowed(let delay) = state.mode { now + delay } else { UInt64?.none }
            return (due, (state.waiters.compactMap(\.due) + [next].compactMap(\.self)).min())
        }
        resume(due)
        return next
    }
}

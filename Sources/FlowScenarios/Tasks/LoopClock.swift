import FlowCore

/// The clock of a ``TaskLoop``'s tasks: it stands still while they work, and moves when they all wait.
struct LoopClock: Clock {
    /// A moment, as time since the start of the run.
    struct Instant: InstantProtocol {
        let sinceStart: Duration

        func advanced(by duration: Duration) -> Instant { Instant(sinceStart: sinceStart + duration) }

        func duration(to other: Instant) -> Duration { other.sinceStart - sinceStart }

        static func < (lhs: Instant, rhs: Instant) -> Bool { lhs.sinceStart < rhs.sinceStart }
    }

    let loop: TaskLoop

    var now: Instant { Instant(sinceStart: .nanoseconds(loop.now.nanoseconds)) }

    var minimumResolution: Duration { .nanoseconds(1) }

    func sleep(until deadline: Instant, tolerance: Duration?) async throws {
        try await loop.sleep(until: VirtualTime(deadline.sinceStart))
    }

    /// Suspends the task for a while; returns immediately if it is cancelled.
    func wait(seconds: Double) async { try? await sleep(for: .seconds(seconds)) }
}

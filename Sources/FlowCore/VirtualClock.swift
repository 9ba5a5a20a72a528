import FlowTrace
import Synchronization

/// The present moment of a ``VirtualTimeScheduler``, readable from any thread, so that a recorder can stamp with it.
public final class VirtualClock: Sendable {
    private let nanoseconds = Atomic<Int64>(0)

    init() {}

    /// The present moment.
    public internal(set) var now: VirtualTime {
        get { VirtualTime(nanoseconds: nanoseconds.load(ordering: .relaxed)) }
        set { nanoseconds.store(newValue.nanoseconds, ordering: .relaxed) }
    }

    /// This clock as a recorder takes it.
    public var traceClock: TraceClock {
        .custom { self.now.traceTime.nanoseconds }
    }
}

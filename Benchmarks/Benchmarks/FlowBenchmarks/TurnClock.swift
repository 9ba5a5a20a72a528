import FlowTrace
import Synchronization

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// The time of two threads that take turns of so many events, however they really ran: how threads are interleaved decides what it
/// costs to merge them.
final class TurnClock: @unchecked Sendable {  // the thread is only compared, the rest is atomic
    private static let turn: UInt64 = 30
    private static let interval: UInt64 = 20

    private let first = pthread_self()
    private let firstCount = Atomic<UInt64>(0)
    private let secondCount = Atomic<UInt64>(0)

    /// The time of this thread's next event, in nanoseconds; the thread that made the clock has the first turn.
    func next() -> UInt64 {
        let isFirst = pthread_equal(pthread_self(), first) != 0
        let count =
            isFirst
            ? firstCount.wrappingAdd(1, ordering: .relaxed).oldValue : secondCount.wrappingAdd(1, ordering: .relaxed).oldValue
        let (turn, place) = count.quotientAndRemainder(dividingBy: TurnClock.turn)
        return ((2 * turn + (isFirst ? 0 : 1)) * TurnClock.turn + place) * TurnClock.interval
    }
}

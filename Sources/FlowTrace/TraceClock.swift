#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// Where a recorder's times come from.
public enum TraceClock: Sendable {
    /// The machine's monotonic clock, from the moment the recorder was made.
    case monotonic
    /// A clock of the caller's, in nanoseconds since the start; virtual time uses this.
    ///
    /// It is called on whatever thread records, once per event.
    case custom(@Sendable () -> UInt64)

    /// Whether it is the machine's.
    var isMonotonic: Bool {
        if case .monotonic = self { true } else { false }
    }

    /// What the clock says at the start of a trace.
    var origin: UInt64 {
        isMonotonic ? TraceClock.machineNanoseconds() : 0
    }

    /// Nanoseconds of the machine's monotonic clock.
    static func machineNanoseconds() -> UInt64 {
        var now = timespec()
        clock_gettime(CLOCK_MONOTONIC, &now)
        return UInt64(now.tv_sec) * 1_000_000_000 + UInt64(now.tv_nsec)
    }
}

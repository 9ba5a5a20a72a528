import LibC

/// The program's only access to a clock.
package enum MonotonicClock {
    /// Nanoseconds since a fixed, arbitrary moment.
    package static var now: UInt64 {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return UInt64(time.tv_sec) * 1_000_000_000 + UInt64(time.tv_nsec)
    }

    /// Blocks the thread until `moment` on this clock.
    package static func wait(until moment: UInt64) {
        var left = timespec()
        while true {
            let now = self.now
            guard moment > now else { return }
            left.tv_sec = Int((moment - now) / 1_000_000_000)
            left.tv_nsec = Int((moment - now) % 1_000_000_000)
            nanosleep(&left, nil)
        }
    }
}

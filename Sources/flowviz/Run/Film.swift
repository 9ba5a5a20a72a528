import FlowTrace

/// The moments of a moving picture: the first, and every tenth of a second after it.
struct Film {
    static let interval = TraceTime(nanoseconds: 100_000_000)
    static let longest = TraceTime(nanoseconds: 60_000_000_000)
    /// Seconds for which the last frame is seen before all begins again.
    static let pause = 1.5

    let moments: [TraceTime]

    /// - Precondition: `start` is not after `end`.
    init(from start: TraceTime, to end: TraceTime) {
        precondition(start <= end, "a film from \(start) s to \(end) s")
        let times = stride(from: start.nanoseconds, through: end.nanoseconds, by: Int(Film.interval.nanoseconds))
        moments = times.map { TraceTime(nanoseconds: $0) }
    }
}

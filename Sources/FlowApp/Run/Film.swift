import FlowScreen
import FlowTrace

/// The moments of a moving picture: the first, others at a constant interval, and the last.
package struct Film {
    package static let longest = TraceTime(nanoseconds: 60_000_000_000)
    /// The seconds for which the last frame stays before the picture starts again.
    static let pause = 1.5

    let moments: [TraceTime]
    private let size: Size

    /// - Precondition: `start` is not after `end`.
    package init(from start: TraceTime, to end: TraceTime, size: Size) {
        precondition(start <= end, "a film from \(start) s to \(end) s")
        let times = stride(from: start.nanoseconds, to: end.nanoseconds, by: Film.interval(size))
        moments = times.map { TraceTime(nanoseconds: $0) } + [end]
        self.size = size
    }

    /// A tenth of a second, or twice that for a large screen with more in each frame: twelve seconds of film must stay below 300
    /// kB.
    private static func interval(_ size: Size) -> Int { size.width * size.height > 3_000 ? 200_000_000 : 100_000_000 }

    /// The film up to `end`; `nil` if `end` is before its first moment.
    func cut(at end: TraceTime) -> Film? { moments[0] <= end ? Film(from: moments[0], to: end, size: size) : nil }

    /// The time of each moment, in seconds from the first.
    var times: [Double] { moments.map { Double($0 - moments[0]) / 1e9 } }
}

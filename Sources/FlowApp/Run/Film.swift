import FlowScreen
import FlowTrace

/// The moments of a moving picture: the first, others at one distance from each other, and the last.
package struct Film {
    package static let longest = TraceTime(nanoseconds: 60_000_000_000)
    /// Seconds for which the last frame is seen before all begins again.
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

    /// A tenth of a second; twice that on a large screen, which has more in each frame: twelve seconds of it are to stay below 300 kB.
    private static func interval(_ size: Size) -> Int { size.width * size.height > 3_000 ? 200_000_000 : 100_000_000 }

    /// The film that ends earlier; `nil` where that is before its first moment.
    func cut(at end: TraceTime) -> Film? { moments[0] <= end ? Film(from: moments[0], to: end, size: size) : nil }

    /// When each is shown, in seconds from the first.
    var times: [Double] { moments.map { Double($0 - moments[0]) / 1e9 } }
}

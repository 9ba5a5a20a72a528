import FlowPlaces
import FlowSystem
import FlowTrace

/// Finds names for the places of a running program in the background, as its code is recorded.
package enum PlaceSearch {
    /// The pause between two looks at the trace, in nanoseconds.
    private static let pause: UInt64 = 1_000_000_000

    /// Searches on another thread until the trace is complete. Readers of the file get the names with their next records.
    package static func start(_ file: TraceFile) {
        DetachedThread.run(isBackground: true) {
            var finder = PlaceFinder(file)
            while true {
                let isLast = file.isClosed || file.isAbandoned
                finder.findNew()
                guard !isLast else { return }
                MonotonicClock.wait(until: MonotonicClock.now + pause)
            }
        }
    }
}

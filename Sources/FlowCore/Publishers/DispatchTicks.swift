import Dispatch
import OpenCombineShim

/// Ticks from a `DispatchSourceTimer`, one source for each run of ticks.
///
/// A source is started where it is made, never suspended, kept alive by what was returned for it, and cancelled exactly once.
struct DispatchTicks: TickSource {
    let queue: DispatchQueue?
    let leeway: DispatchTimeInterval

    var now: DispatchQueue.SchedulerTimeType { DispatchQueue.SchedulerTimeType(.now()) }

    func start(
        at date: DispatchQueue.SchedulerTimeType, interval: DispatchQueue.SchedulerTimeType.Stride,
        _ tick: @escaping () -> Void
    ) -> any Cancellable {
        let source = DispatchSource.makeTimerSource(queue: queue)
        source.schedule(deadline: date.dispatchTime, repeating: interval.timeInterval, leeway: leeway)
        source.setEventHandler(handler: tick)
        source.resume()
        return Ticking(source: source)
    }

    private final class Ticking: Cancellable {
        let source: any DispatchSourceTimer

        init(source: any DispatchSourceTimer) {
            self.source = source
        }

        func cancel() {
            source.cancel()
        }
    }
}

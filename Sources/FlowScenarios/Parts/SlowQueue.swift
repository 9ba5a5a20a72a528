import FlowCore
import OpenCombineShim

/// A queue on virtual time that takes a while to get round to anything: work runs a fixed time after it was due.
///
/// Like a queue of another thread that is busy, without the thread, so that every run is the same.
struct SlowQueue: Scheduler {
    typealias SchedulerTimeType = VirtualTime
    typealias SchedulerOptions = Never

    /// Whose time it is.
    let scheduler: VirtualTimeScheduler
    /// How late everything is.
    let lateness: VirtualTime.Stride

    var now: VirtualTime {
        scheduler.now
    }

    var minimumTolerance: VirtualTime.Stride {
        scheduler.minimumTolerance
    }

    func schedule(options: Never?, _ action: @escaping () -> Void) {
        scheduler.schedule(after: now.advanced(by: lateness), action)
    }

    func schedule(
        after date: VirtualTime, tolerance: VirtualTime.Stride, options: Never?, _ action: @escaping () -> Void
    ) {
        scheduler.schedule(after: date.advanced(by: lateness), action)
    }

    func schedule(
        after date: VirtualTime, interval: VirtualTime.Stride, tolerance: VirtualTime.Stride, options: Never?,
        _ action: @escaping () -> Void
    ) -> any Cancellable {
        scheduler.schedule(after: date.advanced(by: lateness), interval: interval, action)
    }
}

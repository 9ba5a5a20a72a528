import FlowCore
import OpenCombineShim

/// A queue on virtual time that does one piece of work after the other, each in the same time.
final class SerialQueue: Scheduler {
    typealias SchedulerTimeType = VirtualTime
    typealias SchedulerOptions = Never

    private let scheduler: VirtualTimeScheduler
    private let service: VirtualTime.Stride
    private var free = VirtualTime(nanoseconds: 0)

    init(_ scheduler: VirtualTimeScheduler, service: VirtualTime.Stride) {
        self.scheduler = scheduler
        self.service = service
    }

    var now: VirtualTime {
        scheduler.now
    }

    var minimumTolerance: VirtualTime.Stride {
        scheduler.minimumTolerance
    }

    func schedule(options: Never?, _ action: @escaping () -> Void) {
        schedule(after: now, tolerance: minimumTolerance, options: options, action)
    }

    func schedule(
        after date: VirtualTime, tolerance: VirtualTime.Stride, options: Never?, _ action: @escaping () -> Void
    ) {
        free = max(date, free, now).advanced(by: service)
        scheduler.schedule(after: free, action)
    }

    func schedule(
        after date: VirtualTime, interval: VirtualTime.Stride, tolerance: VirtualTime.Stride, options: Never?,
        _ action: @escaping () -> Void
    ) -> any Cancellable {
        scheduler.schedule(after: date, interval: interval, tolerance: tolerance, options: options, action)
    }
}

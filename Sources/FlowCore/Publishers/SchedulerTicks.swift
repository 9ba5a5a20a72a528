import OpenCombineShim

/// Ticks from any scheduler.
struct SchedulerTicks<Context: Scheduler>: TickSource {
    let scheduler: Context

    var now: Context.SchedulerTimeType { scheduler.now }

    func start(
        at date: Context.SchedulerTimeType, interval: Context.SchedulerTimeType.Stride, _ tick: @escaping () -> Void
    ) -> any Cancellable {
        scheduler.schedule(after: date, interval: interval, tick)
    }
}

import FlowCore
import OpenCombineShim

/// Steps of a scenario at fixed times, which can be stopped; what is left then leaves the scheduler.
final class Script: Cancellable {
    private let scheduler: VirtualTimeScheduler
    private var pending: [Int: any Cancellable] = [:]
    private var count = 0

    init(scheduler: VirtualTimeScheduler) {
        self.scheduler = scheduler
    }

    /// Whether a step is still to come.
    var isRunning: Bool {
        !pending.isEmpty
    }

    /// Schedules a step.
    func at(_ seconds: Double, _ action: @escaping () -> Void) {
        schedule(at: VirtualTime(seconds: seconds), action)
    }

    /// Schedules a step some time from now.
    func after(_ seconds: Double, _ action: @escaping () -> Void) {
        schedule(at: scheduler.now.advanced(by: .seconds(seconds)), action)
    }

    /// Forgets the steps still to come.
    func cancel() {
        let steps = pending.values
        pending = [:]
        steps.forEach { $0.cancel() }
    }

    /// Only repeating work can be cancelled, so a step is repeating work that stops itself.
    private func schedule(at date: VirtualTime, _ action: @escaping () -> Void) {
        count += 1
        let number = count
        pending[number] = scheduler.schedule(after: date, interval: .seconds(1)) { [weak self] in
            self?.pending.removeValue(forKey: number)?.cancel()
            action()
        }
    }
}

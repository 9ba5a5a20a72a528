import FlowCore
import OpenCombineShim

/// A sink that asks for a few values at a time, the next ones a while after it has got them.
final class PacedEnd: Subscriber {
    private let batch: Int
    private let rest: VirtualTime.Stride
    private let scheduler: VirtualTimeScheduler
    private var subscription: (any Subscription)?
    private var left = 0

    init(batch: Int, rest: VirtualTime.Stride, scheduler: VirtualTimeScheduler) {
        self.batch = batch
        self.rest = rest
        self.scheduler = scheduler
    }

    func receive(subscription: any Subscription) {
        self.subscription = subscription
        ask()
    }

    func receive(_ input: Int) -> Subscribers.Demand {
        left -= 1
        if left == 0 { scheduler.schedule(after: scheduler.now.advanced(by: rest)) { [weak self] in self?.ask() } }
        return .none
    }

    func receive(completion: Subscribers.Completion<Never>) {
        subscription = nil
    }

    private func ask() {
        left = batch
        subscription?.request(.max(batch))
    }
}

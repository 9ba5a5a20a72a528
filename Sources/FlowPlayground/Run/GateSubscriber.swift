import OpenCombineShim

/// One subscription of a ``Gate``.
final class GateSubscriber<Downstream: Subscriber>: Subscriber
where Downstream.Input == Value, Downstream.Failure == any Error {
    private let run: ChainRun
    private let stage: Int
    private let downstream: Downstream
    private var upstream: (any Subscription)?

    init(run: ChainRun, stage: Int, downstream: Downstream) {
        self.run = run
        self.stage = stage
        self.downstream = downstream
    }

    func receive(subscription: any Subscription) {
        upstream = subscription
        run.keep(subscription, of: stage)
        downstream.receive(subscription: subscription)
    }

    func receive(_ input: Value) -> Subscribers.Demand {
        guard let demand = run.carry(input, outOf: stage, { downstream.receive(input) }) else {
            upstream.take()?.cancel()
            return .none
        }
        return demand
    }

    func receive(completion: Subscribers.Completion<any Error>) {
        upstream = nil
        guard run.enter(stage) else { return }
        defer { run.leave() }
        downstream.receive(completion: completion)
    }
}

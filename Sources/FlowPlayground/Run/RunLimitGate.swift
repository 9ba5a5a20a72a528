import FlowCombine

/// A gate behind every operator: counts signals, and blocks them once the run has stopped.
///
/// After its closure has faulted, an operator may go on with an arbitrary value, but no other operator receives it.
struct RunLimitGate<Upstream: Publisher>: Publisher where Upstream.Output == Value, Upstream.Failure == any Error {
    typealias Output = Value
    typealias Failure = any Error

    let upstream: Upstream
    let run: ChainRun
    let stage: Int

    func receive(subscriber: some Subscriber<Value, any Error>) {
        guard run.subscribe(stage) else { return Empty(completeImmediately: false).subscribe(subscriber) }
        upstream.subscribe(GateSubscriber(run: run, stage: stage, downstream: subscriber))
    }
}

final class GateSubscriber<Downstream: Subscriber>: Subscriber where Downstream.Input == Value, Downstream.Failure == any Error {
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
        guard let demand = run.pass(input, outOf: stage, { downstream.receive(input) }) else {
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

import FlowCombine

/// A publisher that sends a value if its upstream finishes without one.
///
/// OpenCombine's `replaceEmpty` always requests unlimited values, which makes other operators trap. This publisher passes the
/// demand on.
struct DemandRespectingReplaceEmpty<Upstream: Publisher>: Publisher {
    typealias Output = Upstream.Output
    typealias Failure = Upstream.Failure

    let upstream: Upstream
    let substitute: Output

    func receive(subscriber: some Subscriber<Output, Failure>) {
        upstream.subscribe(PatientReplaceEmptyLink(downstream: subscriber, substitute: substitute))
    }
}

final class PatientReplaceEmptyLink<Downstream: Subscriber>: Subscriber, Subscription {
    typealias Input = Downstream.Input
    typealias Failure = Downstream.Failure

    private var downstream: Downstream?
    private var upstream: (any Subscription)?
    private let substitute: Input
    private var hasValue = false
    /// Whether there has been demand.
    private var isAsked = false
    private var isEmpty = false

    init(downstream: Downstream, substitute: Input) {
        self.downstream = downstream
        self.substitute = substitute
    }

    func receive(subscription: any Subscription) {
        guard downstream != nil, upstream == nil else { return subscription.cancel() }
        upstream = subscription
        downstream?.receive(subscription: self)
    }

    func receive(_ input: Input) -> Subscribers.Demand {
        hasValue = true
        return downstream?.receive(input) ?? .none
    }

    func receive(completion: Subscribers.Completion<Failure>) {
        upstream = nil
        if case .finished = completion, !hasValue {
            isEmpty = true
            if isAsked { sendSubstitute() }
            return
        }
        let receiver = downstream
        downstream = nil
        receiver?.receive(completion: completion)
    }

    func request(_ demand: Subscribers.Demand) {
        isAsked = true
        if isEmpty { sendSubstitute() } else { upstream?.request(demand) }
    }

    func cancel() {
        let subscription = upstream
        (downstream, upstream) = (nil, nil)
        subscription?.cancel()
    }

    private func sendSubstitute() {
        let receiver = downstream
        downstream = nil
        _ = receiver?.receive(substitute)
        receiver?.receive(completion: .finished)
    }
}

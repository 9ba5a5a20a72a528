import OpenCombineShim

/// A subscriber that logs all it gets, and asks for more as it was told to.
final class OperatorRecorder<Failure: Error>: Subscriber {
    typealias Input = Int

    let log: OperatorLog
    private(set) var subscription: (any Subscription)?
    private let name: String
    private let initial: Subscribers.Demand
    private let onValue: (OperatorRecorder, Int) -> Subscribers.Demand
    private let onCompletion: (OperatorRecorder) -> Void
    private let onSubscription: () -> Void

    /// - Parameters:
    ///   - initial: What to ask for with the subscription; none asks for nothing.
    ///   - onValue: What to do with a value, and the demand to return.
    ///   - onCompletion: What to do with the completion.
    ///   - onSubscription: What to do with the subscription, after asking.
    init(
        _ name: String = "", log: OperatorLog, initial: Subscribers.Demand = .none,
        onValue: @escaping (OperatorRecorder, Int) -> Subscribers.Demand = { _, _ in .none },
        onCompletion: @escaping (OperatorRecorder) -> Void = { _ in }, onSubscription: @escaping () -> Void = {}
    ) {
        self.name = name.isEmpty ? "" : name + ": "
        self.log = log
        self.initial = initial
        self.onValue = onValue
        self.onCompletion = onCompletion
        self.onSubscription = onSubscription
    }

    func request(_ demand: Subscribers.Demand) {
        subscription?.request(demand)
    }

    func cancel() {
        subscription?.cancel()
    }

    func receive(subscription: any Subscription) {
        self.subscription = subscription
        log.note(name + "subscribed")
        if initial > .none { subscription.request(initial) }
        onSubscription()
    }

    func receive(_ input: Int) -> Subscribers.Demand {
        log.note("\(name)\(input)")
        return onValue(self, input)
    }

    func receive(completion: Subscribers.Completion<Failure>) {
        switch completion {
        case .finished: log.note(name + "finished")
        case .failure(let error): log.note("\(name)failure \(error)")
        }
        onCompletion(self)
    }
}

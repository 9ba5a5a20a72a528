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

    /// - Parameters:
    ///   - initial: What to ask for with the subscription; none asks for nothing.
    ///   - onValue: What to do with a value, and the demand to return.
    init(
        _ name: String = "", log: OperatorLog, initial: Subscribers.Demand = .none,
        onValue: @escaping (OperatorRecorder, Int) -> Subscribers.Demand = { _, _ in .none },
        onCompletion: @escaping (OperatorRecorder) -> Void = { _ in }
    ) {
        self.name = name.isEmpty ? "" : name + ": "
        self.log = log
        self.initial = initial
        self.onValue = onValue
        self.onCompletion = onCompletion
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

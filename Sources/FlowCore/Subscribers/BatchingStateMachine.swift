import FlowCombine

/// The pure logic of a ``BatchingSubscriber``.
struct BatchingStateMachine {
    /// The actions that follow a value, in this order.
    struct ValueAction {
        var isTaken = true
        var startsWork = false
        var cancels: (any Subscription)?
        var returned = Subscribers.Demand.none
    }

    let batchSize: Int
    let limit: Int
    let mode: BatchingMode

    private var subscription: (any Subscription)?
    private var received = 0
    private var inBatch = 0
    private(set) var isWorking = false
    private(set) var isFinished = false

    init(batchSize: Int, limit: Int, mode: BatchingMode) {
        precondition(batchSize >= 1, "A batch must hold at least 1 value, got \(batchSize)")
        precondition(limit >= 1, "The limit must be at least 1 value, got \(limit)")
        self.batchSize = batchSize
        self.limit = limit
        self.mode = mode
    }

    /// - Returns: The first demand; `nil` for a second subscription, which must be cancelled.
    mutating func receive(subscription: any Subscription) -> Subscribers.Demand? {
        guard self.subscription == nil, !isFinished else { return nil }
        self.subscription = subscription
        return .max(batchSize)
    }

    mutating func receive() -> ValueAction {
        guard subscription != nil, !isFinished else { return ValueAction(isTaken: false) }
        received += 1
        inBatch += 1
        var action = ValueAction()
        if inBatch == batchSize {
            isWorking = true
            action.startsWork = true
        }
        if received == limit {
            isFinished = true
            action.cancels = subscription.take()
        } else if mode == .refillsEarly, !action.startsWork {
            action.returned = .max(1)
        }
        return action
    }

    /// - Returns: The subscription from which to request the next batch; `nil` if it is over.
    mutating func workEnded() -> (any Subscription)? {
        isWorking = false
        inBatch = 0
        return subscription
    }

    /// - Returns: Whether this call is the first to end the subscription, and the subscription to release or cancel.
    mutating func finish() -> (isFirst: Bool, subscription: (any Subscription)?) {
        guard !isFinished else { return (false, nil) }
        isFinished = true
        return (true, subscription.take())
    }
}

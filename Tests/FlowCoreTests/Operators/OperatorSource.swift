import OpenCombineShim

/// An upstream that sends what it is told to, whatever was asked, and logs what is asked of it.
///
/// With a stock it sends that by itself, as far as it is asked, like a sequence.
final class OperatorSource<Failure: Error>: Publisher {
    typealias Output = Int

    private final class Link: Subscription {
        let source: OperatorSource
        init(_ source: OperatorSource) { self.source = source }
        func request(_ demand: Subscribers.Demand) { source.requested(demand) }
        func cancel() { source.cancelled() }
    }

    let log: OperatorLog
    private(set) var subscriptionCount = 0
    private(set) var isCancelled = false
    private let name: String
    private var subscriber: AnySubscriber<Int, Failure>?
    private var stock: [Int]
    private var isSendingStock = false
    private var demand = Subscribers.Demand.none

    init(_ name: String = "up", log: OperatorLog, stock: [Int] = []) {
        self.name = name
        self.log = log
        self.stock = stock.reversed()
    }

    func receive<Downstream: Subscriber>(subscriber: Downstream)
    where Downstream.Input == Int, Downstream.Failure == Failure {
        subscriptionCount += 1
        self.subscriber = AnySubscriber(subscriber)
        subscriber.receive(subscription: Link(self))
    }

    /// Hands the subscriber one more subscription.
    func subscribeAgain() {
        subscriber?.receive(subscription: Link(self))
    }

    func send(_ value: Int) {
        let returned = subscriber?.receive(value) ?? .none
        demand += returned
        if returned > .none { log.note("\(name) returned \(returned.text)") }
        sendStock()
    }

    func finish() {
        subscriber?.receive(completion: .finished)
    }

    func fail(_ error: Failure) {
        subscriber?.receive(completion: .failure(error))
    }

    private func requested(_ more: Subscribers.Demand) {
        log.note("\(name) request \(more.text)")
        demand += more
        sendStock()
    }

    private func cancelled() {
        log.note("\(name) cancel")
        isCancelled = true
    }

    private func sendStock() {
        guard !stock.isEmpty, !isSendingStock else { return }
        isSendingStock = true
        while demand > .none, !isCancelled, let value = stock.popLast() {
            demand -= 1
            let returned = subscriber?.receive(value) ?? .none
            if returned > .none { log.note("\(name) returned \(returned.text)") }
            demand += returned
            if stock.isEmpty, !isCancelled { finish() }
        }
        isSendingStock = false
    }
}

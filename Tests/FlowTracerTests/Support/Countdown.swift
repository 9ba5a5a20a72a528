import OpenCombineShim

/// A publisher that hands one and the same subscription to everybody and sends nothing.
struct Countdown: Publisher {
    typealias Output = Int
    typealias Failure = Never

    final class Ticket: Subscription {
        func request(_ demand: Subscribers.Demand) {}
        func cancel() {}
    }

    private let ticket = Ticket()

    func receive<Downstream: Subscriber>(subscriber: Downstream) where Downstream.Input == Int, Downstream.Failure == Never {
        subscriber.receive(subscription: ticket)
    }
}

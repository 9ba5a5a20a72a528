import OpenCombineShim

/// A sink with a stock of demand, spent one value at a time, that can be topped up from outside.
///
/// It asks for one value when it is subscribed and for one more with each value while any of the stock is left. Demand added
/// later with ``increaseDemand(_:)`` is asked for at once. Values that upstream has to send meanwhile are upstream's to keep or
/// to lose.
///
/// - Important: Safe to use from any thread. The closures run on the thread that upstream signals on.
public final class CustomDemandSink<Input, Failure: Error>: Subscriber, Cancellable, Sendable {
    private let storage: CustomDemandStorage<Input, Failure>

    /// - Parameters:
    ///   - demand: The stock to begin with; `.none` asks for nothing until ``increaseDemand(_:)`` is called.
    ///   - receiveValue: Called with every value.
    ///   - receiveCompletion: Called when upstream is done. Both closures are released when the subscription is over.
    public init(
        demand: Subscribers.Demand, receiveValue: @escaping (Input) -> Void,
        receiveCompletion: @escaping (Subscribers.Completion<Failure>) -> Void = { _ in }
    ) {
        storage = CustomDemandStorage(
            demand: demand, listeners: .init(receiveValue: receiveValue, receiveCompletion: receiveCompletion))
    }

    /// Asks upstream for `demand` more values; before the subscription has come, adds them to the stock.
    ///
    /// Does nothing when `demand` is `.none` or the subscription is over.
    public func increaseDemand(_ demand: Subscribers.Demand) {
        storage.increaseDemand(demand)
    }

    /// A subscription that comes later is cancelled at once.
    public func cancel() {
        storage.cancel()
    }

    public func receive(subscription: any Subscription) {
        storage.receive(subscription: subscription)
    }

    public func receive(_ input: Input) -> Subscribers.Demand {
        storage.receive(input)
    }

    public func receive(completion: Subscribers.Completion<Failure>) {
        storage.receive(completion: completion)
    }
}

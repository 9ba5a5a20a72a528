import FlowTrace
import FlowCombine

/// A sink that requests one value at a time, and none while paused.
///
/// Pausing takes effect after the requested value, which may still arrive. The sink stays paused until ``resume()``, even if
/// further values arrive. Pausing and resuming, however often, never requests more than one value at a time.
///
/// A viewer of a traced program may hold it too; a global queue then requests the value that was withheld.
///
/// - Important: Safe to use from any thread, even from inside its closures. These run on the thread of the upstream's signals.
final class PausableSink<Input, Failure: Error>: Subscriber, Pausable, Cancellable, @unchecked Sendable {
    // Proof for `@unchecked`: all state is behind the lock, and the closures only run where the upstream signals.
    struct Listeners {
        let receiveCompletion: (Subscribers.Completion<Failure>) -> Void
        let receiveValue: (Input) -> Bool
    }

    private struct State {
        var machine = PausableStateMachine()
        var listeners: Listeners?
        /// Withholds the demand while a viewer holds the sink.
        var gate: DemandGate?

        mutating func end() -> (subscription: (any Subscription)?, listeners: Listeners?) {
            gate = nil
            return (machine.end(), listeners.take())
        }
    }

    private let lock: LockedBox<State>

    init(listeners: Listeners) { lock = LockedBox(State(listeners: listeners)) }

    var paused: Bool { lock.withLock { $0.machine.isPaused } }

    func pause() { lock.withLock { $0.machine.pause() } }

    func resume() { lock.withLock { $0.machine.resume() }?.request(.max(1)) }

    func cancel() { lock.withLock { $0.end() }.subscription?.cancel() }

    func receive(subscription: any Subscription) {
        let gate = DemandGate.guarding(subscription, of: self, nil)
        let subscription: any Subscription = gate ?? subscription
        let action = lock.withLock { state in
            let action = state.machine.receive(subscription: subscription)
            if action != .refuse { state.gate = gate }
            return action
        }
        switch action {
        case .request: subscription.request(.max(1))
        case .wait: break
        case .refuse: subscription.cancel()
        }
    }

    func receive(_ input: Input) -> Subscribers.Demand {
        let listeners = lock.withLock { state in
            state.machine.valueBegins()
            return state.listeners
        }
        let goesOn = listeners?.receiveValue(input) ?? true
        let (asks, gate) = lock.withLock { ($0.machine.valueEnds(goesOn: goesOn), $0.gate) }
        return asks ? gate?.grant(.max(1)) ?? .max(1) : .none
    }

    func receive(completion: Subscribers.Completion<Failure>) {
        lock.withLock { $0.end() }.listeners?.receiveCompletion(completion)
    }
}

extension Publisher {
    /// Attaches a sink that callers, or the result of its closure, can pause.
    ///
    /// The sink requests one value at a time. A completion arrives even while the sink is paused.
    ///
    /// - Parameters:
    ///   - receiveCompletion: Called when the upstream completes.
    ///   - receiveValue: Called with every value; returning `false` pauses the sink.
    /// - Returns: The sink. Releasing it does not cancel it; for that, use `store(in:)` or an `AnyCancellable`.
    @_disfavoredOverload
    public func pausableSink(
        receiveCompletion: @escaping (Subscribers.Completion<Failure>) -> Void, receiveValue: @escaping (Output) -> Bool
    ) -> any Pausable & Cancellable & Sendable {
        let sink = PausableSink(listeners: .init(receiveCompletion: receiveCompletion, receiveValue: receiveValue))
        subscribe(sink)
        return sink
    }
}

/// A sink that can be paused.
public protocol Pausable {
    var paused: Bool { get }

    /// Stops requesting values. An already requested value may still arrive.
    func pause()

    func resume()
}

/// The pure logic of a ``PausableSink``.
///
/// At most one value is requested at a time: `isAsked` holds from the request until the value arrives.
struct PausableStateMachine {
    enum SubscriptionAction {
        case request
        case wait
        case refuse
    }

    private(set) var isPaused = false
    private var subscription: (any Subscription)?
    private var isAsked = false
    private var valuesInClosure = 0
    private var isOver = false

    mutating func receive(subscription: any Subscription) -> SubscriptionAction {
        guard self.subscription == nil, !isOver else { return .refuse }
        self.subscription = subscription
        isAsked = !isPaused
        return isAsked ? .request : .wait
    }

    mutating func valueBegins() {
        isAsked = false
        valuesInClosure += 1
    }

    /// - Returns: Whether to request the next value now.
    mutating func valueEnds(goesOn: Bool) -> Bool {
        valuesInClosure -= 1
        if !goesOn { isPaused = true }
        return ask()
    }

    mutating func pause() { isPaused = true }

    /// - Returns: The subscription from which to request one value now; `nil` for none.
    mutating func resume() -> (any Subscription)? {
        isPaused = false
        // While the closure runs, this requests nothing, since the closure's result may pause again; `valueEnds` then requests.
        return ask() ? subscription : nil
    }

    /// - Returns: The subscription to release or cancel.
    mutating func end() -> (any Subscription)? {
        isOver = true
        return subscription.take()
    }

    private mutating func ask() -> Bool {
        guard subscription != nil, !isPaused, !isAsked, valuesInClosure == 0 else { return false }
        isAsked = true
        return true
    }
}

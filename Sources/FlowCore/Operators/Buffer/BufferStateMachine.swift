import DequeModule
import FlowCombine

/// The pure logic of a buffer, testable without threads or time.
///
/// One caller at a time is the drainer: a caller that gets a ``Step`` performs it and calls ``delivered(returning:)`` until it
/// gets `complete` or `rest`. All other callers get `nil` and return, which keeps deliveries serial.
struct BufferStateMachine<Value, Failure: Error>: DrainedMachine {
    /// The policy for a value that does not fit.
    enum Overflow {
        case dropNewest, dropOldest, fail
    }

    /// The fate of a received value.
    enum Reception {
        /// Held; the oldest value was evicted if there was no room.
        case held(evicted: Value?)
        /// Refused: the buffer is full.
        case refused
        /// Refused, and the stream ends: make the error, call ``fail(with:)``, cancel the upstream.
        case overflowed(upstream: any Subscription)
        /// Late: the stream has failed, or is about to fail.
        case lateAfterFailure
        /// Late: the stream was cancelled.
        case lateAfterCancel
        /// Ignored: the stream was over, or has not begun.
        case ignored
    }

    /// The next step of the drainer.
    enum Step {
        /// Deliver the value, then report with ``delivered(returning:)``.
        case deliver(Value)
        /// Deliver the completion; `ended` is to be released outside the lock, `owed` is the demand to request from the
        /// upstream.
        case complete(Subscribers.Completion<Failure>, ended: Ended, owed: Subscribers.Demand)
        /// Stop; `owed` is the demand to request from the upstream.
        case rest(owed: Subscribers.Demand)
    }

    /// The remains of an ended stream.
    struct Ended {
        let upstream: any Subscription
        /// The values that will not be delivered.
        let lost: Deque<Value>
    }

    private enum Phase {
        case awaitingSubscription
        case subscribed(any Subscription)
        case finished, failed, cancelled
    }

    private enum Ending {
        case open
        /// The buffer overflowed and its error is being made.
        case overflowed
        case completed(Subscribers.Completion<Failure>)
    }

    private let size: Int
    private let keepsFull: Bool
    private let overflow: Overflow
    private var phase = Phase.awaitingSubscription
    private var ending = Ending.open
    private var held = Deque<Value>()
    private var demand = Subscribers.Demand.none
    private var owed = Subscribers.Demand.none
    var isDraining = false
    /// Whether the downstream has its subscription, so that a failure may follow.
    private var isHandedOver = false
    private var hasWithheldFailure = false

    init(size: Int, keepsFull: Bool, overflow: Overflow) {
        self.size = size
        self.keepsFull = keepsFull
        self.overflow = overflow
    }

    // MARK: From the upstream

    /// - Returns: The demand to request from the upstream; `nil` for a second subscription, which must be cancelled.
    mutating func receive(subscription: any Subscription) -> Subscribers.Demand? {
        guard case .awaitingSubscription = phase else { return nil }
        phase = .subscribed(subscription)
        return keepsFull ? .max(size) : .unlimited
    }

    /// Receives a value. After the results `held` and `refused`, call ``beginDraining()``.
    mutating func receive(_ value: Value) -> Reception {
        switch phase {
        case .awaitingSubscription, .finished: return .ignored
        case .failed: return .lateAfterFailure
        case .cancelled: return .lateAfterCancel
        case .subscribed(let upstream):
            switch ending {
            case .overflowed, .completed(.failure): return .lateAfterFailure
            case .open, .completed(.finished): return hold(value, upstream)
            }
        }
    }

    private mutating func hold(_ value: Value, _ upstream: any Subscription) -> Reception {
        guard held.count >= size else {
            held.append(value)
            return .held(evicted: nil)
        }
        switch overflow {
        case .dropNewest: return .refused
        case .dropOldest:
            let oldest = held.removeFirst()
            held.append(value)
            return .held(evicted: oldest)
        case .fail:
            ending = .overflowed
            return .overflowed(upstream: upstream)
        }
    }

    /// Ends a stream that overflowed.
    ///
    /// The failure waits for the next request, as in Combine. Returns a step only if a request came while the error was being
    /// made.
    mutating func fail(with error: Failure) -> Step? {
        guard case .overflowed = ending else { return nil }
        ending = .completed(.failure(error))
        return demand > .none ? beginDraining() : nil
    }

    mutating func receive(completion: Subscribers.Completion<Failure>) -> Step? {
        guard case .subscribed = phase, case .open = ending else { return nil }
        ending = .completed(completion)
        return beginDraining()
    }

    // MARK: From the downstream

    /// Records that the downstream has its subscription.
    mutating func handOver() -> Step? {
        isHandedOver = true
        return hasWithheldFailure ? beginDraining() : nil
    }

    /// - Returns: The upstream and the drain's first step; `nil` after the end of the stream. Request the demand that the drain
    ///   owes from the upstream.
    mutating func request(_ more: Subscribers.Demand) -> (upstream: any Subscription, step: Step?)? {
        guard case .subscribed(let upstream) = phase else { return nil }
        isHandedOver = true
        demand += more
        return (upstream, beginDraining())
    }

    /// - Returns: The upstream to cancel and the lost values; `nil` after the end of the stream.
    mutating func cancel() -> Ended? {
        guard case .subscribed(let upstream) = phase else { return nil }
        phase = .cancelled
        owed = .none
        return Ended(upstream: upstream, lost: takeHeld())
    }

    // MARK: Draining

    /// - Parameter more: The demand that the downstream returned for the delivered value.
    mutating func delivered(returning more: Subscribers.Demand) -> Step {
        precondition(isDraining, "BufferStateMachine.delivered called without a delivery")
        demand += more
        if keepsFull, case .subscribed = phase { owed += 1 }
        return nextStep()
    }

    mutating func nextStep() -> Step {
        guard case .subscribed(let upstream) = phase else { return rest() }
        if demand > .none {
            if let value = held.popFirst() {
                demand -= 1
                return .deliver(value)
            }
            if case .completed(let completion) = ending { return complete(completion, upstream) }
        } else if case .completed(let completion) = ending, case .failure = completion {
            if isHandedOver { return complete(completion, upstream) }
            hasWithheldFailure = true
        }
        return rest()
    }

    private mutating func rest() -> Step {
        isDraining = false
        return .rest(owed: takeOwed())
    }

    private mutating func complete(_ completion: Subscribers.Completion<Failure>, _ upstream: any Subscription) -> Step {
        isDraining = false
        if case .failure = completion { phase = .failed } else { phase = .finished }
        return .complete(completion, ended: Ended(upstream: upstream, lost: takeHeld()), owed: takeOwed())
    }

    private mutating func takeOwed() -> Subscribers.Demand {
        defer { owed = .none }
        return owed
    }

    private mutating func takeHeld() -> Deque<Value> {
        defer { held = [] }
        return held
    }
}

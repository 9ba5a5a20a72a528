import FlowCore
import FlowCombine

/// The stream library's `CurrentValueSubject`, which also reports sent values to a running tracer.
///
/// It forwards everything to a subject of the stream library: its subscribers get the same signals at the same times. It holds
/// the newest value for a subscriber without demand; a newer value replaces it, which the trace shows as a drop.
///
/// - Important: Methods are reentrant and may be called from any thread, like the stream library's.
public final class CurrentValueSubject<Output, Failure: Error>: Subject, SendReporting, CustomStringConvertible {
    private let base: FlowCombine.CurrentValueSubject<Output, Failure>

    /// Creates a subject whose first subscribers get `value`.
    public init(_ value: Output) { base = FlowCombine.CurrentValueSubject(value) }

    /// The newest value. Setting the value sends it.
    public var value: Output {
        get { base.value }
        set { SubjectSends.record(newValue, through: self) { base.value = newValue } }
    }

    /// Adds a subscriber, which gets the newest value first.
    public func receive<Downstream: Subscriber>(subscriber: Downstream)
    where Downstream.Input == Output, Downstream.Failure == Failure {
        base.receive(subscriber: KeepingSubscriber(downstream: subscriber, subject: self))
    }

    /// Hands an upstream's subscription to the subject, which requests unlimited values.
    public func send(subscription: any Subscription) { base.send(subscription: subscription) }

    /// Sends a value, the newest from now on, to the subscribers with demand.
    public func send(_ input: Output) {
        SubjectSends.record(input, through: self) { base.send(input) }
    }

    /// Ends the stream for all subscribers.
    public func send(completion: Subscribers.Completion<Failure>) { base.send(completion: completion) }

    /// The description of the stream library's subject.
    public var description: String { String(describing: base) }
}

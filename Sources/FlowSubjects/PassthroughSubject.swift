import FlowCore
import FlowCombine

/// The stream library's `PassthroughSubject`, which also reports sent values to a running tracer.
///
/// It forwards everything to a subject of the stream library: its subscribers get the same signals at the same times. A value for
/// a subscriber without demand is dropped, as usual; the trace shows the drop.
///
/// - Important: Methods are reentrant and may be called from any thread, like the stream library's.
public final class PassthroughSubject<Output, Failure: Error>: Subject, SendReporting, CustomStringConvertible {
    private let base = FlowCombine.PassthroughSubject<Output, Failure>()

    /// Creates a subject without subscribers.
    public init() {}

    /// Adds a subscriber.
    public func receive<Downstream: Subscriber>(subscriber: Downstream)
    where Downstream.Input == Output, Downstream.Failure == Failure {
        base.receive(subscriber: KeepingSubscriber(downstream: subscriber, subject: self))
    }

    /// Hands an upstream's subscription to the subject, which requests unlimited values after a subscriber's first request.
    public func send(subscription: any Subscription) { base.send(subscription: subscription) }

    /// Sends a value to the subscribers with demand.
    public func send(_ input: Output) {
        SubjectSends.record(input, through: self) { base.send(input) }
    }

    /// Ends the stream for all subscribers.
    public func send(completion: Subscribers.Completion<Failure>) { base.send(completion: completion) }

    /// The description of the stream library's subject.
    public var description: String { String(describing: base) }
}

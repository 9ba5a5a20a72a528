import FlowCore
import FlowCombine

/// The stream library's `PassthroughSubject`, which reports the values sent through it to a running tracer.
///
/// It forwards everything to one of the stream library's: its subscribers get the same signals at the same times. A value is
/// dropped for a subscriber without demand, as ever; the trace shows the drop.
///
/// - Important: Methods may be called from any thread, and within each other, as those of the stream library's.
public final class PassthroughSubject<Output, Failure: Error>: Subject, SendReporting, CustomStringConvertible {
    private let base = FlowCombine.PassthroughSubject<Output, Failure>()

    /// Creates a subject without subscribers.
    public init() {}

    /// Adds a subscriber.
    public func receive<Downstream: Subscriber>(subscriber: Downstream)
    where Downstream.Input == Output, Downstream.Failure == Failure {
        base.receive(subscriber: KeepingSubscriber(downstream: subscriber, subject: self))
    }

    /// Hands the subscription of an upstream to the subject, which asks it for everything as soon as a subscriber has asked.
    public func send(subscription: any Subscription) { base.send(subscription: subscription) }

    /// Sends a value to the subscribers that have asked for one.
    public func send(_ input: Output) {
        SubjectSends.record(input, through: self) { base.send(input) }
    }

    /// Ends the stream for all subscribers.
    public func send(completion: Subscribers.Completion<Failure>) { base.send(completion: completion) }

    /// The description of the stream library's subject.
    public var description: String { String(describing: base) }
}

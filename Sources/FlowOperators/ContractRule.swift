/// A rule of the contract between publishers and subscribers.
///
/// The numbers are those of the Reactive Streams specification 1.0.4 (github.com/reactive-streams/reactive-streams-jvm); `C` is
/// the prefix of Combine's own, `A` of those of Swift's asynchronous sequences.
public enum ContractRule: String, CaseIterable, Sendable {
    /// No more values than were asked for.
    case moreThanDemanded = "1.1"
    /// Signals do not overlap.
    case notSerial = "1.3"
    /// What fails says so.
    case lostFailure = "1.4"
    /// The end of a shared publisher reaches all of its subscribers.
    case lostEnd = "1.5"
    /// Nothing comes after a terminal signal.
    case afterTerminal = "1.7"
    /// Signals stop after a cancel.
    case afterCancel = "1.8"
    /// The subscription comes first.
    case beforeSubscription = "1.9"
    /// A subscriber is subscribed once.
    case secondSubscription = "2.12"
    /// Requests and values do not recurse without end.
    case recursion = "3.3"
    /// A request after the end does nothing.
    case requestAfterEnd = "3.6"
    /// A request asks for at least one value.
    case nonPositiveRequest = "3.9"
    /// A subscription is finished, cancelled or held.
    case leak = "C1"
    /// What `sink` and `assign` return is kept.
    case cancelledAtOnce = "C2"
    /// Demanded values come before the end. No specification asks for it: only reported.
    case demandLeftOver = "C3"
    /// An iterator is used by one task at a time.
    case sharedIterator = "A1"
    /// `next` is not called after the end. It is allowed: only reported.
    case nextAfterEnd = "A2"
    /// Nobody waits for a continuation that is gone and has not finished.
    case forsakenConsumer = "A3"

    /// Its number: `1.1`, `C1`.
    public var number: String { rawValue }

    /// The violation in a few words, as a list has it.
    public var title: String {
        switch self {
        case .moreThanDemanded: "more values than demand"
        case .notSerial: "signals overlap"
        case .lostFailure: "failure became an ordinary end"
        case .lostEnd: "end reached only some subscribers"
        case .afterTerminal: "signal after the end"
        case .afterCancel: "signal after cancel"
        case .beforeSubscription: "signal before the subscription"
        case .secondSubscription: "second subscription"
        case .recursion: "recursion without bound"
        case .requestAfterEnd: "request after cancel that had an effect"
        case .nonPositiveRequest: "request for nothing"
        case .leak: "subscription leaked"
        case .cancelledAtOnce: "AnyCancellable dropped at once"
        case .demandLeftOver: "demand left over"
        case .sharedIterator: "two tasks in one iterator"
        case .nextAfterEnd: "next() after the end"
        case .forsakenConsumer: "continuation gone unfinished"
        }
    }

    /// What the rule says and what a violation does, in two sentences.
    public var explanation: String {
        switch self {
        case .moreThanDemanded:
            "A publisher may deliver no more values than its subscriber has asked for. Whoever delivers more takes the subscriber's "
                + "only means against being flooded."
        case .notSerial:
            "Signals to one subscriber must come one after the other, from whatever threads. A subscriber need not be thread-safe: "
                + "overlapping calls corrupt its state."
        case .lostFailure:
            "A publisher or a sequence that fails must say so to every subscriber, and an operator must pass a failure on unless it is there "
                + "to handle it. A consumer that is told of an ordinary end takes a part of the values for all of them."
        case .lostEnd:
            "A publisher that finishes must say so to every subscriber that it has. One that is not told waits for values that cannot come."
        case .afterTerminal:
            "Once a publisher has finished or failed it must send nothing more. The subscriber has let go of everything by then, and may trap."
        case .afterCancel:
            "After a cancel signals must stop: those under way may still arrive, new ones must not begin. A subscriber that has "
                + "cancelled need not be ready for them."
        case .beforeSubscription:
            "A publisher must hand over the subscription before anything else. Without it the subscriber can neither ask nor cancel."
        case .secondSubscription:
            "A subscriber may be handed a subscription once only. A second one makes its demand and its cancel ambiguous."
        case .recursion:
            "A subscription must put a bound on how deep a request and the value it brings may call each other. Without one a long stream "
                + "overflows the stack."
        case .requestAfterEnd:
            "After a cancel further requests must do nothing. A value that comes of one means that the cancel was not taken in."
        case .nonPositiveRequest:
            "A request must ask for more than zero values. In Combine a request for none is a mistake that some operators trap on."
        case .leak:
            "A subscription must be finished, cancelled or held by somebody. One that is none of these keeps its upstream alive and "
                + "can never be ended."
        case .cancelledAtOnce:
            "The AnyCancellable that sink and assign return cancels when it is let go. Dropped in the line that made it, the "
                + "subscription ends before anything can come."
        case .demandLeftOver:
            "The stream ended with values still asked for. That is allowed: demand is a permission, not a promise."
        case .sharedIterator:
            "An iterator must be used by one task at a time, and so must all iterators of one AsyncStream or AsyncThrowingStream. A second "
                + "call of next() before the first has returned takes values that the other waits for; AsyncThrowingStream traps."
        case .nextAfterEnd:
            "next() was called after it had returned nil or thrown. That is allowed, and must return nil again: nothing more can come."
        case .forsakenConsumer:
            "A continuation must finish its stream before its last copy goes. A consumer that waits then waits for ever: no value and no end "
                + "can come."
        }
    }

    public var source: String {
        switch self {
        case .leak, .cancelledAtOnce: "Combine: AnyCancellable"
        case .demandLeftOver: "Combine: Subscribers.Demand"
        case .sharedIterator, .nextAfterEnd: "Swift: AsyncIteratorProtocol"
        case .forsakenConsumer: "Swift: AsyncStream.Continuation"
        case .moreThanDemanded, .notSerial, .lostFailure, .lostEnd, .afterTerminal, .afterCancel, .beforeSubscription,
            .secondSubscription,
            .recursion, .requestAfterEnd, .nonPositiveRequest:
            "Reactive Streams §\(rawValue)"
        }
    }
}

/// The kind of an event: the kinds of the family ``RecordFamily/events``.
public enum SignalKind: UInt8, CaseIterable, Sendable {
    /// The subscriber got its subscription.
    case subscribed = 1
    /// The subscriber requested values with `request(_:)`.
    case request = 2
    /// A value was delivered.
    case value = 3
    /// The subscriber returned further demand from `receive(_:)`.
    case returned = 4
    /// The stream finished.
    case finished = 5
    /// The stream ended with an error.
    case failure = 6
    /// The subscriber cancelled.
    case cancel = 7
    /// A source tried to send a value.
    case offered = 8
    /// A value was dropped, for a ``DropReason``.
    case dropped = 9
    /// A value entered a buffer.
    case buffered = 10
    /// A value left a buffer to go downstream, or, in a replay, to make room for a newer value.
    case unbuffered = 11
    /// An operator or subscriber changed its state; the value names it.
    case state = 12
    /// A remark for the reader of the trace.
    case note = 13
    /// The distance in `a` from the next record back to its cause, if it does not fit 16 bits. ``TraceLog`` folds it into the
    /// entry, so readers of events never see it.
    case causeLink = 14

    /// The word in JSON Lines: `subscribed`, `request`, ….
    public var name: String {
        switch self {
        case .subscribed: "subscribed"
        case .request: "request"
        case .value: "value"
        case .returned: "returned"
        case .finished: "finished"
        case .failure: "failure"
        case .cancel: "cancel"
        case .offered: "offered"
        case .dropped: "dropped"
        case .buffered: "buffered"
        case .unbuffered: "unbuffered"
        case .state: "state"
        case .note: "note"
        case .causeLink: "causeLink"
        }
    }

    /// Whether nothing may follow this on the same edge: finished, failure or cancel.
    public var isTerminal: Bool { self == .finished || self == .failure || self == .cancel }

    /// Whether the event is about a value.
    public var isOfValue: Bool {
        switch self {
        case .value, .offered, .dropped, .buffered, .unbuffered: true
        case .subscribed, .request, .returned, .finished, .failure, .cancel, .state, .note, .causeLink: false
        }
    }

    /// Whether the record holds a demand rather than a value.
    public var holdsDemand: Bool { self == .request || self == .returned }
}

/// The reason for a drop: the subkind of a `dropped` event.
public enum DropReason: UInt8, CaseIterable, Sendable {
    /// It had no demand.
    case noDemand = 1
    /// It had no subscriber.
    case noSubscriber = 2
    /// The buffer was full and dropped its oldest value.
    case overflowOldest = 3
    /// The buffer was full and refused the newest value.
    case overflowNewest = 4
    /// The stream failed while the value was held, or because of it.
    case error = 5
    /// The stream was cancelled while the value was held.
    case cancelled = 6
    /// A newer value replaced it, as in debounce.
    case superseded = 7
    /// The stream had ended when the value arrived, or ended while the value was held.
    case ended = 0

    /// Whether a value lost for this reason may have been held. A value without demand, or one refused by a full buffer, was
    /// never held, even if an equal value is.
    public var removesHeld: Bool {
        switch self {
        case .overflowOldest, .error, .cancelled, .superseded, .ended: true
        case .noDemand, .noSubscriber, .overflowNewest: false
        }
    }

    /// The word in JSON Lines and the log.
    public var name: String {
        switch self {
        case .noDemand: "no demand"
        case .noSubscriber: "no subscriber"
        case .overflowOldest: "overflow: oldest"
        case .overflowNewest: "overflow: newest"
        case .error: "error"
        case .cancelled: "cancelled"
        case .superseded: "superseded"
        case .ended: "ended"
        }
    }
}

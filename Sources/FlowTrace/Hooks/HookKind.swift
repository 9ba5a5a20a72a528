/// What a record of the tracer says: what the stream library reported, before any rule was applied to it.
///
/// Shares the 5-bit kinds of a record with ``SignalKind``; a reader of events passes over them. `a` is the identifier of the subscriber
/// or subscription that is called, and the edge's place holds a ``HookKey/tag``.
public enum HookKind: UInt8, CaseIterable, Sendable {
    /// `subscribe` is about to be called; `a` the subscriber, `b` the publisher object or 0, flags as in ``HookFlags``.
    case willSubscribe = 14
    /// `subscribe` has returned.
    case didSubscribe = 15
    /// A subscription is about to be handed to the subscriber `a`; `b` is its identifier, a ``HookHint/subscription`` stands before.
    case willSubscription = 16
    /// The subscriber has taken the subscription.
    case didSubscription = 17
    /// A value is about to be delivered to the subscriber `a`; `b` and the tag hold it as ``HookValue`` says.
    case willValue = 18
    /// The subscriber `a` has taken the value and returned the demand `b`.
    case didValue = 19
    /// A completion is about to be delivered to the subscriber `a`; a failure has a tag, and its text stands at `b`.
    case willComplete = 20
    /// The subscriber `a` has taken the completion.
    case didComplete = 21
    /// The demand `b` is about to be requested from the subscription `a`.
    case willRequest = 22
    /// The request has returned.
    case didRequest = 23
    /// The subscription `a` is about to be cancelled.
    case willCancel = 24
    /// The cancel has returned.
    case didCancel = 25
    /// A fact that exists only at the moment of subscribing; the tag is a ``HookHint``, it belongs to the record around it.
    case hint = 26
    /// The name of a type or the label of a place, as text; `b` of the record is the text.
    case typeName = 27
    /// The object `a`, once a subscriber, is gone; its identifier may come again for another.
    case death = 28
}

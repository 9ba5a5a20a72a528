/// The beginning or the end of a call into a stream library, as recorded: the kinds of the family ``RecordFamily/calls``.
///
/// The record's key is the called subscriber or subscription.
public enum CallKind: UInt8, CaseIterable, Sendable {
    /// `subscribe` is about to be called. The subkind is a ``CallFlags``; facts follow.
    case willSubscribe = 0x20
    /// `subscribe` has returned.
    case didSubscribe = 0x21
    /// A subscription is about to be handed to the subscriber; the word is its identifier, and a ``FactKind/subscription``
    /// precedes it.
    case willSubscription = 0x22
    /// The subscriber has taken the subscription.
    case didSubscription = 0x23
    /// A value is about to be delivered to the subscriber. With ``CallFlags/sent``, a value is about to be sent through a
    /// subject.
    case willValue = 0x24
    /// The subscriber has taken the value; the word is the demand that it returned. With ``CallFlags/sent``, a subject has
    /// sent the value.
    case didValue = 0x25
    /// A completion is about to be delivered to the subscriber; the value of a failure is its text.
    case willComplete = 0x26
    /// The subscriber has taken the completion.
    case didComplete = 0x27
    /// The demand in the word is about to be requested from the subscription.
    case willRequest = 0x28
    /// The request has returned.
    case didRequest = 0x29
    /// The subscription is about to be cancelled.
    case willCancel = 0x2A
    /// The cancel has returned.
    case didCancel = 0x2B

    /// The kind of record that ends the call begun by this kind; `nil` if this kind ends a call itself.
    var end: CallKind? {
        switch self {
        case .willSubscribe: .didSubscribe
        case .willSubscription: .didSubscription
        case .willComplete: .didComplete
        case .willCancel: .didCancel
        case .willRequest: .didRequest
        case .willValue: .didValue
        case .didSubscribe, .didSubscription, .didComplete, .didCancel, .didRequest, .didValue: nil
        }
    }
}

/// The subkind of a ``CallKind/willSubscribe``, ``CallKind/willValue`` or ``CallKind/didValue``.
public struct CallFlags: OptionSet, Sendable {
    /// The subkind.
    public let rawValue: UInt8

    /// Wraps the subkind of a record.
    public init(rawValue: UInt8) { self.rawValue = rawValue }

    /// The subscriber is an `AnySubscriber`: it may wrap a known subscriber.
    public static let erased = CallFlags(rawValue: 1)
    /// A subject, the record's key, sends a value. Only calls between its two records deliver the value, which the second record
    /// holds.
    public static let sent = CallFlags(rawValue: 2)
}

/// The subject of a call or a fact: a subscriber, a subscription or an object.
///
/// The stream library's identifiers are addresses, reused after the object is gone, and some operators lend their identifier to
/// others. The tag tells such subjects apart: a hash of the type and, for small values, of the stored bytes. In a fact, the tag
/// is that of a name.
public struct HookKey: Hashable, Sendable {
    /// The stream library's identifier.
    public let id: UInt64
    /// A hash of the type and of the bytes of the value.
    public let tag: UInt32

    public init(id: UInt64, tag: UInt32) {
        self.id = id
        self.tag = tag
    }
}

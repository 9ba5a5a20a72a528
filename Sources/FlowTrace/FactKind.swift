/// A fact about the subjects of calls and steps: the kinds of the family ``RecordFamily/facts``.
///
/// A fact that exists only at the moment of subscribing stands behind the ``CallKind/willSubscribe`` that it belongs to.
public enum FactKind: UInt8, CaseIterable, Sendable {
    /// The name of the tag, as text: of a type, a label or a file.
    case typeName = 0x60
    /// The type of the publisher: the tag is that of its name, the identifier is the object or 0.
    case publisherType = 0x61
    /// The type of the subscriber: the tag is that of its name.
    case subscriberType = 0x62
    /// The type of the values: the tag is that of its name. Comes after ``publisherType``.
    case valueType = 0x63
    /// The edge's label: the tag is that of its name. Comes before ``publisherType``.
    case label = 0x64
    /// Where the edge was labelled: the identifier is the line, the tag is that of the file's name.
    case location = 0x65
    /// The subscription whose operator the subscriber serves, as in an inner publisher of `flatMap`.
    case parentSubscription = 0x66
    /// The subject that the subscriber feeds.
    case subject = 0x67
    /// An object that the subscriber keeps.
    case owner = 0x68
    /// The subscription that the next ``CallKind/willSubscription`` hands over.
    case subscription = 0x69
    /// The most values that the publisher holds.
    case capacity = 0x6A
    /// The publisher's policy when it is full: the subkind is an ``OverflowPolicy``.
    case overflow = 0x6B
    /// Of two values in its interval the publisher sends the newest where the subkind is 1, the oldest where it is 0.
    case latest = 0x6C
    /// How the publisher requests the values of its buffer: the subkind is a ``Prefetch``.
    case prefetch = 0x6D
    /// The object, once a subscriber, is gone; its identifier may come again for another.
    case death = 0x6E
    /// The publisher is a subject of which every value that is sent through it is recorded. Comes after ``publisherType``.
    case tellsSends = 0x6F
}

/// The policy of a full store.
public enum OverflowPolicy: UInt8, CaseIterable, Sendable {
    /// Drops the arriving value.
    case dropNewest = 1
    /// Drops the oldest held value.
    case dropOldest = 2
    /// Ends the stream with an error.
    case fail = 3
    /// Tells its producer to stop, but keeps further values all the same.
    case stopProducer = 4
    /// Asks for no more until there is room.
    case wait = 5
    /// It may do any of these, and how many values it has room for is not known either.
    case unknown = 6
}

/// How a buffer asks its upstream.
public enum Prefetch: UInt8, CaseIterable, Sendable {
    /// For everything, without limit.
    case byRequest = 1
    /// For as many as fit, and one more for each departure.
    case keepFull = 2
}

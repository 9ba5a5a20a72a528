/// A fact about the subjects of calls and steps: the kinds of the family ``RecordFamily/facts``.
///
/// A fact about a subscription being made follows its ``CallKind/willSubscribe``.
public enum FactKind: UInt8, CaseIterable, Sendable {
    /// The text that the tag stands for: the name of a type, a label or a file.
    case typeName = 0x60
    /// The type of the publisher: the tag is that of its name, the identifier is the object or 0.
    case publisherType = 0x61
    /// The type of the subscriber: the tag is that of its name.
    case subscriberType = 0x62
    /// The type of the values: the tag is that of its name. Comes after ``publisherType``.
    case valueType = 0x63
    /// The edge's label: the tag is that of its name. Comes before ``publisherType``.
    case label = 0x64
    /// The source location of the edge's label: the identifier is the line, the tag is that of the file's name.
    case location = 0x65
    /// The subscription whose operator the subscriber serves, as for an inner publisher of `flatMap`.
    case parentSubscription = 0x66
    /// The subject that the subscriber feeds.
    case subject = 0x67
    /// An object that the subscriber keeps.
    case owner = 0x68
    /// The subscription that the next ``CallKind/willSubscription`` hands over.
    case subscription = 0x69
    /// The capacity of the publisher's buffer.
    case capacity = 0x6A
    /// The policy of the publisher's full buffer: the subkind is an ``OverflowPolicy``.
    case overflow = 0x6B
    /// The one of several values in an interval that the publisher sends: the newest if the subkind is 1, the oldest if it is 0.
    case latest = 0x6C
    /// How the publisher requests the values of its buffer: the subkind is a ``Prefetch``.
    case prefetch = 0x6D
    /// The subscriber's object is gone; another may reuse its identifier.
    case death = 0x6E
    /// The publisher is a subject, and every value sent through it is recorded. Comes after ``publisherType``.
    case recordsSends = 0x6F
    /// An image of the traced program: the tag is its number, from 1; the identifier plus an address in its file is the address
    /// in memory; the text is its path.
    case module = 0x70
    /// The build id of the module whose number is the tag: lower-case hexadecimal text. A module without one has no such fact.
    case buildID = 0x71
    /// A frame of the stack whose number is the tag: the subkind is its depth, 0 for the innermost. The identifier is its return
    /// address, as an address in the file of the module whose number is the word. If the module is 0, the module is unknown,
    /// and the address is the one in memory.
    case frame = 0x72
    /// The stack with the number in the tag, for a ``StackRole`` in the lowest byte of the word. A yield, a send, an end or a call of `next`
    /// names its edge by the identifier; above the lowest byte, a yield, a send or a call of `next` has the number of its task, or 0. The
    /// subkind of a call of `next` is the ``TracedExecutor`` of its consumer, or 0. The tag is 0 if there were too many stacks.
    case stack = 0x73
    /// A name of an address in the file of the module whose number is the tag: the identifier is the address, the subkind counts
    /// functions that are inlined in one another, from 0 for the innermost, and the text is a ``PlaceName``.
    case placeName = 0x74
    /// The test in which the program subscribed or made a stream: the tag is that of its name. Follows ``CallKind/willSubscribe``, as
    /// other facts do.
    case test = 0x75
    /// The end of the test whose name is the tag: the subkind is a ``TestOutcome``.
    case testEnd = 0x76
}

/// The action of the traced program at a stack.
public enum StackRole: UInt8, CaseIterable, Sendable {
    /// The program subscribed, made a stream, or began to consume one. Follows ``CallKind/willSubscribe``, as other facts do.
    case subscribed = 1
    /// The program yielded or sent a value, for the first time from this place; precedes the value.
    case fed = 2
    /// A consumer asks for its first value: the functions that await each other, which are not on the stack of its iterator's making.
    case consumed = 3
    /// The program made the stream that the subscription in progress consumes. Follows `willSubscribe`, as other facts do.
    case made = 4
    /// The program ended a stream that it had fed with no value, or ended one with an error.
    case ended = 5
}

/// The policy of a full buffer.
public enum OverflowPolicy: UInt8, CaseIterable, Sendable {
    /// Drops the arriving value.
    case dropNewest = 1
    /// Drops the oldest held value.
    case dropOldest = 2
    /// Ends the stream with an error.
    case fail = 3
    /// Tells its producer to stop, but still keeps further values.
    case stopProducer = 4
    /// Requests no more until there is room.
    case wait = 5
    /// Unknown, like the capacity.
    case unknown = 6
}

/// The way in which a buffer requests values from its upstream.
public enum Prefetch: UInt8, CaseIterable, Sendable {
    /// Requests unlimited values.
    case byRequest = 1
    /// Requests as many values as fit, and one more for each departure.
    case keepFull = 2
}

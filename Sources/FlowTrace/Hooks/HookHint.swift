/// What a ``HookKind/hint`` record says. The raw value stands in the tag.
public enum HookHint: UInt8, CaseIterable, Sendable {
    /// The type of the publisher: the edge's place holds the tag under which its name is declared, `a` the object or 0.
    case publisherType = 1
    /// The type of the subscriber: the edge's place holds the tag under which its name is declared.
    case subscriberType = 2
    /// `a` is the identifier of the subscription whose operator the subscriber serves, as in an inner publisher of `flatMap`.
    case parentSubscription = 3
    /// `a` is the subject that the subscriber feeds.
    case subject = 4
    /// `a` is an object that the subscriber keeps.
    case owner = 5
    /// The next ``HookKind/willSubscription`` hands over the subscription `a`, of the type in the edge's place.
    case subscription = 6
    /// The publisher holds at most `a` values.
    case capacity = 7
    /// What the publisher does when it is full: `a` 0 drops the newest, 1 drops the oldest, 2 fails.
    case whenFull = 8
    /// Of two values in its interval the publisher sends the newest where `a` is 1, the oldest where it is 0.
    case latest = 9
    /// The edge's label: the edge's place holds the tag under which it is declared. Comes before ``publisherType``.
    case label = 10
    /// Where the edge was labelled: `a` is the line, the edge's place holds the tag under which the file is declared.
    case place = 11
    /// The type of the values: the edge's place holds the tag under which its name is declared. Comes after ``publisherType``.
    case valueType = 12
}

/// The subject of a record. Its kind, a byte, has the family in the three highest bits: each has room for 32 kinds, and there is
/// room for four more families.
///
/// A reader passes over kinds and families that it does not know, and counts them. Kind 0 is never written: a zeroed record is an
/// uncommitted one.
public enum RecordFamily: UInt8, CaseIterable, Sendable {
    /// Events on an edge that a probe has declared: ``SignalKind``.
    case events = 0
    /// Calls of subscribers and subscriptions, as a stream library reports them: ``CallKind``.
    case calls = 1
    /// Steps of streams of Swift concurrency: ``StepKind``.
    case steps = 2
    /// Facts about the subjects of calls and steps: ``FactKind``.
    case facts = 3

    /// How many low bits of a kind tell the kinds of a family apart.
    private static let kindBits: UInt8 = 5

    /// The family of a kind; `nil` for one that this version does not know.
    public init?(ofKind kind: UInt8) { self.init(rawValue: kind >> RecordFamily.kindBits) }
}

/// How the payload of a record is to be read. The raw values are the four bits that a record has for it.
public enum ValueType: UInt8, CaseIterable, Sendable {
    /// No value, or a number whose meaning the kind says.
    case none = 0
    /// An `Int`.
    case int = 1
    /// The bits of a `Double`.
    case double = 2
    /// 1 for true.
    case bool = 3
    /// UTF-8 in the record itself.
    case text = 4
    /// UTF-8 elsewhere in the chunk: the record says where, and how long it was before it was cut.
    case textElsewhere = 5
}

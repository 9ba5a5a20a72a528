/// The subject of a record. The three highest bits of a record's kind hold the family. Each family has room for 32 kinds, and
/// there is room for three more families.
///
/// A reader skips and counts unknown kinds and families. Kind 0 is never written: a zeroed record is uncommitted.
public enum RecordFamily: UInt8, CaseIterable, Sendable {
    /// Events on an edge that a probe has declared: ``SignalKind``.
    case events = 0
    /// Calls of subscribers and subscriptions, as a stream library reports them: ``CallKind``.
    case calls = 1
    /// Steps of streams of Swift concurrency: ``StepKind``.
    case steps = 2
    /// Facts about the subjects of calls and steps: ``FactKind``.
    case facts = 3
    /// Waits of jobs for the executors of Swift concurrency: ``ExecutorKind``.
    case executors = 4

    /// The number of low bits that distinguish the kinds of a family.
    private static let kindBits: UInt8 = 5

    /// The family of a kind; `nil` for one that this version does not know.
    public init?(ofKind kind: UInt8) { self.init(rawValue: kind >> RecordFamily.kindBits) }
}

/// The type of a record's payload. The raw value takes four bits of the record.
public enum ValueType: UInt8, CaseIterable, Sendable {
    /// No value, or a number whose meaning depends on the kind.
    case none = 0
    /// An `Int`.
    case int = 1
    /// The bits of a `Double`.
    case double = 2
    /// 1 for true.
    case bool = 3
    /// UTF-8 in the record itself.
    case text = 4
    /// UTF-8 elsewhere in the chunk; the record has its position and its length before it was cut.
    case textElsewhere = 5
}

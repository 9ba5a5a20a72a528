/// What the flags of a ``HookKind/willSubscribe`` record say.
public struct HookFlags: OptionSet, Sendable {
    /// The three flag bits of the record.
    public let rawValue: UInt8

    /// Wraps the flag bits of a record.
    public init(rawValue: UInt8) {
        self.rawValue = rawValue
    }

    /// The subscriber is an `AnySubscriber`: it may stand for one that is known already.
    public static let erased = HookFlags(rawValue: 1)
}

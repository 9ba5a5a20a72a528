/// How much a run may do; what goes beyond stops it with a clear word.
public struct RunLimits: Hashable, Sendable {
    /// How many signals may leave all stages in one moment: no key is answered before they have.
    public var signalsAtOnce = 20_000
    /// How many signals may leave all stages.
    public var signals = 1_000_000
    /// How many subscriptions there may be in all; each is drawn, and stays.
    public var subscriptions = 10_000
    /// How many signals may lead to one another within one call.
    public var nesting = 400
    /// How long a text may be, in bytes.
    public var text = 100_000
    /// How many elements an array may have.
    public var elements = 100_000
    /// How much memory large texts and arrays may take, in bytes.
    public var memory = 256 << 20
    /// How much memory large texts and arrays may be made in one moment, in bytes; bounds the time it takes.
    public var made = 512 << 20

    /// The limits that hold where nothing else is said.
    public init() {}
}

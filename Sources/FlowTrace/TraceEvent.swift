/// One recorded signal: a fixed 32-byte record.
///
/// `time | a | b | meta`, where meta = edge (32 bits) | kind (5) and flags (3) | tag (8) | cause (16), from the high end.
/// `a` and `b` hold a demand or a value; the tag says which kind of value. The flags of a `dropped` record are its reason.
public struct TraceEvent: Hashable, Sendable {
    /// When it happened, in nanoseconds since the start of the trace.
    public var time: UInt64
    /// The first payload word.
    public var a: UInt64
    /// The second payload word.
    public var b: UInt64
    /// Edge, kind, flags, tag and cause.
    public var meta: UInt64

    /// Bytes of a record.
    public static let size = 32

    /// The longest text, in UTF-8 bytes, that fits the record itself.
    public static let inlineTextCapacity = 15

    /// The cause distance that says "the record before holds it".
    public static let linkedCause: UInt16 = .max

    /// Creates a record from its parts.
    public init(
        time: UInt64, kind: SignalKind, edge: EdgeID, flags: UInt8 = 0, payload: Payload = .none, cause: UInt16 = 0
    ) {
        self.time = time
        a = payload.a
        b = payload.b
        meta =
            UInt64(edge.rawValue) << 32 | UInt64(kind.rawValue) << 27 | UInt64(flags & 7) << 24
            | UInt64(payload.tag) << 16 | UInt64(cause)
    }

    /// A record as it stands in a file.
    init(time: UInt64, a: UInt64, b: UInt64, meta: UInt64) {
        self.time = time
        self.a = a
        self.b = b
        self.meta = meta
    }

    /// The edge on which it happened.
    public var edge: EdgeID {
        EdgeID(rawValue: UInt32(meta >> 32))
    }

    /// What happened; `nil` for a kind this version does not know.
    public var kind: SignalKind? {
        SignalKind(rawValue: UInt8(meta >> 27 & 31))
    }

    /// Why the value was lost; `nil` on anything but a drop.
    public var dropReason: DropReason? {
        kind == .dropped ? DropReason(rawValue: UInt8(meta >> 24 & 7)) : nil
    }

    /// How the payload words are to be read.
    public var tag: UInt8 {
        UInt8(truncatingIfNeeded: meta >> 16)
    }

    /// How many records back in the same thread the cause lies; 0 for none, ``linkedCause`` for "in the record before".
    public var causeDistance: UInt16 {
        UInt16(truncatingIfNeeded: meta)
    }

    /// The demand of a request or a returned demand, `nil` on anything else.
    public var demand: Demand? {
        guard let kind, kind.holdsDemand else { return nil }
        return Demand(rawValue: a)
    }

    /// Where the text that the record refers to stands in its chunk, `nil` where it refers to none.
    var textPlace: (offset: Int, stored: Int)? {
        guard tag >> 4 == 5, hookKind != .hint else { return nil }
        guard hookKind != nil else { return (Int(clamping: a), Int(UInt32(truncatingIfNeeded: b))) }
        return (Int(UInt16(truncatingIfNeeded: b)), Int(UInt16(truncatingIfNeeded: b >> 16)))
    }
}

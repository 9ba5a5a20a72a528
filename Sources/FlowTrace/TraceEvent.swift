/// One recorded signal: a fixed 32-byte record.
///
/// `time | a | b | meta`, where meta = edge (32 bits) | kind (5) and flags (3) | tag (8) | cause (16), from the high end. `a` and
/// `b` hold a demand or a value; the tag says which kind of value. The flags of a `dropped` record are its reason; others say what is
/// known of what they count.
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

    /// A record as a file holds it.
    init(time: UInt64, a: UInt64, b: UInt64, meta: UInt64) {
        self.time = time
        self.a = a
        self.b = b
        self.meta = meta
    }

    /// The edge on which it happened.
    public var edge: EdgeID { EdgeID(rawValue: UInt32(meta >> 32)) }

    /// What happened; `nil` for a kind this version does not know.
    public var kind: SignalKind? { SignalKind(rawValue: UInt8(meta >> 27 & 31)) }

    /// The flags of a subscription that goes on with the edge of one that is over.
    package static let beginningOfLife: UInt8 = 1

    /// Whether a subscription begins on the edge of one that is over: what it asks for, and how it ends, counts anew.
    public var beginsLife: Bool { meta >> 24 & 7 == UInt64(TraceEvent.beginningOfLife) && kind == .subscribed }

    /// The flag of what cannot be counted on because records are missing: ``knowsHeld``, ``leftUnseen`` and ``restIsUnknown`` say what.
    package static let uncertain: UInt8 = 1
    /// The flag of a note that ends such a doubt.
    package static let certain: UInt8 = 2

    /// The flag of a request that is a call of `next` of an asynchronous iterator.
    package static let next: UInt8 = 2
    /// The flag, beside that, of one that came while another call had not returned.
    package static let overlapping: UInt8 = 4
    /// The flag of a note that a consumer waits for values that nobody can yield any more.
    package static let forsaken: UInt8 = 4

    /// The flag of a value that a call delivers whose end is known: ``TraceLog/callEnds(after:)`` has it.
    package static let call: UInt8 = 1

    private var flags: UInt8 { UInt8(meta >> 24 & 7) }

    /// Whether a call delivered this value whose end is known, or will be.
    public var isCall: Bool { kind == .value && flags == TraceEvent.call }

    /// Of a note on a store, whether all that the store holds is known from here on; `nil` on anything else.
    public var knowsHeld: Bool? {
        guard kind == .note, flags == TraceEvent.uncertain || flags == TraceEvent.certain else { return nil }
        return flags == TraceEvent.certain
    }

    /// Whether records are missing that say what became of a held value: it counts as one that left, and may be held still.
    public var leftUnseen: Bool { flags == TraceEvent.uncertain && kind == .unbuffered }

    /// Whether records are missing that say how much is left of what was asked for here.
    public var restIsUnknown: Bool { flags & TraceEvent.uncertain != 0 && (kind == .request || kind == .returned) }

    /// Whether it is a call of `next` of an asynchronous iterator.
    public var isNext: Bool { kind == .request && flags & TraceEvent.next != 0 }

    /// Whether it is such a call, and another of the same iterator, or of the same `AsyncStream`, had not returned.
    public var overlapsNext: Bool { isNext && flags & TraceEvent.overlapping != 0 }

    /// Whether it notes that a consumer waits for values that nobody can yield any more.
    public var isForsaken: Bool { kind == .note && flags == TraceEvent.forsaken }

    /// Why the value was lost; `nil` on anything but a drop.
    public var dropReason: DropReason? {
        kind == .dropped ? DropReason(rawValue: UInt8(meta >> 24 & 7)) : nil
    }

    /// How the payload words are to be read.
    public var tag: UInt8 { UInt8(truncatingIfNeeded: meta >> 16) }

    /// How many records back in the same thread the cause lies; 0 for none, ``linkedCause`` for "in the record before".
    public var causeDistance: UInt16 { UInt16(truncatingIfNeeded: meta) }

    /// The demand of a request or a returned demand, `nil` on anything else.
    public var demand: Demand? {
        guard let kind, kind.holdsDemand else { return nil }
        return Demand(rawValue: a)
    }

    /// Where in its chunk the text is that the record refers to, `nil` if it refers to none.
    var textSpan: (offset: Int, stored: Int)? {
        guard tag >> 4 == 5, hookKind != .hint else { return nil }
        guard hookKind != nil else { return (Int(clamping: a), Int(UInt32(truncatingIfNeeded: b))) }
        return (Int(UInt16(truncatingIfNeeded: b)), Int(UInt16(truncatingIfNeeded: b >> 16)))
    }
}

extension TraceEvent {
    /// The two payload words of a record and the tag that says how to read them.
    ///
    /// The high half of the tag is the type (0 none, 1 Int, 2 Double, 3 Bool, 4 inline UTF-8, 5 text by reference); the low half
    /// is the length of inline text.
    public struct Payload: Hashable, Sendable {
        /// The first payload word.
        public let a: UInt64
        /// The second payload word.
        public let b: UInt64
        /// Type in the high half, length of inline text in the low half.
        public let tag: UInt8

        public static let none = Payload(a: 0, b: 0, tag: 0)

        /// A demand; the record's kind says which.
        public static func demand(_ demand: Demand) -> Payload { Payload(a: demand.rawValue, b: 0, tag: 0) }

        /// A distance, for a ``SignalKind/causeLink``.
        static func distance(_ distance: UInt64) -> Payload { Payload(a: distance, b: 0, tag: 0) }

        public static func int(_ number: Int) -> Payload {
            Payload(a: UInt64(bitPattern: Int64(number)), b: 0, tag: 0x10)
        }

        public static func double(_ number: Double) -> Payload {
            Payload(a: number.bitPattern, b: 0, tag: 0x20)
        }

        public static func bool(_ truth: Bool) -> Payload { Payload(a: truth ? 1 : 0, b: 0, tag: 0x30) }

        /// Text of at most ``TraceEvent/inlineTextCapacity`` bytes, or `nil` where it is longer.
        public static func inlineText(_ bytes: some Collection<UInt8>) -> Payload? {
            let count = bytes.count
            guard count <= inlineTextCapacity else { return nil }
            var words: (UInt64, UInt64) = (0, 0)
            for (index, byte) in bytes.enumerated() {
                if index < 8 {
                    words.0 |= UInt64(byte) << (8 * index)
                } else {
                    words.1 |= UInt64(byte) << (8 * (index - 8))
                }
            }
            return Payload(a: words.0, b: words.1, tag: 0x40 | UInt8(count))
        }

        /// Text that is kept elsewhere.
        ///
        /// - Parameters:
        ///   - offset: Its offset, in bytes, in the chunk or log that holds the record.
        ///   - stored: How many bytes of it were kept.
        ///   - full: How many bytes it had, clamped to 32 bits.
        static func textReference(offset: Int, stored: Int, full: Int) -> Payload {
            Payload(a: UInt64(offset), b: UInt64(UInt32(clamping: stored)) | UInt64(UInt32(clamping: full)) << 32, tag: 0x50)
        }
    }

    /// The payload words and their tag.
    public var payload: Payload { Payload(a: a, b: b, tag: tag) }
}

/// A value as a trace holds it: typed where that is cheap, text otherwise.
public enum TraceValue: Hashable, Sendable, CustomStringConvertible {
    /// An integer that fits 64 bits.
    case int(Int)
    case double(Double)
    case bool(Bool)
    /// Text: a string, or a description of another value.
    case string(String)

    /// The text of the value, unsanitised: it may hold anything the traced program put there.
    public var description: String {
        switch self {
        case .int(let number): String(number)
        case .double(let number): String(number)
        case .bool(let truth): truth ? "true" : "false"
        case .string(let text): text
        }
    }
}

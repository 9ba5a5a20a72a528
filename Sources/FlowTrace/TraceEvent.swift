/// A 32-byte record of a trace: an event, or a call, step or fact from which events are derived.
///
/// `time | a | b | meta`. The bits of meta, from the low end: kind 8, subkind 8, type of the value 4. Then an event has its cause
/// 16 and its edge 28. The other families have the length of inline text 4, unused 8, and a number 32: the tag of a key or a
/// name, or an element. An event has its demand or value in `a` and `b`; other records have an identifier in `a` and a value in
/// `b`, see `HookRecord.swift`.
public struct TraceEvent: Hashable, Sendable {
    /// The time of the record, in nanoseconds since the start of the trace.
    public var time: UInt64
    /// The first payload word.
    public var a: UInt64
    /// The second payload word.
    public var b: UInt64
    /// The rest of the record; never zero.
    public var meta: UInt64

    /// The size of a record, in bytes.
    public static let size = 32

    /// The longest text, in UTF-8 bytes, that fits in an event.
    public static let inlineTextCapacity = 15

    /// The cause distance that means "in the previous record".
    public static let linkedCause: UInt16 = .max

    private static let edgeShift: UInt64 = 36

    /// Creates an event from its parts. The number of the edge has at most 28 bits.
    public init(
        time: UInt64, kind: SignalKind, edge: EdgeID, flags: UInt8 = 0, payload: Payload = .none, cause: UInt16 = 0
    ) {
        self.time = time
        a = payload.a
        b = payload.b
        meta =
            UInt64(edge.rawValue) << TraceEvent.edgeShift | UInt64(cause) << 20 | UInt64(payload.type.rawValue) << 16
            | UInt64(flags) << 8 | UInt64(kind.rawValue)
    }

    /// Creates a record from its words in a file.
    init(time: UInt64, a: UInt64, b: UInt64, meta: UInt64) {
        self.time = time
        self.a = a
        self.b = b
        self.meta = meta
    }

    /// Whether the last word of a record marks it as committed.
    static func isCommitted(meta: UInt64) -> Bool { meta & 0xFF != 0 }

    /// The kind as it is written, with the family in its high bits.
    var rawKind: UInt8 { UInt8(truncatingIfNeeded: meta) }

    /// A distinction within the kind: flags, a reason, a policy.
    package var subkind: UInt8 { UInt8(truncatingIfNeeded: meta >> 8) }

    /// The family of its kind, even of an unknown kind; `nil` if the family is unknown too.
    package var family: RecordFamily? { RecordFamily(ofKind: rawKind) }

    /// Whether this version knows the kind.
    var isKnown: Bool { kind != nil || call != nil || step != nil || fact != nil || executorKind != nil }

    /// The edge on which an event happened.
    public package(set) var edge: EdgeID {
        get { EdgeID(rawValue: UInt32(meta >> TraceEvent.edgeShift)) }
        set { meta = meta & (1 << TraceEvent.edgeShift - 1) | UInt64(newValue.rawValue) << TraceEvent.edgeShift }
    }

    /// The kind of the event; `nil` on a record of another family, and on a kind that this version does not know.
    public var kind: SignalKind? { SignalKind(rawValue: rawKind) }

    /// The flag of a subscription that continues the edge of an ended subscription.
    package static let beginningOfLife: UInt8 = 1

    /// Whether it is a subscription that continues the edge of an ended one, with new demand and a new end.
    public var beginsLife: Bool { subkind == TraceEvent.beginningOfLife && kind == .subscribed }

    /// The flag of a count that is uncertain because records are missing: see ``knowsHeld``, ``leftUnseen`` and
    /// ``restIsUnknown``.
    package static let uncertain: UInt8 = 1
    /// The flag of a note that ends such an uncertainty.
    package static let certain: UInt8 = 2

    /// The flag of a request that is a call of `next` of an asynchronous iterator.
    package static let next: UInt8 = 2
    /// The additional flag of such a call if it was made before another had returned.
    package static let overlapping: UInt8 = 4
    /// The flag of a note that a consumer waits for a lost continuation.
    package static let forsaken: UInt8 = 4

    /// The flag of a cancel of a stream that was released before it had ended, without a cancel by its reader.
    package static let letGo: UInt8 = 1

    /// Whether it ends a stream that was released before it had ended, without a cancel.
    public var isLetGo: Bool { kind == .cancel && subkind == TraceEvent.letGo }

    /// The flag of a value whose delivering call has a recorded end, in ``TraceLog/callEnds(after:)``.
    package static let call: UInt8 = 1

    /// Whether the end of the call that delivered this value is, or will be, recorded.
    public var isCall: Bool { kind == .value && subkind == TraceEvent.call }

    /// Whether the buffer of a store is exactly known from this note on; `nil` on any other event.
    public var knowsHeld: Bool? {
        guard kind == .note, subkind == TraceEvent.uncertain || subkind == TraceEvent.certain else { return nil }
        return subkind == TraceEvent.certain
    }

    /// Whether the fate of a held value is unrecorded: it counts as having left, but may still be held.
    public var leftUnseen: Bool { subkind == TraceEvent.uncertain && kind == .unbuffered }

    /// Whether the outstanding demand is unknown here because records are missing.
    public var restIsUnknown: Bool { subkind & TraceEvent.uncertain != 0 && (kind == .request || kind == .returned) }

    /// Whether it is a call of `next` of an asynchronous iterator.
    public var isNext: Bool { kind == .request && subkind & TraceEvent.next != 0 }

    /// Whether it is a call of `next` made before another call on the same iterator or `AsyncStream` had returned.
    public var overlapsNext: Bool { isNext && subkind & TraceEvent.overlapping != 0 }

    /// Whether it notes that a consumer waits for values that can no longer be yielded.
    public var isForsaken: Bool { kind == .note && subkind == TraceEvent.forsaken }

    /// The reason of a drop; `nil` on any other event, and for an unknown reason.
    public var dropReason: DropReason? { kind == .dropped ? DropReason(rawValue: subkind) : nil }

    /// The type of the payload; ``ValueType/none`` if unknown.
    public var valueType: ValueType { ValueType(rawValue: UInt8(truncatingIfNeeded: meta >> 16) & 15) ?? .none }

    /// The distance to the cause of an event, in records of the same thread; 0 for none, ``linkedCause`` for "in the previous
    /// record".
    public var causeDistance: UInt16 { UInt16(truncatingIfNeeded: meta >> 20) }

    /// The demand of a request or a returned demand, `nil` on anything else.
    public var demand: Demand? {
        guard let kind, kind.holdsDemand else { return nil }
        return Demand(rawValue: a)
    }

    /// The position and the length of the record's separate text in its chunk, `nil` if it has none.
    var textSpan: (offset: Int, stored: Int)? {
        guard valueType == .textElsewhere else { return nil }
        return family == .events ? (Int(clamping: a), Int(UInt32(truncatingIfNeeded: b))) : wordSpan
    }
}

extension TraceEvent {
    /// The two payload words of an event, and their type. Inline text has its length in the last of their 16 bytes.
    public struct Payload: Hashable, Sendable {
        /// The first payload word.
        public let a: UInt64
        /// The second payload word.
        public let b: UInt64
        /// The type of both words.
        public let type: ValueType

        public static let none = Payload(a: 0, b: 0, type: .none)

        /// A demand; the record's kind is a request or a returned demand.
        public static func demand(_ demand: Demand) -> Payload { Payload(a: demand.rawValue, b: 0, type: .none) }

        /// A distance, for a ``SignalKind/causeLink``.
        static func distance(_ distance: UInt64) -> Payload { Payload(a: distance, b: 0, type: .none) }

        public static func int(_ number: Int) -> Payload {
            Payload(a: UInt64(bitPattern: Int64(number)), b: 0, type: .int)
        }

        public static func double(_ number: Double) -> Payload {
            Payload(a: number.bitPattern, b: 0, type: .double)
        }

        public static func bool(_ truth: Bool) -> Payload { Payload(a: truth ? 1 : 0, b: 0, type: .bool) }

        /// Text of at most ``TraceEvent/inlineTextCapacity`` bytes, or `nil` if it is longer.
        public static func inlineText(_ bytes: some Collection<UInt8>) -> Payload? {
            let count = bytes.count
            guard count <= inlineTextCapacity else { return nil }
            var words: (UInt64, UInt64) = (0, UInt64(count) << 56)
            for (index, byte) in bytes.enumerated() {
                if index < 8 {
                    words.0 |= UInt64(byte) << (8 * index)
                } else {
                    words.1 |= UInt64(byte) << (8 * (index - 8))
                }
            }
            return Payload(a: words.0, b: words.1, type: .text)
        }

        /// Text stored elsewhere.
        ///
        /// - Parameters:
        ///   - offset: The offset of the text, in bytes, in the record's chunk or log.
        ///   - stored: The number of bytes kept.
        ///   - full: The full length in bytes, clamped to 32 bits.
        static func textReference(offset: Int, stored: Int, full: Int) -> Payload {
            Payload(
                a: UInt64(offset), b: UInt64(UInt32(clamping: stored)) | UInt64(UInt32(clamping: full)) << 32,
                type: .textElsewhere)
        }
    }

    /// The payload words of an event, and their type.
    public var payload: Payload { Payload(a: a, b: b, type: valueType) }
}

/// A value in a trace: with its type if that is cheap, as text otherwise.
public enum TraceValue: Hashable, Sendable, CustomStringConvertible {
    /// An integer that fits 64 bits.
    case int(Int)
    case double(Double)
    case bool(Bool)
    /// Text: a string, or a description of another value.
    case string(String)

    /// The text of the value, unsanitised: it may contain anything.
    public var description: String {
        switch self {
        case .int(let number): String(number)
        case .double(let number): String(number)
        case .bool(let truth): truth ? "true" : "false"
        case .string(let text): text
        }
    }
}

/// A value in one word: the form that fits calls, steps and facts.
struct WordValue {
    /// The number, its bits, the text, or a reference to text. A reference has the offset in the chunk, the bytes kept and the
    /// full length, in 16, 16 and 32 bits.
    let word: UInt64
    let type: ValueType
    /// The number of bytes of text in the word.
    let length: UInt8

    /// The longest text that fits the word.
    static let textCapacity = 8

    init(_ word: UInt64 = 0, _ type: ValueType = .none, length: UInt8 = 0) {
        self.word = word
        self.type = type
        self.length = length
    }

    /// Text of at most ``textCapacity`` bytes.
    init(text bytes: some BidirectionalCollection<UInt8>) {
        self.init(bytes.reversed().reduce(0) { $0 << 8 | UInt64($1) }, .text, length: UInt8(bytes.count))
    }

    /// A reference to text elsewhere in the chunk.
    init(textAt offset: Int, stored: Int, full: Int) {
        self.init(
            UInt64(UInt16(truncatingIfNeeded: offset)) | UInt64(UInt16(clamping: stored)) << 16
                | UInt64(UInt32(clamping: full)) << 32,
            .textElsewhere)
    }
}

extension TraceEvent {
    /// Creates the record of a call.
    init(time: UInt64, call kind: CallKind, key: HookKey, value: WordValue = WordValue(), flags: CallFlags = []) {
        self.init(time: time, kind: kind.rawValue, subkind: flags.rawValue, id: key.id, number: key.tag, value: value)
    }

    /// Creates the record of a step.
    init(
        time: UInt64, step kind: StepKind, of edge: UInt64, element: UInt32 = 0, value: WordValue = WordValue(),
        flags: StepFlags = []
    ) {
        self.init(time: time, kind: kind.rawValue, subkind: flags.rawValue, id: edge, number: element, value: value)
    }

    /// Creates the record of a fact.
    init(time: UInt64, fact kind: FactKind, key: HookKey, value: WordValue = WordValue(), subkind: UInt8 = 0) {
        self.init(time: time, kind: kind.rawValue, subkind: subkind, id: key.id, number: key.tag, value: value)
    }

    init(time: UInt64, kind: UInt8, subkind: UInt8, id: UInt64, number: UInt32, value: WordValue) {
        self.time = time
        a = id
        b = value.word
        meta =
            UInt64(number) << 32 | UInt64(value.length) << 20 | UInt64(value.type.rawValue) << 16 | UInt64(subkind) << 8
            | UInt64(kind)
    }

    /// The kind of a call; `nil` on a record of another family, and on a kind that this version does not know.
    public var call: CallKind? { CallKind(rawValue: rawKind) }

    /// The kind of a step; `nil` on a record of another family, and on a kind that this version does not know.
    public var step: StepKind? { StepKind(rawValue: rawKind) }

    /// The kind of a fact; `nil` on a record of another family, and on a kind that this version does not know.
    public var fact: FactKind? { FactKind(rawValue: rawKind) }

    /// The subject of a call, a step or a fact; for a step the edge, which has no tag.
    public var hookKey: HookKey { HookKey(id: a, tag: family == .steps ? 0 : number) }

    /// The tag of a call or a fact, or the element of a step.
    private var number: UInt32 { UInt32(truncatingIfNeeded: meta >> 32) }

    /// The flags of a call.
    public var callFlags: CallFlags { CallFlags(rawValue: subkind) }

    /// The number of a step's value in its stream; 0 for none.
    public var element: UInt32 { isCount ? 0 : number }

    /// The number of values from which an operator made the step's value; 0 if not recorded.
    public var valueCount: UInt32 { isCount ? number : 0 }

    private var isCount: Bool { step == .value && StepFlags(rawValue: subkind).contains(.counts) }

    /// The text of a call, a step or a fact, in the record or elsewhere.
    ///
    /// - Parameter bytes: The text that the record refers to, `nil` if there is none.
    package func hookText(_ bytes: UnsafeRawBufferPointer?) -> String {
        if let bytes { return String(decoding: bytes, as: UTF8.self) }
        let count = min(Int(meta >> 20 & 15), WordValue.textCapacity)
        return String(decoding: (0..<count).map { UInt8(truncatingIfNeeded: b >> (8 * UInt64($0))) }, as: UTF8.self)
    }

    /// The value of a call or a step as the payload of an event.
    public var hookPayload: Payload {
        switch valueType {
        case .textElsewhere:
            let span = wordSpan
            return .textReference(offset: span.offset, stored: span.stored, full: Int(b >> 32))
        case .text: return Payload(a: b, b: (meta >> 20 & 15) << 56, type: .text)
        case .none, .int, .double, .bool: return Payload(a: b, b: 0, type: valueType)
        }
    }

    /// The position in the chunk of the text to which a word refers.
    var wordSpan: (offset: Int, stored: Int) { (Int(UInt16(truncatingIfNeeded: b)), Int(UInt16(truncatingIfNeeded: b >> 16))) }

    /// The record of a call, a step or a fact with its separate text moved inside, cut with an ellipsis if necessary.
    func withTextInside(_ text: UnsafeRawBufferPointer?) -> TraceEvent {
        guard let text else { return self }
        var count = min(text.count, WordValue.textCapacity - 3)
        while count > 0, count < text.count, text[count] & 0b1100_0000 == 0b1000_0000 { count -= 1 }
        let kept = text.prefix(count) + (count < text.count ? Array("…".utf8) : [])
        return TraceEvent(time: time, kind: rawKind, subkind: subkind, id: a, number: number, value: WordValue(text: kept))
    }
}

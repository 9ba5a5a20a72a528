/// What a record of the tracer says: what the stream library reported, before any rule was applied to it.
///
/// Shares the 5-bit kinds of a record with ``SignalKind``; a reader of events passes over them. `a` is the identifier of the
/// subscriber or subscription that is called, and the edge field holds a ``HookKey/tag``.
public enum HookKind: UInt8, CaseIterable, Sendable {
    /// `subscribe` is about to be called; `a` the subscriber, `b` the publisher object or 0, flags as in ``HookFlags``.
    case willSubscribe = 14
    /// `subscribe` has returned.
    case didSubscribe = 15
    /// A subscription is about to be handed to the subscriber `a`; `b` is its identifier, a ``HookHint/subscription`` precedes it.
    case willSubscription = 16
    /// The subscriber has taken the subscription.
    case didSubscription = 17
    /// A value is about to be delivered to the subscriber `a`; `b` and the tag hold it as `HookValue` says. With ``HookFlags/sent``, one is
    /// about to be sent through the subject `a`.
    case willValue = 18
    /// The subscriber `a` has taken the value and returned the demand `b`. With ``HookFlags/sent``, the subject `a` has sent it.
    case didValue = 19
    /// A completion is about to be delivered to the subscriber `a`; a failure has a tag, and its text is at `b`.
    case willComplete = 20
    /// The subscriber `a` has taken the completion.
    case didComplete = 21
    /// The demand `b` is about to be requested from the subscription `a`.
    case willRequest = 22
    /// The request has returned.
    case didRequest = 23
    /// The subscription `a` is about to be cancelled.
    case willCancel = 24
    /// The cancel has returned.
    case didCancel = 25
    /// A fact that exists only at the moment of subscribing; the tag is a ``HookHint``, it belongs to the record around it.
    case hint = 26
    /// The name of a type or the label of an edge, as text; `b` of the record is the text.
    case typeName = 27
    /// The object `a`, once a subscriber, is gone; its identifier may come again for another.
    case death = 28
    /// A step of a stream of Swift concurrency; the flags say which, see ``AsyncStep``.
    ///
    /// A task changes threads at every `await`, so its calls do not nest on one: this record opens and closes the call, and no other
    /// follows. A version of flowviz that does not know it passes over it, as over any unknown kind; so the format has kept its number.
    case asyncStep = 29
    /// What a stream of Swift concurrency says of itself, as text: `a` is the number of the edge, `b` of the record is the text.
    ///
    /// A version of flowviz that does not know it passes over it.
    case streamState = 30
}

/// What happens in a ``HookKind/asyncStep``. The raw value is in the flags.
///
/// `a` is the number of the iterator or of the continuation: fresh for each, with the highest bit set, so that it is no address. The edge
/// field holds no tag but the *mark* of a value: the number that its `yield` gave it, which it keeps until it is delivered; 0 for none. Of a
/// value that an operator has made of several, it holds how many.
public enum AsyncStep: UInt8, CaseIterable, Sendable {
    /// A value passed the edge; `b` and the tag hold it as `HookValue` says.
    case value = 0
    /// The edge ended; a failure has a tag, and its text is at `b`.
    case completion = 1
    /// `next()` was called: one value is asked for.
    case request = 2
    /// The consumer is gone, or its task was cancelled.
    case cancel = 3
    /// `yield` has returned: the stream keeps the value with the mark, or has handed it over.
    case kept = 4
    /// `yield` has returned: the stream dropped the value with the mark; it yielded the one whose mark is `b`. With the mark 0, nothing is
    /// known from here on of the values that it holds. On an edge that leads out of an operator: that has let go of a value that came to
    /// it, the mark says as which.
    case dropped = 5
    /// `yield` has returned: the stream had ended, and let go of the value with the mark. A channel lets go of one whose `send` was
    /// cancelled, or waited for a consumer when the channel ended.
    case refused = 6
    /// The `send` of the value with the mark has returned: its producer waits no longer. A ``refused`` comes before it where the value was
    /// discarded; otherwise a consumer has it, or will have it.
    case resumed = 7

    /// Whether it passes between two stages; if not, it is a stage's answer.
    package var isSignal: Bool {
        switch self {
        case .value, .completion, .request, .cancel: true
        case .kept, .dropped, .refused, .resumed: false
        }
    }
}

/// What a ``HookKind/hint`` record says. The raw value is in the tag.
public enum HookHint: UInt8, CaseIterable, Sendable {
    /// The type of the publisher: the edge field holds the tag under which its name is declared, `a` the object or 0.
    case publisherType = 1
    /// The type of the subscriber: the edge field holds the tag under which its name is declared.
    case subscriberType = 2
    /// `a` is the identifier of the subscription whose operator the subscriber serves, as in an inner publisher of `flatMap`.
    case parentSubscription = 3
    /// `a` is the subject that the subscriber feeds.
    case subject = 4
    /// `a` is an object that the subscriber keeps.
    case owner = 5
    /// The next ``HookKind/willSubscription`` hands over the subscription `a`, of the type in the edge field.
    case subscription = 6
    /// The publisher holds at most `a` values.
    case capacity = 7
    /// What the publisher does when it is full: `a` 0 drops the newest, 1 drops the oldest, 2 fails, 3 tells its producer to stop, 4 asks for
    /// no more; 5 is not known.
    case whenFull = 8
    /// Of two values in its interval the publisher sends the newest where `a` is 1, the oldest where it is 0.
    case latest = 9
    /// The edge's label: the edge field holds the tag under which it is declared. Comes before ``publisherType``.
    case label = 10
    /// Where the edge was labelled: `a` is the line, the edge field holds the tag under which the file is declared.
    case location = 11
    /// The type of the values: the edge field holds the tag under which its name is declared. Comes after ``publisherType``.
    case valueType = 12
    /// The last copy of the continuation with the number `a` is gone, and it has not finished its stream. It stands alone.
    case abandoned = 13
    /// The publisher is a subject of which every value that is sent through it is recorded. Comes after ``publisherType``.
    case tellsSends = 14
}

/// What the flags of a ``HookKind/willSubscribe``, ``HookKind/willValue`` or ``HookKind/didValue`` record say.
public struct HookFlags: OptionSet, Sendable {
    /// The three flag bits of the record.
    public let rawValue: UInt8

    /// Wraps the flag bits of a record.
    public init(rawValue: UInt8) { self.rawValue = rawValue }

    /// The subscriber is an `AnySubscriber`: it may wrap one that is known already.
    public static let erased = HookFlags(rawValue: 1)
    /// A value is sent through the subject `a`, or has been: it reached no subscriber but in the calls between the two records. The record
    /// of the end holds the value.
    public static let sent = HookFlags(rawValue: 2)
}

/// Which subscriber or subscription a hook record is about.
///
/// The stream library's identifiers are addresses, reused after the object is gone, and some operators lend theirs to others. The
/// tag separates those: a hash of the type and, for small ones, of the stored bytes.
public struct HookKey: Hashable, Sendable {
    /// The stream library's identifier.
    public let id: UInt64
    /// A hash of the type and of the bytes of the value.
    public let tag: UInt32

    public init(id: UInt64, tag: UInt32) {
        self.id = id
        self.tag = tag
    }
}

/// A value in one word beside an identifier: the form a ``HookKind/willValue`` has room for.
///
/// The high half of the tag is the type as in ``TraceEvent/Payload``; inline text has at most eight bytes. Text by reference
/// packs its offset in the chunk, the bytes kept and the bytes it had: 16, 16 and 32 bits.
enum HookValue {
    /// The longest text that fits the word.
    static let inlineTextCapacity = 8

    /// Text of at most ``inlineTextCapacity`` bytes as a word.
    static func word(_ bytes: UnsafeBufferPointer<UInt8>) -> UInt64 {
        bytes.reversed().reduce(0) { $0 << 8 | UInt64($1) }
    }

    /// A reference as a word.
    static func reference(offset: Int, stored: Int, full: Int) -> UInt64 {
        UInt64(UInt16(truncatingIfNeeded: offset)) | UInt64(UInt16(clamping: stored)) << 16
            | UInt64(UInt32(clamping: full)) << 32
    }

    /// The payload of an ordinary record for the value of a hook record; text by reference has its bytes elsewhere.
    static func payload(tag: UInt8, word: UInt64) -> TraceEvent.Payload {
        tag >> 4 == 5
            ? .textReference(
                offset: Int(UInt16(truncatingIfNeeded: word)), stored: Int(UInt16(truncatingIfNeeded: word >> 16)),
                full: Int(word >> 32))
            : TraceEvent.Payload(a: word, b: 0, tag: tag)
    }
}

extension TraceEvent {
    /// Creates a hook record.
    init(time: UInt64, hook kind: HookKind, key: HookKey, word: UInt64, tag: UInt8, flags: UInt8) {
        self.time = time
        a = key.id
        b = word
        meta = UInt64(key.tag) << 32 | UInt64(kind.rawValue) << 27 | UInt64(flags & 7) << 24 | UInt64(tag) << 16
    }

    /// What the tracer says happened; `nil` on an event.
    public var hookKind: HookKind? { HookKind(rawValue: UInt8(meta >> 27 & 31)) }

    /// Whom a hook record is about.
    public var hookKey: HookKey { HookKey(id: a, tag: UInt32(meta >> 32)) }

    /// The flags of a hook record.
    public var hookFlags: HookFlags { HookFlags(rawValue: UInt8(meta >> 24 & 7)) }

    /// What happened in an ``HookKind/asyncStep`` record; `nil` on another, and where this version does not know it.
    public var asyncStep: AsyncStep? { hookKind == .asyncStep ? AsyncStep(rawValue: UInt8(meta >> 24 & 7)) : nil }

    /// The hint of a ``HookKind/hint`` record; `nil` where this version does not know it.
    public var hookHint: HookHint? { hookKind == .hint ? HookHint(rawValue: tag) : nil }

    /// The text of a hook record, inline or by reference.
    ///
    /// - Parameter bytes: The text that the record refers to, `nil` where it refers to none.
    package func hookText(_ bytes: UnsafeRawBufferPointer?) -> String {
        if let bytes { return String(decoding: bytes, as: UTF8.self) }
        let count = min(Int(tag & 15), HookValue.inlineTextCapacity)
        return String(decoding: (0..<count).map { UInt8(truncatingIfNeeded: b >> (8 * UInt64($0))) }, as: UTF8.self)
    }

    /// The value of a hook record as an ordinary payload; text by reference has its bytes elsewhere.
    public var hookPayload: Payload { HookValue.payload(tag: tag, word: b) }
}

extension TraceEvent {
    /// A hook record that has what fits it of a text that stood elsewhere, and an ellipsis where it was more.
    func withTextInside(_ text: UnsafeRawBufferPointer?) -> TraceEvent {
        guard let text else { return self }
        var count = min(text.count, HookValue.inlineTextCapacity - 3)
        while count > 0, count < text.count, text[count] & 0b1100_0000 == 0b1000_0000 { count -= 1 }
        let kept = text.prefix(count) + (count < text.count ? Array("…".utf8) : [])
        var record = self
        record.b = kept.reversed().reduce(0) { $0 << 8 | UInt64($1) }
        record.meta = meta & ~0xFF_0000 | UInt64(0x40 | kept.count) << 16
        return record
    }
}

extension Recorder {
    /// Records what the tracer saw, without a value.
    public func record(_ kind: HookKind, _ key: HookKey, word: UInt64 = 0, flags: HookFlags = []) {
        write(kind, key, word, tag: 0, flags: flags.rawValue)
    }

    /// Records a fact of subscribing or of a subscription.
    ///
    /// - Parameters:
    ///   - hint: The fact.
    ///   - key: What the hint is about: the identifier of an object or subscription or a number, and the tag of a type.
    public func record(_ hint: HookHint, _ key: HookKey) {
        write(.hint, key, 0, tag: hint.rawValue, flags: 0)
    }

    /// Records what the tracer saw, with a value.
    public func record(_ kind: HookKind, _ key: HookKey, value: TraceValue) {
        guard isOpen else { return }
        if kind == .typeName, let file {
            file.keep(.typeName(tag: key.tag, name: value.description))
            return
        }
        write(kind, key, value: value, flags: 0)
    }

    /// Records a step of a stream of Swift concurrency, without a value.
    package func record(_ step: AsyncStep, of id: UInt64, mark: UInt32 = 0, word: UInt64 = 0) {
        write(.asyncStep, HookKey(id: id, tag: mark), word, tag: 0, flags: step.rawValue)
    }

    /// Records a step of a stream of Swift concurrency, with a value.
    package func record(_ step: AsyncStep, of id: UInt64, mark: UInt32 = 0, value: TraceValue) {
        guard isOpen else { return }
        write(.asyncStep, HookKey(id: id, tag: mark), value: value, flags: step.rawValue)
    }

    /// Records what a stream answers to the value that this thread has just recorded, at its time: reading the clock is most of what a
    /// record costs.
    package func recordAnswer(_ step: AsyncStep, of id: UInt64, mark: UInt32) {
        guard isOpen else { return }
        let key = HookKey(id: id, tag: mark)
        let isKept = writer._withUnsafeGuaranteedRef { writer in
            writer.append(TraceEvent(time: writer.lastTime, hook: .asyncStep, key: key, word: 0, tag: 0, flags: step.rawValue))
        }
        if !isKept { drop() }
    }

    /// Records that a value is about to be sent through a subject.
    package func recordWillSend(_ subject: HookKey) { write(.willValue, subject, 0, tag: 0, flags: HookFlags.sent.rawValue) }

    /// Records that a value was sent through a subject.
    package func recordDidSend(_ subject: HookKey, value: TraceValue?) {
        let flags = HookFlags.sent.rawValue
        guard let value else { return write(.didValue, subject, 0, tag: 0, flags: flags) }
        guard isOpen else { return }
        write(.didValue, subject, value: value, flags: flags)
    }

    /// Records the end of a call or what belongs to the record after it, with the time of the thread's record before: reading the
    /// clock is most of what a record costs. It is read for the end of a call that delivered a value if nothing was recorded in it, since
    /// a sink may have worked for any time.
    public func recordEnd(_ kind: HookKind, _ key: HookKey, word: UInt64 = 0) {
        guard isOpen else { return }
        let isKept = writer._withUnsafeGuaranteedRef { writer in
            let time = kind == .didValue && writer.isDelivering ? now : writer.lastTime
            return writer.append(TraceEvent(time: time, hook: kind, key: key, word: word, tag: 0, flags: 0))
        }
        if !isKept { drop() }
    }

    private func write(_ kind: HookKind, _ key: HookKey, _ word: UInt64, tag: UInt8, flags: UInt8) {
        guard isOpen else { return }
        let record = TraceEvent(time: now, hook: kind, key: key, word: word, tag: tag, flags: flags)
        if !writer._withUnsafeGuaranteedRef({ $0.append(record) }) { drop() }
    }

    private func write(_ kind: HookKind, _ key: HookKey, value: TraceValue, flags: UInt8) {
        switch value {
        case .int(let number): write(kind, key, UInt64(bitPattern: Int64(number)), tag: 0x10, flags: flags)
        case .double(let number): write(kind, key, number.bitPattern, tag: 0x20, flags: flags)
        case .bool(let truth): write(kind, key, truth ? 1 : 0, tag: 0x30, flags: flags)
        case .string(let text): write(kind, key, text: text, flags: flags)
        }
    }

    private func write(_ kind: HookKind, _ key: HookKey, text: String, flags: UInt8) {
        var text = text
        text.withUTF8 { bytes in
            if bytes.count <= HookValue.inlineTextCapacity {
                write(kind, key, HookValue.word(bytes), tag: 0x40 | UInt8(bytes.count), flags: flags)
            } else if !writer._withUnsafeGuaranteedRef({ $0.append(kind, key, text: bytes, flags: flags, time: now) }) {
                drop()
            }
        }
    }
}

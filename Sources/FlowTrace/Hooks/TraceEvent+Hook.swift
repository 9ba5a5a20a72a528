extension TraceEvent {
    /// Creates a hook record.
    init(time: UInt64, hook kind: HookKind, key: HookKey, word: UInt64, tag: UInt8, flags: UInt8) {
        self.time = time
        a = key.id
        b = word
        meta = UInt64(key.tag) << 32 | UInt64(kind.rawValue) << 27 | UInt64(flags & 7) << 24 | UInt64(tag) << 16
    }

    /// What the tracer says happened; `nil` on an event.
    public var hookKind: HookKind? {
        HookKind(rawValue: UInt8(meta >> 27 & 31))
    }

    /// Whom a hook record is about.
    public var hookKey: HookKey {
        HookKey(id: a, tag: UInt32(meta >> 32))
    }

    /// The flags of a hook record.
    public var hookFlags: HookFlags {
        HookFlags(rawValue: UInt8(meta >> 24 & 7))
    }

    /// The hint of a ``HookKind/hint`` record; `nil` where this version does not know it.
    public var hookHint: HookHint? {
        hookKind == .hint ? HookHint(rawValue: tag) : nil
    }

    /// The value of a hook record as an ordinary payload; text by reference has its bytes elsewhere.
    public var hookPayload: Payload {
        HookValue.payload(tag: tag, word: b)
    }
}

extension Recorder {
    /// Records what the tracer saw, without a value.
    public func record(_ kind: HookKind, _ key: HookKey, word: UInt64 = 0, flags: HookFlags = []) {
        write(kind, key, word, tag: 0, flags: flags.rawValue)
    }

    /// Records a fact of subscribing or of a subscription.
    ///
    /// - Parameter key: What the hint is about: the identifier of an object or subscription or a number, and the tag of a type.
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
        switch value {
        case .int(let number): write(kind, key, UInt64(bitPattern: Int64(number)), tag: 0x10, flags: 0)
        case .double(let number): write(kind, key, number.bitPattern, tag: 0x20, flags: 0)
        case .bool(let truth): write(kind, key, truth ? 1 : 0, tag: 0x30, flags: 0)
        case .string(let text): write(kind, key, text: text)
        }
    }

    /// Records the end of a call or what belongs to the record after it, with the time of the thread's record before: reading the clock
    /// is most of what a record costs.
    public func recordEnd(_ kind: HookKind, _ key: HookKey, word: UInt64 = 0) {
        guard isOpen else { return }
        let isKept = writer._withUnsafeGuaranteedRef { writer in
            writer.append(TraceEvent(time: writer.lastTime, hook: kind, key: key, word: word, tag: 0, flags: 0))
        }
        if !isKept { drop() }
    }

    private func write(_ kind: HookKind, _ key: HookKey, _ word: UInt64, tag: UInt8, flags: UInt8) {
        guard isOpen else { return }
        let record = TraceEvent(time: now, hook: kind, key: key, word: word, tag: tag, flags: flags)
        if !writer._withUnsafeGuaranteedRef({ $0.append(record) }) { drop() }
    }

    private func write(_ kind: HookKind, _ key: HookKey, text: String) {
        guard isOpen else { return }
        var text = text
        text.withUTF8 { bytes in
            if bytes.count <= HookValue.inlineTextCapacity {
                write(kind, key, HookValue.word(bytes), tag: 0x40 | UInt8(bytes.count), flags: 0)
            } else if !writer._withUnsafeGuaranteedRef({ $0.append(kind, key, text: bytes, time: now) }) {
                drop()
            }
        }
    }
}

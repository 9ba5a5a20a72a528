// Calls, steps and facts, as a tracer or a traced stream records them.

extension Recorder {
    // MARK: Calls

    /// Records a call, without a value.
    public func record(_ call: CallKind, _ key: HookKey, word: UInt64 = 0, flags: CallFlags = []) {
        guard isOpen else { return }
        append(TraceEvent(time: now, call: call, key: key, value: WordValue(word), flags: flags))
    }

    /// Records a call, with a value.
    public func record(_ call: CallKind, _ key: HookKey, value: TraceValue) {
        guard isOpen else { return }
        write(call.rawValue, id: key.id, number: key.tag, value)
    }

    /// Records that a value is about to be sent through a subject.
    package func recordWillSend(_ subject: HookKey) { record(.willValue, subject, flags: .sent) }

    /// Records that a value was sent through a subject.
    package func recordDidSend(_ subject: HookKey, value: TraceValue?) {
        guard let value else { return record(.didValue, subject, flags: .sent) }
        guard isOpen else { return }
        write(CallKind.didValue.rawValue, subkind: CallFlags.sent.rawValue, id: subject.id, number: subject.tag, value)
    }

    /// Records the end of a call, with the time of the thread's last record: reading the clock is most of the cost of a record.
    /// Only a call that delivered a value, with nothing recorded in it, reads the clock at its end, since a sink may have worked
    /// for any time.
    public func recordEnd(_ call: CallKind, _ key: HookKey, word: UInt64 = 0) {
        guard isOpen else { return }
        let isKept = writer._withUnsafeGuaranteedRef { writer in
            let time = call == .didValue && writer.isDelivering ? now : writer.lastTime
            return writer.append(TraceEvent(time: time, call: call, key: key, value: WordValue(word)))
        }
        if !isKept { drop() }
    }

    // MARK: Steps

    /// Records a step, without a value.
    package func record(_ step: StepKind, of edge: UInt64, element: UInt32 = 0, word: UInt64 = 0, flags: StepFlags = []) {
        guard isOpen else { return }
        append(TraceEvent(time: now, step: step, of: edge, element: element, value: WordValue(word), flags: flags))
    }

    /// Records a step, with a value.
    package func record(_ step: StepKind, of edge: UInt64, element: UInt32 = 0, value: TraceValue, flags: StepFlags = []) {
        guard isOpen else { return }
        write(step.rawValue, subkind: flags.rawValue, id: edge, number: element, value)
    }

    /// Records a stream's answer to the value that this thread has just recorded, at the same time: reading the clock is most of
    /// the cost of a record.
    package func recordAnswer(_ step: StepKind, of edge: UInt64, element: UInt32) {
        guard isOpen else { return }
        let isKept = writer._withUnsafeGuaranteedRef { writer in
            writer.append(TraceEvent(time: writer.lastTime, step: step, of: edge, element: element))
        }
        if !isKept { drop() }
    }

    // MARK: Facts

    /// Records a fact.
    ///
    /// - Parameters:
    ///   - fact: The fact.
    ///   - key: Its subject: the identifier of an object or subscription, or a number, and the tag of a name.
    public func record(_ fact: FactKind, _ key: HookKey) { record(fact, key, subkind: 0) }

    /// Records the overflow policy of the publisher being subscribed.
    public func record(_ policy: OverflowPolicy) { record(.overflow, HookKey(id: 0, tag: 0), subkind: policy.rawValue) }

    /// Records the prefetch strategy of the publisher being subscribed.
    public func record(_ prefetch: Prefetch) { record(.prefetch, HookKey(id: 0, tag: 0), subkind: prefetch.rawValue) }

    /// Records whether the publisher being subscribed sends the newest of several values, or the oldest.
    public func record(isLatest: Bool) { record(.latest, HookKey(id: 0, tag: 0), subkind: isLatest ? 1 : 0) }

    /// Records the name of a tag.
    public func record(name: String, of tag: UInt32) {
        guard isOpen else { return }
        guard let file else { return write(FactKind.typeName.rawValue, id: 0, number: tag, .string(name)) }
        file.keep(.typeName(tag: tag, name: name))
    }

    /// Records an image of the traced program.
    package func record(_ module: CodeModule) { keep(.module(module), module.facts) }

    /// Records the frames of a stack.
    package func record(_ stack: CodeStack) { keep(.stack(stack), stack.facts) }

    /// Records the end of the test whose name is a tag.
    package func recordEnd(ofTest tag: UInt32, _ outcome: TestOutcome) {
        keep(
            .testEnd(tag: tag, outcome),
            [ItemFact(.testEnd, HookKey(id: 0, tag: tag), subkind: outcome.rawValue)])
    }

    /// Records the names of an address.
    package func record(_ name: PlaceName) { keep(.placeName(name), name.facts) }

    /// Records the number of a stack. That of a subscription in a file, whose stacks precede its records, has the time of this
    /// thread's last record: reading the clock is most of the cost of a record. Any other follows records of other threads.
    ///
    /// - Parameters:
    ///   - stack: The stack's number; 0 for one that was not recorded.
    ///   - role: The action of the program.
    ///   - edge: The edge of the value or the consumer; 0 for the subscription being made.
    ///   - task: The number of the task of the value or the consumer; 0 if there is none.
    ///   - executor: The executor of the consumer; `nil` if it is unknown.
    package func record(
        stack: UInt32, as role: StackRole, of edge: UInt64 = 0, in task: UInt64 = 0, on executor: TracedExecutor? = nil
    ) {
        guard isOpen else { return }
        let isKept = writer._withUnsafeGuaranteedRef { writer in
            let time = file != nil && role == .subscribed ? writer.lastTime : max(now, writer.lastTime)
            let value = WordValue(StackWord(role, task: task).bits)
            let key = HookKey(id: edge, tag: stack)
            return writer.append(
                TraceEvent(time: time, fact: .stack, key: key, value: value, subkind: executor?.rawValue ?? 0))
        }
        if !isKept { drop() }
    }

    /// Writes facts to the file as an item that outlasts its records, or as records.
    private func keep(_ item: MetadataItem, _ facts: [ItemFact]) {
        guard isOpen else { return }
        if let file { return file.keep(item) }
        for fact in facts {
            if let text = fact.text {
                write(fact.kind.rawValue, subkind: fact.subkind, id: fact.key.id, number: fact.key.tag, .string(text))
            } else {
                append(TraceEvent(time: now, fact: fact.kind, key: fact.key, value: WordValue(fact.word), subkind: fact.subkind))
            }
        }
    }

    private func record(_ fact: FactKind, _ key: HookKey, subkind: UInt8) {
        guard isOpen else { return }
        append(TraceEvent(time: now, fact: fact, key: key, subkind: subkind))
    }

    // MARK: Writing

    private func append(_ record: TraceEvent) {
        if !writer._withUnsafeGuaranteedRef({ $0.append(record) }) { drop() }
    }

    private func write(_ kind: UInt8, subkind: UInt8 = 0, id: UInt64, number: UInt32, _ value: TraceValue) {
        let word: WordValue
        switch value {
        case .int(let number): word = WordValue(UInt64(bitPattern: Int64(number)), .int)
        case .double(let number): word = WordValue(number.bitPattern, .double)
        case .bool(let truth): word = WordValue(truth ? 1 : 0, .bool)
        case .string(let text): return write(kind, subkind: subkind, id: id, number: number, text: text)
        }
        append(TraceEvent(time: now, kind: kind, subkind: subkind, id: id, number: number, value: word))
    }

    private func write(_ kind: UInt8, subkind: UInt8, id: UInt64, number: UInt32, text: String) {
        var text = text
        let time = now
        let isKept = text.withUTF8 { bytes in
            writer._withUnsafeGuaranteedRef { writer in
                guard bytes.count > WordValue.textCapacity else {
                    let value = WordValue(text: bytes)
                    return writer.append(
                        TraceEvent(time: time, kind: kind, subkind: subkind, id: id, number: number, value: value))
                }
                return writer.append(text: bytes, time: time) {
                    TraceEvent(time: time, kind: kind, subkind: subkind, id: id, number: number, value: $0)
                }
            }
        }
        if !isKept { drop() }
    }
}

// Modules, stacks and names as items of a file, and as facts.

/// A fact of an item, which readers get as a record.
struct ItemFact {
    let kind: FactKind
    let key: HookKey
    let subkind: UInt8
    /// The word, if there is no text.
    let word: UInt64
    let text: String?

    init(_ kind: FactKind, _ key: HookKey, subkind: UInt8 = 0, word: UInt64 = 0, text: String? = nil) {
        self.kind = kind
        self.key = key
        self.subkind = subkind
        self.word = word
        self.text = text
    }

    /// Gives the fact to a reader, before all records.
    func append(to sink: inout some RecordSink) {
        guard var text else {
            let record = TraceEvent(time: 0, fact: kind, key: key, value: WordValue(word), subkind: subkind)
            return sink.append(record, thread: 0, bytes: nil)
        }
        text.withUTF8 { bytes in
            let elsewhere = WordValue(textAt: 0, stored: bytes.count, full: bytes.count)
            let record = TraceEvent(time: 0, fact: kind, key: key, value: elsewhere, subkind: subkind)
            sink.append(record, thread: 0, bytes: UnsafeRawBufferPointer(bytes))
        }
    }
}

extension CodeModule {
    var facts: [ItemFact] {
        let module = ItemFact(.module, HookKey(id: bias, tag: number), text: path)
        return buildID.isEmpty ? [module] : [module, ItemFact(.buildID, HookKey(id: 0, tag: number), text: buildID)]
    }

    func write(to bytes: inout ByteWriter) {
        bytes.append(number)
        bytes.append(bias)
        bytes.append(path, limit: CodeModule.pathLimit)
        bytes.append(buildID, limit: CodeModule.buildIDLimit)
    }

    init?(_ reader: inout ByteReader) {
        guard let number = reader.uint32(), let bias = reader.uint64(), let path = reader.text(), let buildID = reader.text()
        else { return nil }
        self.init(number: number, bias: bias, path: path, buildID: buildID)
    }
}

extension CodeStack {
    var facts: [ItemFact] {
        frames.enumerated().map { depth, frame in
            ItemFact(
                .frame, HookKey(id: frame.address, tag: number), subkind: UInt8(clamping: depth), word: UInt64(frame.module))
        }
    }

    func write(to bytes: inout ByteWriter) {
        bytes.append(number)
        for frame in frames {
            bytes.append(frame.module)
            bytes.append(frame.address)
        }
    }

    init?(_ reader: inout ByteReader) {
        guard let number = reader.uint32() else { return nil }
        var frames: [CodeFrame] = []
        while frames.count < CodeStack.frameLimit, let module = reader.uint32(), let address = reader.uint64() {
            frames.append(CodeFrame(module: module, address: address))
        }
        self.init(number: number, frames: frames)
    }
}

extension PlaceName {
    var facts: [ItemFact] {
        functions.enumerated().map { depth, function in
            ItemFact(
                .placeName, HookKey(id: address, tag: module), subkind: UInt8(clamping: depth), text: function.text)
        }
    }

    func write(to bytes: inout ByteWriter) {
        bytes.append(module)
        bytes.append(address)
        for function in functions {
            bytes.append(function.name, limit: PlaceName.textLimit)
            bytes.append(function.file, limit: PlaceName.textLimit)
            bytes.append(UInt32(clamping: function.line))
            bytes.append(UInt32(clamping: function.column))
        }
    }

    init?(_ reader: inout ByteReader) {
        guard let module = reader.uint32(), let address = reader.uint64() else { return nil }
        var functions: [Function] = []
        while functions.count < PlaceName.functionLimit, let name = reader.text(), let file = reader.text(),
            let line = reader.uint32(), let column = reader.uint32()
        {
            functions.append(Function(name: name, file: file, line: Int(line), column: Int(column)))
        }
        self.init(module: module, address: address, functions: functions)
    }
}

extension FactKind {
    /// Whether the fact is about the whole trace, not about one subject: in a file, an item and not a record.
    var isPermanent: Bool {
        switch self {
        case .typeName, .module, .buildID, .frame, .placeName, .testEnd: true
        case .publisherType, .subscriberType, .valueType, .label, .location, .parentSubscription, .subject, .owner,
            .subscription, .capacity, .overflow, .latest, .prefetch, .death, .recordsSends, .stack, .test:
            false
        }
    }
}

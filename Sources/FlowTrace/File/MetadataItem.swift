/// A fact in a trace file, stored apart from events: a type, a length and bytes.
enum MetadataItem: Equatable {
    case node(NodeFact)
    case edge(EdgeFact)
    case typeName(tag: UInt32, name: String)
    case command([String])
    case end(UInt64)
    case retained(RetainedRecords)
    case over([UInt64])
    case module(CodeModule)
    case stack(CodeStack)
    case placeName(PlaceName)
    case testEnd(tag: UInt32, TestOutcome)

    enum ItemType: UInt16, CaseIterable {
        /// An operator instance that a probe has declared: ``NodeFact``.
        case node = 1
        /// An edge that a probe has declared: ``EdgeFact``.
        case edge = 2
        /// A ``FactKind/typeName``, valid for the whole trace.
        case typeName = 3
        /// The command that ran, with its arguments.
        case command = 4
        /// The end of recording, in nanoseconds.
        case end = 5
        /// The retained records of an overwritten chunk of a ring: ``RetainedRecords``.
        case retained = 6
        /// Ended lives without any other record in the ring; readers ignore their retained records.
        case over = 7
        /// An image of the traced program, with its build id: the facts `module` and `buildID`.
        case module = 8
        /// The frames of a stack: facts `frame`.
        case stack = 9
        /// The names of an address: facts `placeName`.
        case placeName = 10
        /// The end of a test: a fact `testEnd`.
        case testEnd = 11
    }

    /// The size of an item's header: type and length.
    static let headerSize = 4
    /// The end of an item that begins at `start` and has `count` bytes of content.
    static func end(of start: Int, count: Int) -> Int { (start + headerSize + count + 3) / 4 * 4 }

    /// The longest text kept, in bytes.
    private static let textLimit = 1024
    /// The most words kept of a command, and the most bytes of each.
    private static let wordLimit = 192
    private static let wordLength = 256
    /// The most lives in one item.
    static let lifeLimit = 4096

    var type: ItemType {
        switch self {
        case .node: .node
        case .edge: .edge
        case .typeName: .typeName
        case .command: .command
        case .end: .end
        case .retained: .retained
        case .over: .over
        case .module: .module
        case .stack: .stack
        case .placeName: .placeName
        case .testEnd: .testEnd
        }
    }

    /// The item's bytes: never empty, and at most 64 KiB minus the headers.
    var encoded: [UInt8] {
        var bytes = ByteWriter()
        switch self {
        case .node(let node):
            bytes.append(node.id.rawValue)
            bytes.append(UInt64(bitPattern: Int64(node.capacity ?? -1)))
            for byte in [node.overflow?.rawValue ?? 0, node.prefetch?.rawValue ?? 0] { bytes.append(byte) }
            for text in [node.role.rawValue, node.name, node.detail] { bytes.append(text, limit: MetadataItem.textLimit) }
        case .edge(let edge):
            bytes.append(edge.id.rawValue)
            bytes.append(edge.upstream?.rawValue ?? 0)
            bytes.append(edge.downstream?.rawValue ?? 0)
            for text in [edge.role.rawValue, edge.label] { bytes.append(text, limit: MetadataItem.textLimit) }
        case .typeName(let tag, let name):
            bytes.append(tag)
            bytes.append(name, limit: MetadataItem.textLimit)
        case .command(let words):
            let words = words.prefix(MetadataItem.wordLimit)
            bytes.append(UInt32(words.count))
            for word in words { bytes.append(word, limit: MetadataItem.wordLength) }
        case .end(let time): bytes.append(time)
        case .retained(let retained):
            for word in [retained.life, retained.outer, retained.number] { bytes.append(word) }
            for word in [retained.isBeginning ? 1 : 0, UInt32(retained.claim.slot), retained.claim.thread] { bytes.append(word) }
            bytes.append(retained.claim.time)
            for kept in retained.records.prefix(RetainedRecords.limit) {
                bytes.append(UInt32(kept.index))
                bytes.append(kept.record)
            }
        case .over(let lives): for life in lives.prefix(MetadataItem.lifeLimit) { bytes.append(life) }
        case .module(let module): module.write(to: &bytes)
        case .stack(let stack): stack.write(to: &bytes)
        case .placeName(let name): name.write(to: &bytes)
        case .testEnd(let tag, let outcome):
            bytes.append(tag)
            bytes.append(outcome.rawValue)
        }
        return bytes.bytes
    }

    /// Decodes an item; `nil` if the bytes are not one.
    init?(type: UInt16, bytes: UnsafeRawBufferPointer) {
        var reader = ByteReader(bytes)
        switch ItemType(rawValue: type) {
        case .node:
            guard let id = reader.uint32(), let capacity = reader.uint64(), let overflow = reader.byte(),
                let prefetch = reader.byte(), let role = reader.text().flatMap(NodeFact.Role.init), let name = reader.text(),
                let detail = reader.text()
            else { return nil }
            let limit = capacity < UInt64(Int.max) ? Int(capacity) : nil
            self = .node(
                NodeFact(
                    id: NodeID(rawValue: id), role: role, name: name, detail: detail, capacity: limit,
                    overflow: OverflowPolicy(rawValue: overflow), prefetch: Prefetch(rawValue: prefetch)))
        case .edge:
            guard let id = reader.uint32(), let upstream = reader.uint32(), let downstream = reader.uint32(),
                let role = reader.text().flatMap(EdgeFact.Role.init), let label = reader.text()
            else { return nil }
            self = .edge(
                EdgeFact(
                    id: EdgeID(rawValue: id), role: role, label: label,
                    upstream: upstream == 0 ? nil : NodeID(rawValue: upstream),
                    downstream: downstream == 0 ? nil : NodeID(rawValue: downstream)))
        case .typeName:
            guard let tag = reader.uint32(), let name = reader.text() else { return nil }
            self = .typeName(tag: tag, name: name)
        case .command:
            guard let count = reader.uint32(), count <= UInt32(MetadataItem.wordLimit) else { return nil }
            var words: [String] = []
            for _ in 0..<count {
                guard let word = reader.text() else { return nil }
                words.append(word)
            }
            self = .command(words)
        case .end:
            guard let time = reader.uint64() else { return nil }
            self = .end(time)
        case .retained:
            guard let retained = MetadataItem.retained(&reader) else { return nil }
            self = .retained(retained)
        case .over:
            var lives: [UInt64] = []
            while let life = reader.uint64() { lives.append(life) }
            self = .over(lives)
        case .module:
            guard let module = CodeModule(&reader) else { return nil }
            self = .module(module)
        case .stack:
            guard let stack = CodeStack(&reader) else { return nil }
            self = .stack(stack)
        case .placeName:
            guard let name = PlaceName(&reader) else { return nil }
            self = .placeName(name)
        case .testEnd:
            guard let tag = reader.uint32(), let outcome = reader.byte().flatMap(TestOutcome.init) else { return nil }
            self = .testEnd(tag: tag, outcome)
        case nil: return nil
        }
    }

    /// The lives to which an encoded item of retained records refers, its own first.
    static func lives(ofRetained bytes: UnsafeRawBufferPointer) -> (life: UInt64, outer: UInt64)? {
        var reader = ByteReader(bytes)
        guard let life = reader.uint64(), let outer = reader.uint64() else { return nil }
        return (life, outer)
    }

    private static func retained(_ reader: inout ByteReader) -> RetainedRecords? {
        guard let life = reader.uint64(), let outer = reader.uint64(), let number = reader.uint64(),
            let beginning = reader.uint32(), let slot = reader.uint32(), let thread = reader.uint32(), let time = reader.uint64()
        else { return nil }
        var retained = RetainedRecords(
            number: number, life: life, outer: outer, isBeginning: beginning != 0,
            claim: ChunkClaim(slot: Int(slot), thread: thread, time: time), records: [])
        while let index = reader.uint32(), index < TraceFormat.recordLimit, let record = reader.record() {
            retained.records.append(RetainedRecord(index: Int(index), record: record))
        }
        return retained
    }
}

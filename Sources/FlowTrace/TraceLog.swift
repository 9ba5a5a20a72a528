/// The merged trace: every drained record in order, with the text the records refer to and the facts of the graph.
///
/// Grows at its end only, so that an index into it stays good. A value type: a copy is a snapshot.
public struct TraceLog: RecordSink, Sendable {
    /// The entries in order of time, then thread, then position; entry *n* has sequence *n + 1*.
    public private(set) var entries: [TraceEntry] = []
    /// The nodes, by order of declaration.
    public private(set) var nodes: [NodeFact] = []
    /// The observed places, by order of declaration.
    public private(set) var edges: [EdgeFact] = []
    /// How many records the recorder had to drop.
    public private(set) var missed = 0

    /// How many facts were declared, those that replaced others too: what has the same number knows the same graph.
    public private(set) var declarations = 0

    private var placeOfNode: [NodeID: Int] = [:]
    private var placeOfEdge: [EdgeID: Int] = [:]
    private var text: [UInt8] = []
    private var threads: [UInt32: ThreadPositions] = [:]
    private var pendingLinks: [UInt32: UInt64] = [:]

    /// Creates an empty log.
    public init() {}

    /// The entry with this sequence number, from 1; `nil` outside the log.
    public subscript(sequence sequence: Int) -> TraceEntry? {
        entries.indices.contains(sequence - 1) ? entries[sequence - 1] : nil
    }

    /// The value of an event: what was sent, delivered, held or lost, the failure, the state. `nil` where there is none.
    ///
    /// - Complexity: O(length of the text).
    public func value(of entry: TraceEntry) -> TraceValue? {
        let event = entry.event
        guard !entry.kind.holdsDemand else { return nil }
        switch event.tag >> 4 {
        case 1: return .int(Int(truncatingIfNeeded: Int64(bitPattern: event.a)))
        case 2: return .double(Double(bitPattern: event.a))
        case 3: return .bool(event.a != 0)
        case 4: return .string(inlineText(of: event))
        case 5: return .string(referencedText(of: event))
        default: return nil
        }
    }

    /// Declares facts of the graph; a fact whose id is known already replaces the older one.
    public mutating func declare(nodes newNodes: [NodeFact], edges newEdges: [EdgeFact]) {
        declarations += newNodes.count + newEdges.count
        for node in newNodes {
            if let index = placeOfNode[node.id] {
                nodes[index] = node
            } else {
                placeOfNode[node.id] = nodes.count
                nodes.append(node)
            }
        }
        for edge in newEdges {
            if let index = placeOfEdge[edge.id] {
                edges[index] = edge
            } else {
                placeOfEdge[edge.id] = edges.count
                edges.append(edge)
            }
        }
    }

    /// The fact of a node, `nil` where it is not declared.
    public func node(_ id: NodeID) -> NodeFact? {
        placeOfNode[id].map { nodes[$0] }
    }

    /// The fact of an edge, `nil` where it is not declared.
    public func edge(_ id: EdgeID) -> EdgeFact? {
        placeOfEdge[id].map { edges[$0] }
    }

    /// Appends one record of a thread; records of one thread must come in its order.
    ///
    /// - Parameter bytes: The text that the record refers to, `nil` where it refers to none.
    public mutating func append(_ record: TraceEvent, thread: UInt32, bytes: UnsafeRawBufferPointer?) {
        append(record, thread: thread, bytes: bytes, within: nil)
    }

    /// Appends one record of a thread that happened in the call for which the entry `outer` stands, unless it names a nearer cause.
    public mutating func append(_ record: TraceEvent, thread: UInt32, bytes: UnsafeRawBufferPointer?, within outer: Int?) {
        if record.kind == .causeLink {
            pendingLinks[thread] = record.a
            threads[thread, default: ThreadPositions()].skip()
            return
        }
        let cause = cause(of: record, thread: thread) ?? outer
        guard record.kind != nil else {
            threads[thread, default: ThreadPositions()].skip()
            return
        }
        threads[thread, default: ThreadPositions()].append(entries.count + 1)
        add(record, thread: thread, bytes: bytes, cause: cause)
    }

    public mutating func note(missed: Int) {
        self.missed = missed
    }

    /// Appends an event that was concluded from other records, and returns its sequence.
    @discardableResult
    public mutating func add(_ record: TraceEvent, thread: UInt32, bytes: UnsafeRawBufferPointer?, cause: Int?) -> Int {
        var event = record
        if let bytes {
            event.a = UInt64(text.count)
            text.append(contentsOf: bytes)
        }
        entries.append(TraceEntry(event: event, sequence: entries.count + 1, cause: cause, thread: thread))
        return entries.count
    }

    /// Appends an event of another log.
    ///
    /// - Parameter cause: The sequence of its cause here.
    public mutating func add(_ entry: TraceEntry, of other: TraceLog, cause: Int?) {
        guard entry.event.tag >> 4 == 5, !entry.kind.holdsDemand else {
            add(entry.event, thread: entry.thread, bytes: nil, cause: cause)
            return
        }
        let place = other.textPlace(of: entry.event)
        other.text[place].withUnsafeBytes { _ = add(entry.event, thread: entry.thread, bytes: $0, cause: cause) }
    }

    /// Notes that a record of a thread is no event of its own.
    public mutating func skip(thread: UInt32) {
        threads[thread, default: ThreadPositions()].skip()
    }

    private mutating func cause(of record: TraceEvent, thread: UInt32) -> Int? {
        let distance: UInt64
        if record.causeDistance == TraceEvent.linkedCause {
            distance = pendingLinks.removeValue(forKey: thread) ?? 0
        } else {
            distance = UInt64(record.causeDistance)
        }
        return threads[thread]?.sequence(back: distance)
    }

    private func inlineText(of event: TraceEvent) -> String {
        let count = min(Int(event.tag & 15), TraceEvent.inlineTextCapacity)
        let bytes = (0..<count).map { UInt8(truncatingIfNeeded: ($0 < 8 ? event.a >> (8 * $0) : event.b >> (8 * ($0 - 8)))) }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// A text that was cut says so, and how long it was.
    private func referencedText(of event: TraceEvent) -> String {
        let text = String(decoding: text[textPlace(of: event)], as: UTF8.self)
        let full = event.b >> 32
        return full > event.b & 0xFFFF_FFFF ? "\(text)… (\(full) bytes)" : text
    }

    /// Where a text stands; nowhere where that cannot be.
    private func textPlace(of event: TraceEvent) -> Range<Int> {
        let offset = Int(clamping: event.a)
        let stored = Int(UInt32(truncatingIfNeeded: event.b))
        guard offset <= text.count, stored <= text.count - offset else { return 0..<0 }
        return offset..<(offset + stored)
    }
}

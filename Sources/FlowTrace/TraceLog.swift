/// The merged trace: every drained record in order, with separate texts and the facts of the graph.
///
/// Grows at its end, and may forget its oldest entries; the others keep their sequence numbers. A value type: a copy is a
/// snapshot.
///
/// Time never goes back: a record older than the previous entry gets the time of that entry. So readers may subtract times.
public struct TraceLog: RecordSink, Sendable {
    /// The kept entries, in order of time, then thread, then position; the first has sequence *forgotten + 1*.
    public private(set) var entries: [TraceEntry] = []
    /// The number of forgotten entries; the oldest are forgotten first.
    public private(set) var forgotten = 0
    /// The time of the last forgotten entry.
    public private(set) var forgottenTime = TraceTime.zero
    /// The nodes, in order of declaration.
    public private(set) var nodes: [NodeFact] = []
    /// The edges, in order of declaration.
    public private(set) var edges: [EdgeFact] = []
    /// The number of records that the recorder dropped.
    public private(set) var missed = 0
    /// The time up to which records are missing because they were overwritten or damaged before they were read; `nil` if none
    /// are.
    public private(set) var gapEnd: TraceTime?

    /// The number of records whose time lies before that of an earlier record of their thread; a working clock causes none.
    public private(set) var timesBack = 0

    /// The number of records and items of unknown kinds.
    public private(set) var unknownRecords = 0

    /// The number of changes to the facts, including replacements and new numbers of stages: copies of a log with the same number
    /// have the same graph.
    public private(set) var declarations = 0

    /// The loops of the program that feed streams.
    package private(set) var loopLinks = LoopLinks()

    /// The waits for the executors of the program.
    package var executors = ExecutorHistory()
    /// The ends of calls that delivered values, in order, and the number of forgotten ends.
    private var callEnds: (kept: [CallEnd], forgotten: Int) = ([], 0)

    private var edgeChanges = Declarations()
    private var nodeChanges = Declarations()
    private var indexOfNode: [NodeID: Int] = [:]
    private var indexOfEdge: [EdgeID: Int] = [:]
    private(set) var titles = StageTitles()
    private var text: [UInt8] = []
    /// The number of forgotten bytes of text: the offset of the first byte kept.
    private var textStart = 0
    /// The beginning of the text that ``keep(_:before:)`` stored since entries were last forgotten.
    private var textKept: Int?
    /// The offsets of texts that ``keep(_:before:)`` stored again since entries were last forgotten, by the payload that referred
    /// to them.
    private var textsKept: [TraceEvent.Payload: UInt64] = [:]
    /// The offsets of long texts that came from another log, by the payload that refers to them there: many events may refer to
    /// one text.
    private var textsAdded: [TraceEvent.Payload: UInt64] = [:]
    /// Text from this length on, in bytes, is long.
    private static let longText = 64
    private var threads: [ThreadPositions] = []
    private var indexOfThread: [UInt32: Int] = [:]
    /// The last thread looked up; the next look-up is nearly always for the same thread.
    private var lastThread: (number: UInt32, index: Int)?
    private var pendingLinks: [UInt32: UInt64] = [:]

    /// Creates an empty log.
    ///
    /// - Parameters:
    ///   - forgotten: The number of earlier entries.
    ///   - time: The time of the last forgotten entry.
    public init(forgotten: Int = 0, at time: TraceTime = .zero) {
        self.forgotten = forgotten
        forgottenTime = time
    }

    /// The number of entries, including forgotten ones: the sequence number of the last.
    public var count: Int { forgotten + entries.count }

    /// The entry with this sequence number, from 1; `nil` outside the log and if it was forgotten.
    public subscript(sequence sequence: Int) -> TraceEntry? {
        let index = sequence - 1 - forgotten
        return entries.indices.contains(index) ? entries[index] : nil
    }

    /// The kept entries after the event `sequence`, up to and including the event `last`.
    public func entries(after sequence: Int, upTo last: Int = .max) -> ArraySlice<TraceEntry> {
        let end = max(0, min(last, count) - forgotten)
        return entries[min(max(0, sequence - forgotten), end)..<end]
    }

    /// Forgets the entries up to the event `sequence`, and their text. Facts of the graph stay.
    ///
    /// - Complexity: O(kept entries and text).
    public mutating func forget(upTo sequence: Int) {
        let count = min(sequence, count) - forgotten
        guard count > 0 else { return }
        forgottenTime = entries[count - 1].time
        let start = min(firstText(after: forgotten + count), textKept ?? .max)
        entries.removeFirst(count)
        forgotten += count
        let over = callEnds.kept.partitioningIndex { $0.position > forgotten }
        callEnds.kept.removeFirst(over)
        callEnds.forgotten += over
        text.removeFirst(start - textStart)
        (textStart, textKept, textsKept) = (start, nil, [:])
        textsAdded = textsAdded.filter { $0.value >= UInt64(start) }
        for index in threads.indices { threads[index].forget(upTo: forgotten) }
    }

    /// The same entries with other times.
    ///
    /// - Parameter time: The new time of the event with a sequence number; must not decrease from one event to the next.
    /// - Complexity: O(kept entries).
    public func retimed(_ time: (Int) -> TraceTime) -> TraceLog {
        var log = self
        log.entries = entries.map { entry in
            var event = entry.event
            event.time = time(entry.sequence).nanoseconds
            return TraceEntry(event: event, sequence: entry.sequence, cause: entry.cause, thread: entry.thread)
        }
        log.callEnds.kept = callEnds.kept.map { end in
            CallEnd(edge: end.edge, time: time(end.position).nanoseconds, position: end.position, number: end.number)
        }
        return log
    }

    /// Releases unused memory.
    public mutating func shrink() { (entries, text, callEnds.kept) = ([] + entries, [] + text, [] + callEnds.kept) }

    /// The beginning of the oldest text that the entries after a sequence number refer to; the end of all text if they refer to
    /// none.
    ///
    /// - Complexity: O(kept entries).
    public func firstText(after sequence: Int) -> Int {
        let texts = entries(after: sequence).lazy.filter { $0.event.valueType == .textElsewhere && !$0.kind.holdsDemand }
        return max(min(texts.map { Int(clamping: $0.event.a) }.min() ?? .max, textEnd), textStart)
    }

    /// Copies the text of a payload if it begins before `start`, and returns a payload that refers to the copy. The copy survives
    /// the next call of ``forget(upTo:)``. Any other payload stays unchanged.
    public mutating func keep(_ payload: TraceEvent.Payload, before start: Int) -> TraceEvent.Payload {
        guard payload.type == .textElsewhere, Int(clamping: payload.a) < start else { return payload }
        textKept = textKept ?? textEnd
        if let known = textsKept[payload] { return TraceEvent.Payload(a: known, b: payload.b, type: payload.type) }
        let range = textRange(a: payload.a, b: payload.b)
        textsKept[payload] = UInt64(textEnd)
        defer { text.append(contentsOf: text[range]) }
        return TraceEvent.Payload(a: UInt64(textEnd), b: payload.b, type: payload.type)
    }

    /// The value of an event: the value sent, delivered, held or lost, the failure, or the state. `nil` if there is none.
    ///
    /// - Complexity: O(length of the text).
    public func value(of entry: TraceEntry) -> TraceValue? {
        let event = entry.event
        guard !entry.kind.holdsDemand else { return nil }
        switch event.valueType {
        case .none: return nil
        case .int: return .int(Int(truncatingIfNeeded: Int64(bitPattern: event.a)))
        case .double: return .double(Double(bitPattern: event.a))
        case .bool: return .bool(event.a != 0)
        case .text: return .string(inlineText(of: event))
        case .textElsewhere: return .string(referencedText(of: event))
        }
    }

    /// Declares facts of the graph; a fact with a known id replaces the older one.
    public mutating func declare(nodes newNodes: [NodeFact], edges newEdges: [EdgeFact]) {
        for node in newNodes { declare(node) }
        for edge in newEdges { declare(edge) }
    }

    private mutating func declare(_ node: NodeFact) {
        let index = indexOfNode[node.id] ?? nodes.count
        if index == nodes.count {
            indexOfNode[node.id] = index
            nodes.append(node)
        } else {
            guard nodes[index] != node else { return }
            nodes[index] = node
        }
        titles.declare(node)
        declarations += 1
        nodeChanges.append(index, of: nodes.count)
    }

    private mutating func declare(_ edge: EdgeFact) {
        let index = indexOfEdge[edge.id] ?? edges.count
        if index == edges.count {
            indexOfEdge[edge.id] = index
            edges.append(edge)
            titles.declare(edge, insteadOf: nil)
        } else {
            guard edges[index] != edge else { return }
            titles.declare(edge, insteadOf: edges[index])
            edges[index] = edge
        }
        declarations += 1
        edgeChanges.append(index, of: edges.count)
    }

    /// Records that a loop feeds a stream, known after the last event.
    package mutating func link(loop: EdgeID, to stream: EdgeID) {
        loopLinks.add(LoopLink(loop: loop, stream: stream, sequence: count))
    }

    /// Records that a task yields or sends to a stream from a new place in the code; 0 for an unknown task.
    package mutating func feed(_ stream: EdgeID, in task: UInt64) { loopLinks.feed(stream, in: task) }

    /// The number of declared facts of edges, including replacements.
    public var edgeDeclarations: Int { edgeChanges.count }

    /// The indices of the ``edges`` declared after the first `count` declarations of edges; an edge declared twice occurs twice.
    /// All indices if `count` lies far back.
    ///
    /// - Complexity: O(1), or O(edges) if `count` lies far back.
    public func edgeIndices(declaredAfter count: Int) -> ArraySlice<Int> {
        edgeChanges.after(count) ?? edges.indices.map(\.self)[...]
    }

    /// The number of declared facts of nodes, including replacements.
    public var nodeDeclarations: Int { nodeChanges.count }

    /// The indices of the ``nodes`` declared after the first `count` declarations of nodes. All indices if `count` lies far back.
    ///
    /// - Complexity: O(1), or O(nodes) if `count` lies far back.
    public func nodeIndices(declaredAfter count: Int) -> ArraySlice<Int> {
        nodeChanges.after(count) ?? nodes.indices.map(\.self)[...]
    }

    /// The fact of a node, `nil` if it is not declared.
    public func node(_ id: NodeID) -> NodeFact? { indexOfNode[id].map { nodes[$0] } }

    /// Names the stages as in another log, of which this one is a part.
    ///
    /// - Complexity: O(1).
    package mutating func nameStages(asIn other: TraceLog) { titles = other.titles }

    /// The fact of an edge, `nil` if it is not declared.
    public func edge(_ id: EdgeID) -> EdgeFact? { indexOfEdge[id].map { edges[$0] } }

    /// Appends one record of a thread; the records of a thread must come in the thread's order.
    ///
    /// `bytes` is the record's separate text, `nil` if there is none.
    public mutating func append(_ record: TraceEvent, thread: UInt32, bytes: UnsafeRawBufferPointer?) {
        append(record, thread: thread, bytes: bytes, within: nil)
    }

    /// Appends one record of a thread. Its cause is the entry `outer`, unless the record names a nearer cause.
    public mutating func append(_ record: TraceEvent, thread: UInt32, bytes: UnsafeRawBufferPointer?, within outer: Int?) {
        guard record.family == .events else {
            executors.add(record)
            return record.isKnown ? skip(record, thread: thread) : passOver(record, thread: thread)
        }
        if record.kind == .causeLink {
            pendingLinks[thread] = record.a
            return skip(record, thread: thread)
        }
        let cause = cause(of: record, thread: thread) ?? outer
        guard record.kind != nil else { return passOver(record, thread: thread) }
        let index = index(ofThread: thread)
        threads[index].append(count + 1)
        if threads[index].isBack(at: record.time) { timesBack += 1 }
        add(record, thread: thread, bytes: bytes, cause: cause)
    }

    public mutating func record(missed: Int) { self.missed = missed }

    public mutating func recordGap(until time: UInt64) {
        gapEnd = max(gapEnd ?? .zero, TraceTime(nanoseconds: time))
    }

    /// Appends an event derived from other records, and returns its sequence number.
    ///
    /// Its time is at least that of the previous entry: threads commit their records a moment after they read the clock.
    @discardableResult
    public mutating func add(_ record: TraceEvent, thread: UInt32, bytes: UnsafeRawBufferPointer?, cause: Int?) -> Int {
        var event = record
        event.time = max(event.time, lastTime)
        if let bytes {
            event.a = UInt64(textEnd)
            // A record may claim more text than it has.
            event.b = event.b & ~0xFFFF_FFFF | UInt64(bytes.count)
            text.append(contentsOf: bytes)
        }
        entries.append(TraceEntry(event: event, sequence: count + 1, cause: cause, thread: thread))
        if titles.isNew(event.edge), titles.begin(event.edge, edge(event.edge)) { declarations += 1 }
        return count
    }

    /// Appends an event of another log.
    ///
    /// `cause` is the sequence number of its cause in this log.
    public mutating func add(_ entry: TraceEntry, of other: TraceLog, cause: Int?) {
        guard entry.event.valueType == .textElsewhere, !entry.kind.holdsDemand else {
            add(entry.event, thread: entry.thread, bytes: nil, cause: cause)
            return
        }
        let range = other.textRange(of: entry.event)
        if let known = textAdded(entry.event, as: other.text[range]) {
            var event = entry.event
            event.a = known
            add(event, thread: entry.thread, bytes: nil, cause: cause)
            return
        }
        if range.count >= TraceLog.longText { textsAdded[entry.event.payload] = UInt64(textEnd) }
        other.text[range].withUnsafeBytes { _ = add(entry.event, thread: entry.thread, bytes: $0, cause: cause) }
    }

    /// The offset in this log of another log's text; `nil` if this log does not have it yet.
    private func textAdded(_ event: TraceEvent, as wanted: ArraySlice<UInt8>) -> UInt64? {
        guard wanted.count >= TraceLog.longText, let known = textsAdded[event.payload] else { return nil }
        return text[textRange(a: known, b: event.b)] == wanted ? known : nil
    }

    /// Records the end of a call that delivered a value; the value's event has ``TraceEvent/isCall``.
    ///
    /// - Parameter time: Nanoseconds since time 0; the time of the last entry if that is later.
    package mutating func endCall(on edge: EdgeID, at time: UInt64) {
        let number = callEnds.forgotten + callEnds.kept.count + 1
        callEnds.kept.append(CallEnd(edge: edge, time: max(time, lastTime), position: count, number: number))
    }

    /// The kept ends of calls after the first `count`.
    ///
    /// - Complexity: O(1).
    package func callEnds(after count: Int) -> ArraySlice<CallEnd> {
        callEnds.kept.dropFirst(max(0, count - callEnds.forgotten))
    }

    /// Counts a thread's record that does not become an event.
    public mutating func skip(_ record: TraceEvent, thread: UInt32) {
        let index = index(ofThread: thread)
        threads[index].skip()
        if threads[index].isBack(at: record.time) { timesBack += 1 }
    }

    /// Skips a record of an unknown kind, and counts it.
    package mutating func passOver(_ record: TraceEvent, thread: UInt32) {
        unknownRecords += 1
        skip(record, thread: thread)
    }

    public mutating func passOver(items: Int) { unknownRecords += items }

    /// The time of the last entry.
    private var lastTime: UInt64 { entries.last?.event.time ?? forgottenTime.nanoseconds }

    private mutating func cause(of record: TraceEvent, thread: UInt32) -> Int? {
        let distance: UInt64
        if record.causeDistance == TraceEvent.linkedCause {
            distance = pendingLinks.removeValue(forKey: thread) ?? 0
        } else {
            distance = UInt64(record.causeDistance)
        }
        return distance > 0 ? threads[index(ofThread: thread)].sequence(back: distance) : nil
    }

    @inline(__always)
    private mutating func index(ofThread thread: UInt32) -> Int {
        if let lastThread, lastThread.number == thread { return lastThread.index }
        return indexOfOther(thread)
    }

    private mutating func indexOfOther(_ thread: UInt32) -> Int {
        let index = indexOfThread[thread] ?? threads.count
        if index == threads.count {
            threads.append(ThreadPositions())
            indexOfThread[thread] = index
        }
        lastThread = (thread, index)
        return index
    }

    private func inlineText(of event: TraceEvent) -> String {
        let count = min(Int(event.b >> 56), TraceEvent.inlineTextCapacity)
        let bytes = (0..<count).map { UInt8(truncatingIfNeeded: ($0 < 8 ? event.a >> (8 * $0) : event.b >> (8 * ($0 - 8)))) }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// The separate text of an event. A cut text ends with an ellipsis and its full length.
    private func referencedText(of event: TraceEvent) -> String {
        let text = String(decoding: text[textRange(of: event)], as: UTF8.self)
        let full = event.b >> 32
        return full > event.b & 0xFFFF_FFFF ? "\(text)… (\(full) bytes)" : text
    }

    /// The range of a text; empty if there is no such text.
    private func textRange(of event: TraceEvent) -> Range<Int> { textRange(a: event.a, b: event.b) }

    /// The offset of the next text.
    var textEnd: Int { textStart + text.count }

    private func textRange(a: UInt64, b: UInt64) -> Range<Int> {
        let offset = Int(clamping: a) - textStart
        let stored = Int(UInt32(truncatingIfNeeded: b))
        guard offset >= 0, offset <= text.count, stored <= text.count - offset else { return 0..<0 }
        return offset..<(offset + stored)
    }
}

import FlowAnalysis
import FlowModel
import FlowTrace

/// Writes the log of the lanes: a line for each event, or for a few related events.
public enum LogWriter {
    /// The newest lines up to a moment, oldest first.
    ///
    /// - Complexity: O(`count`), independent of the length of the trace.
    public static func lines(of stream: StreamAnalysis, upTo moment: Moment, count: Int) -> [LogLine] {
        guard count > 0 else { return [] }
        let model = stream.model
        let end = min(moment.sequence, model.log.count)
        let facts = StreamFacts(model, at: Moment(time: moment.time, sequence: end))
        var window = 4 * count + 32
        while true {
            let drafts = drafts(in: facts, from: max(0, end - window), to: end)
            if drafts.count > count || window >= end || window > 64 * count + 4096 {
                return lines(from: drafts.suffix(count), LogWords(facts: facts, violations: stream.violations))
            }
            window *= 4
        }
    }

    static func drafts(in facts: StreamFacts, from start: Int, to end: Int) -> [LogDraft] {
        let grouping = LogGrouping(facts: facts)
        var drafts: [LogDraft] = []
        var indexOfLine: [Int: Int] = [:]
        for entry in facts.model.log.entries(after: start, upTo: end) {
            if entry.kind.isTerminal, let cause = entry.cause, let index = indexOfLine[cause] { drafts[index].causedEnd = true }
            guard let line = grouping.ownLine(of: entry) else { continue }
            if let index = indexOfLine[line] {
                drafts[index].members.append(entry)
                indexOfLine[entry.sequence] = index
            } else if let last = drafts.last, grouping.continues(entry, after: last.last) {
                drafts[drafts.count - 1].members.append(entry)
                indexOfLine[entry.sequence] = drafts.count - 1
            } else {
                indexOfLine[entry.sequence] = drafts.count
                drafts.append(LogDraft(head: facts.model.log[sequence: line] ?? entry))
                if line != entry.sequence { drafts[drafts.count - 1].members.append(entry) }
            }
        }
        return drafts
    }

    private static func lines(from drafts: ArraySlice<LogDraft>, _ words: LogWords) -> [LogLine] {
        let grouping = LogGrouping(facts: words.facts)
        var previous: TraceTime?
        return drafts.map { draft in
            defer { previous = draft.head.time }
            return words.line(of: draft, showsTime: previous != draft.head.time, depth: grouping.depth(of: draft.head))
        }
    }
}

/// A line of the log in the making.
struct LogDraft {
    /// The main event of the line.
    let head: TraceEntry
    /// Its events, in order, including the head.
    var members: [TraceEntry]
    /// Whether one of the events caused an end of the stream.
    var causedEnd = false

    init(head: TraceEntry) {
        self.head = head
        members = [head]
    }

    var last: TraceEntry { members[members.count - 1] }

    func first(_ kind: SignalKind) -> TraceEntry? { members.first { $0.kind == kind } }
}

/// Decides which events share a line of the log.
struct LogGrouping {
    let facts: StreamFacts
    private var model: StreamModel { facts.model }

    init(facts: StreamFacts) { self.facts = facts }

    /// The sequence of the event whose line this event shares, or its own; `nil` if this event is not shown.
    func ownLine(of entry: TraceEntry) -> Int? {
        guard isShown(entry) else { return nil }
        switch entry.kind {
        case .request: return cause(of: entry, is: .subscribed) ?? entry.sequence
        case .dropped: return cause(of: entry, is: .offered) ?? entry.sequence
        case .unbuffered: return entrance(of: entry) ?? entry.sequence
        case .subscribed, .value, .returned, .finished, .failure, .cancel, .offered, .buffered, .state, .note, .causeLink:
            return entry.sequence
        }
    }

    /// Whether an event has a line, or shares one.
    func isShown(_ entry: TraceEntry) -> Bool { entry.kind != .returned && model.laneIndex(of: entry) != nil }

    /// Whether an event belongs to the run of values or drops that ends with `previous`.
    func continues(_ entry: TraceEntry, after previous: TraceEntry) -> Bool {
        guard entry.kind == previous.kind, entry.edge == previous.edge, entry.time == previous.time else { return false }
        guard let cause = facts.laneCause(of: entry) else { return false }
        guard cause.sequence == facts.laneCause(of: previous)?.sequence else { return false }
        switch entry.kind {
        case .value: return cause.kind == .request || cause.kind == .subscribed
        case .dropped: return entry.event.dropReason == previous.event.dropReason && cause.kind != .offered
        case .subscribed, .request, .returned, .finished, .failure, .cancel, .offered, .buffered, .unbuffered, .state, .note,
            .causeLink:
            return false
        }
    }

    /// The number of lines above that caused a line, at most 2.
    func depth(of head: TraceEntry) -> Int {
        var depth = 0
        var line = head.sequence
        var cause = model.cause(of: head)
        while depth < 2, let sequence = cause, let entry = model.log[sequence: sequence] {
            if let own = ownLine(of: entry), own != line {
                depth += 1
                line = own
            }
            cause = model.cause(of: entry)
        }
        return depth
    }

    private func cause(of entry: TraceEntry, is kind: SignalKind) -> Int? {
        guard let sequence = entry.cause, let cause = model.log[sequence: sequence] else { return nil }
        return cause.kind == kind && cause.edge == entry.edge ? sequence : nil
    }

    /// The `buffered` event of a value that went straight through an empty buffer.
    private func entrance(of entry: TraceEntry) -> Int? {
        guard let lane = model.laneIndex(of: entry), let mark = model.lanes[lane].mark(of: entry.sequence) else { return nil }
        guard mark.totals.held == 0, let item = model.lanes[lane].item(endedBy: mark) else { return nil }
        guard let entered = model.log[sequence: item.entered], entered.time == entry.time else { return nil }
        let isSameCall = entry.cause == entered.sequence || (entry.cause != nil && entry.cause == entered.cause)
        // A waiting consumer of a channel takes the value in another call.
        return isSameCall || facts.isChannel(lane) ? entered.sequence : nil
    }
}

/// A line of the log: one event, or a few related ones.
public struct LogLine: Hashable, Sendable {
    /// The time of the event.
    public let time: TraceTime
    /// Whether the time differs from that of the line above, or no line is above.
    public let showsTime: Bool
    /// The name of its lane; `demand` for requests in a stream with one output.
    public let lane: String
    /// The sign for the kind of event.
    public let sign: Sign
    /// The event, without the sign, unsanitised.
    public let text: String
    /// The number of shown lines that caused it, at most 2.
    public let depth: Int
    /// The sequences of its first and last event; events of other lines may lie between.
    public let sequences: ClosedRange<Int>
    /// Its colour.
    public let tone: Tone
}

import FlowAnalysis
import FlowModel
import FlowTrace

/// Writes the log: what happened on the lanes, one line an event, with the events that belong together on one line.
public enum LogWriter {
    /// The newest lines up to a moment, oldest first.
    ///
    /// - Complexity: O(`count`), whatever the length of the trace.
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

    private static func drafts(in facts: StreamFacts, from start: Int, to end: Int) -> [LogDraft] {
        let grouping = LogGrouping(facts: facts)
        var drafts: [LogDraft] = []
        var placeOfLine: [Int: Int] = [:]
        for entry in facts.model.log.entries(after: start, upTo: end) {
            if entry.kind.isTerminal, let cause = entry.cause, let place = placeOfLine[cause] { drafts[place].causedEnd = true }
            guard let line = grouping.ownLine(of: entry) else { continue }
            if let place = placeOfLine[line] {
                drafts[place].members.append(entry)
                placeOfLine[entry.sequence] = place
            } else if let last = drafts.last, grouping.continues(entry, after: last.last) {
                drafts[drafts.count - 1].members.append(entry)
                placeOfLine[entry.sequence] = drafts.count - 1
            } else {
                placeOfLine[entry.sequence] = drafts.count
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

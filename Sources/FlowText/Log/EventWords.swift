import FlowTrace

/// An event in few plain words, without its place: `value C`, `dropped B (overflow: oldest)`, `request 2`.
public enum EventWords {
    /// The words of an event.
    public static func text(_ entry: TraceEntry, in log: TraceLog) -> String {
        var words = [entry.kind.name]
        if let demand = entry.event.demand { words.append("\(demand)") }
        if let value = log.value(of: entry) { words.append(value.description) }
        if let reason = entry.event.dropReason { words.append("(\(reason.name))") }
        return words.joined(separator: " ")
    }
}

import FlowTrace

/// Writes events in the trace format that Chrome's and Perfetto's viewers read: one JSON document.
///
/// Every edge is a thread of one process; events are instants on it, and outstanding demand and what is held are counters. Unlimited
/// demand has no number and is left out of its counter.
public enum ChromeTrace {
    /// What comes before the first event.
    public static func head(of log: TraceLog, program: String) -> [String] {
        let process = "{\"ph\":\"M\",\"pid\":1,\"name\":\"process_name\",\"args\":{\"name\":\(JSONLines.string(program))}}"
        let threads = log.edges.map { edge in
            "{\"ph\":\"M\",\"pid\":1,\"tid\":\(edge.id.rawValue),\"name\":\"thread_name\","
                + "\"args\":{\"name\":\(JSONLines.string(edge.label))}}"
        }
        return ["{\"displayTimeUnit\":\"ns\",\"traceEvents\":["] + ([process] + threads).map { $0 + "," }
    }

    /// The records of one event, each followed by a comma.
    public static func lines(for entry: TraceEntry, in log: TraceLog, counters: EdgeCounters) -> [String] {
        let place = "\"pid\":1,\"tid\":\(entry.edge.rawValue),\"ts\":\(microseconds(entry.time))"
        let value = log.value(of: entry).map { ",\"value\":\(JSONLines.string($0.description))" } ?? ""
        let demand = entry.event.demand.map { ",\"demand\":\(JSONLines.string($0.description))" } ?? ""
        let cause = entry.cause.map { ",\"cause\":\($0)" } ?? ""
        let args = "\"args\":{\"seq\":\(entry.sequence)\(value)\(demand)\(cause)}"
        var lines = ["{\"ph\":\"i\",\"s\":\"t\",\"name\":\"\(entry.kind.name)\",\(place),\(args)},"]
        for counter in counters.changed(by: entry) {
            let name = JSONLines.string("\(counter.name) \(entry.edge.rawValue)")
            lines.append("{\"ph\":\"C\",\"name\":\(name),\(place),\"args\":{\"\(counter.name)\":\(counter.value)}},")
        }
        return lines
    }

    /// What comes after the last event.
    public static let tail = ["{\"ph\":\"M\",\"pid\":1,\"name\":\"process_sort_index\",\"args\":{\"sort_index\":0}}", "]}"]

    private static func microseconds(_ time: TraceTime) -> String {
        let fraction = String(time.nanoseconds % 1000)
        return "\(time.nanoseconds / 1000).\(String(repeating: "0", count: 3 - fraction.count))\(fraction)"
    }
}

import FlowTrace

/// Writes events in the trace format of Chrome's and Perfetto's viewers: one JSON document.
///
/// Pipelines are processes and edges their threads, in the order of the screen. Events are instants; outstanding demand and held
/// values are counters. Unlimited demand is omitted from its counter.
public enum ChromeTrace {
    /// The text before the first event.
    public static func head(of lanes: ExportLanes, program: String) -> [String] {
        let records = lanes.pipelines.enumerated().flatMap { index, pipeline -> [String] in
            let process = index + 1
            let name = pipeline.name.isEmpty ? program : "\(program): \(pipeline.name)"
            let threads = pipeline.edges.enumerated().flatMap { order, edge in
                [
                    metadata("thread_name", process, edge, "\"name\":\(JSONLines.string(lanes.location(of: edge)?.title ?? ""))"),
                    metadata("thread_sort_index", process, edge, "\"sort_index\":\(order)"),
                ]
            }
            return [metadata("process_name", process, nil, "\"name\":\(JSONLines.string(name))")] + threads
        }
        return ["{\"displayTimeUnit\":\"ns\",\"traceEvents\":["] + records.map { $0 + "," }
    }

    private static func metadata(_ name: String, _ process: Int, _ edge: EdgeID?, _ argument: String) -> String {
        let thread = edge.map { "\"tid\":\($0.rawValue)," } ?? ""
        return "{\"ph\":\"M\",\"pid\":\(process),\(thread)\"name\":\"\(name)\",\"args\":{\(argument)}}"
    }

    /// The records of one event, each followed by a comma.
    public static func lines(for entry: TraceEntry, in log: TraceLog, on lanes: ExportLanes, counters: EdgeCounters) -> [String] {
        let process = lanes.location(of: entry.edge)?.pipeline ?? 1
        let track = "\"pid\":\(process),\"tid\":\(entry.edge.rawValue),\"ts\":\(microseconds(entry.time))"
        let value = log.value(of: entry).map { ",\"value\":\(JSONLines.string($0.description))" } ?? ""
        let demand = entry.event.demand.map { ",\"demand\":\(JSONLines.string($0.description))" } ?? ""
        let cause = entry.cause.map { ",\"cause\":\($0)" } ?? ""
        let args = "\"args\":{\"seq\":\(entry.sequence)\(value)\(demand)\(cause)}"
        var lines = ["{\"ph\":\"i\",\"s\":\"t\",\"name\":\"\(entry.kind.name)\",\(track),\(args)},"]
        for counter in counters.changed(by: entry) {
            let name = JSONLines.string("\(counter.name) \(entry.edge.rawValue)")
            lines.append("{\"ph\":\"C\",\"name\":\(name),\(track),\"args\":{\"\(counter.name)\":\(counter.value)}},")
        }
        return lines
    }

    /// The text after the last event.
    public static let tail = ["{\"ph\":\"M\",\"pid\":1,\"name\":\"process_sort_index\",\"args\":{\"sort_index\":0}}", "]}"]

    private static func microseconds(_ time: TraceTime) -> String {
        let fraction = String(time.nanoseconds % 1000)
        return "\(time.nanoseconds / 1000).\(String(repeating: "0", count: 3 - fraction.count))\(fraction)"
    }
}

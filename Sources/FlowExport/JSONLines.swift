import FlowModel
import FlowText
import FlowTrace

/// Writes events as JSON Lines: one object a line, its keys always in the same order.
public enum JSONLines {
    /// One line, without its newline.
    public static func line(for entry: TraceEntry, in model: StreamModel) -> String {
        line(
            for: entry, in: model.log, outstanding: model.outstanding(after: entry), lane: model.laneName(of: entry))
    }

    /// The additional fields of a line of a program's trace.
    struct ProgramFields {
        /// The number of the edge's pipeline; `nil` for an edge without a lane.
        let pipeline: Int?
        let label: String?
        let doubts: EdgeUncertainty
        /// The name of the test that made the edge; `nil` if unknown.
        let test: String?
    }

    /// One line, without its newline.
    ///
    /// - Parameter program: The additional fields; `nil` for a scenario.
    static func line(
        for entry: TraceEntry, in log: TraceLog, outstanding: Demand, lane: String?, program: ProgramFields? = nil
    ) -> String {
        let kind = entry.kind
        let value = log.value(of: entry)?.description
        let demand = kind.holdsDemand ? entry.event.demand.map(number) : nil
        return [
            "{\"t\":\(entry.time)", "\"seq\":\(entry.sequence)", "\"edge\":\(entry.edge.rawValue)",
            program.map { "\"pipeline\":\($0.pipeline.map(String.init) ?? "null")" }, "\"lane\":\(quoted(lane))",
            program.map { "\"label\":\(quoted($0.label))" }, "\"kind\":\"\(kind.name)\"",
            "\"value\":\(quoted(value))", "\"demand\":\(demand ?? "null")",
            "\"outstanding\":\(number(outstanding))",
            "\"reason\":\(quoted(entry.event.leftUnseen ? "unseen" : entry.event.dropReason?.name))",
            "\"cause\":\(entry.cause.map(String.init) ?? "null")",
            program.map { "\"doubts\":[\($0.doubts.each.map { string($0.name) }.joined(separator: ","))]" },
            program.map { "\"test\":\(quoted($0.test))" },
        ].compactMap(\.self).joined(separator: ",") + "}"
    }

    private static func number(_ demand: Demand) -> String { demand.count.map(String.init) ?? "\"unlimited\"" }

    private static func quoted(_ text: String?) -> String { text.map(string) ?? "null" }

    /// A JSON string. Everything unsafe is escaped: the text stays on one line, cannot look like other text, and cannot control
    /// a terminal. A JSON parser gets the original text.
    public static func string(_ text: String) -> String {
        VisibleText.quoted(text) { scalar in
            let hex = String(scalar.value, radix: 16)
            return "\\u" + String(repeating: "0", count: 4 - hex.count) + hex
        }
    }
}

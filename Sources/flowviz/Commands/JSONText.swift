import FlowExport
import FlowTrace

/// Writes JSON, keys in the order in which they are given.
enum JSONText {
    static func object(_ pairs: [(String, String)]) -> String {
        "{" + pairs.map { "\"\($0.0)\":\($0.1)" }.joined(separator: ",") + "}"
    }

    static func list(_ items: [String]) -> String {
        "[" + items.joined(separator: ",") + "]"
    }

    static func string(_ text: String) -> String {
        JSONLines.string(text)
    }

    static func seconds(_ nanoseconds: UInt64) -> String {
        "\(TraceTime(nanoseconds: nanoseconds))"
    }

    /// At most four decimals.
    static func number(_ number: Double?) -> String {
        guard let number, number.isFinite else { return "null" }
        let scaled = (number * 10_000).rounded() / 10_000
        return scaled == scaled.rounded() && abs(scaled) < 1e15 ? "\(Int64(scaled))" : "\(scaled)"
    }
}

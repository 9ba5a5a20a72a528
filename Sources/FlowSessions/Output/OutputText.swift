import FlowExport
import FlowScreen
import FlowText
import FlowTrace
import FlowViews

/// Writes JSON with keys in the given order.
package enum JSONText {
    package static func object(_ pairs: [(String, String)]) -> String {
        "{" + pairs.map { "\"\($0.0)\":\($0.1)" }.joined(separator: ",") + "}"
    }

    package static func list(_ items: [String]) -> String { "[" + items.joined(separator: ",") + "]" }

    package static func string(_ text: String) -> String { JSONLines.string(text) }

    package static func seconds(_ nanoseconds: UInt64) -> String { "\(TraceTime(nanoseconds: nanoseconds))" }

    /// At most four decimals.
    package static func number(_ number: Double?) -> String {
        guard let number, number.isFinite else { return "null" }
        let scaled = (number * 10_000).rounded() / 10_000
        return scaled == scaled.rounded() && abs(scaled) < 1e15 ? "\(Int64(scaled))" : "\(scaled)"
    }
}

/// A line of the log as plain text.
enum LogText {
    /// - Parameter width: The columns of the lanes' names.
    static func line(_ line: LogLine, lanes width: Int = 10) -> String {
        let time = line.showsTime ? Seconds.text(line.time) : ""
        let indent = line.depth > 0 ? String(repeating: "  ", count: line.depth - 1) + "└ " : ""
        let start = String(repeating: " ", count: max(0, 8 - time.count)) + time
        let sign = Signs.unicode.glyph(of: line.sign)
        return TextWidth.sanitised("\(start)  \(line.lane.padded(to: width))\(indent)\(sign) \(line.text)")
    }
}

extension String {
    /// The text followed by spaces up to `width` characters, with at least one space.
    package func padded(to width: Int) -> String { self + String(repeating: " ", count: Swift.max(1, width - count)) }
}

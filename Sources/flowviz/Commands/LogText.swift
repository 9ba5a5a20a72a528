import FlowAnalysis
import FlowScreen
import FlowText
import FlowViews

/// A line of the log as plain text.
enum LogText {
    static func line(_ line: LogLine) -> String {
        let time = line.showsTime ? Seconds.text(line.time) : ""
        let indent = line.depth > 0 ? String(repeating: "  ", count: line.depth - 1) + "└ " : ""
        let start = String(repeating: " ", count: max(0, 8 - time.count)) + time
        return TextWidth.sanitised("\(start)  \(line.lane.padded(to: 10))\(indent)\(Signs.unicode.text(of: line)) \(line.text)")
    }
}

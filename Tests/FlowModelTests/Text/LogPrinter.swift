import FlowAnalysis
import FlowModel
import FlowText

/// Prints log lines as the screen does, for comparison.
enum LogPrinter {
    static func text(_ model: StreamModel, at seconds: Double, count: Int) -> [String] {
        let moment = model.moment(at: .init(seconds: seconds))
        return LogWriter.lines(of: StreamAnalysis(model), upTo: moment, count: count).map(text)
    }

    static func text(_ line: LogLine) -> String {
        let time = line.showsTime ? Seconds.text(line.time) : ""
        let branch = line.depth == 0 ? "" : String(repeating: " ", count: 2 * (line.depth - 1)) + "└ "
        return "\(time)|\(line.lane)|\(branch)\(glyph(line.sign)) \(line.text)"
    }

    static func glyph(_ sign: Sign) -> Character {
        switch sign {
        case .value: "●"
        case .bufferIn: "+"
        case .bufferOut: "−"
        case .dropped: "✗"
        case .request: "▲"
        case .finished: "│"
        case .failed: "✕"
        case .cancelled: "⊘"
        case .subscribed: "├"
        case .state: "·"
        case .paused: "‖"
        case .violation: "§"
        case .unlimited: "∞"
        case .cut: "…"
        case .atLeast: "≥"
        }
    }
}

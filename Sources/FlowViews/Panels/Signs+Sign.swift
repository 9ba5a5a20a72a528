import FlowScreen
import FlowText

extension Signs {
    /// What a line of the log begins with: its sign, or the number of values it merges.
    public func text(of line: LogLine) -> String {
        line.count > 1 ? String(line.count) : String(glyph(of: line.sign))
    }

    /// The glyph of what a line is about.
    public func glyph(of sign: Sign) -> Character {
        switch sign {
        case .value: value
        case .bufferIn: inward
        case .bufferOut: outward
        case .dropped: dropped
        case .request: request
        case .finished: finished
        case .failed: failed
        case .cancelled: cancelled
        case .subscribed: subscribed
        case .state: state
        case .paused: paused
        case .breach: breach
        }
    }
}

import FlowModel
import FlowScreen

extension Sign {
    /// The sign as plain text.
    var text: String {
        let signs = Signs.unicode
        let character: Character =
            switch self {
            case .value: signs.value
            case .bufferIn: signs.inward
            case .bufferOut: signs.outward
            case .dropped: signs.dropped
            case .request: signs.request
            case .finished: signs.finished
            case .failed: signs.failed
            case .cancelled: signs.cancelled
            case .subscribed: signs.subscribed
            case .state: signs.state
            case .paused: signs.paused
            }
        return String(character)
    }
}

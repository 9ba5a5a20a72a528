import FlowSessions
import FlowViews

/// Handles keys in the help.
struct HelpUpdate: OverlayUpdate {
    /// Whether the second page, about the signs, is shown.
    let showsSigns: Bool

    let key = OverlayKey.help

    func perform(_ command: Command, on state: inout AppState, facts: RunFacts) -> [Effect]? {
        let hasNext = !showsSigns && HelpPages.count(on: state.size) > 1
        switch command {
        case .pageDown where hasNext, .help where hasNext: state.overlay = .signs
        case .pageUp where showsSigns: state.overlay = .help
        case .pageUp, .pageDown: state.refuse(.isWhole)
        default: return nil
        }
        return []
    }
}

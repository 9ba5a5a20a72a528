import FlowModel
import FlowSessions
import FlowViews

/// What keys do in an overlay.
protocol OverlayUpdate {
    /// The key that opened it, which closes it too.
    var key: OverlayKey { get }
    /// Whether the arrows move its rows: no row of it is chosen, and no lane below it matters to it.
    var scrolls: Bool { get }
    /// Performs a command; `nil` for those that mean the same in every overlay.
    func perform(_ command: Command, on state: inout AppState, facts: RunFacts) -> [Effect]?
}

extension OverlayUpdate {
    var scrolls: Bool { false }

    /// Performs a command.
    ///
    /// - Returns: `nil` if it does its work on the lanes, now that the overlay is closed.
    func press(_ command: Command, on state: inout AppState, facts: RunFacts) -> [Effect]? {
        if let effects = perform(command, on: &state, facts: facts) { return effects }
        switch command {
        case .order: return state.refuse(.hasOneOrder)
        case .pageUp, .pageDown: state.scroll += command.rows(ofPage: RootView.overlayRows(on: state.size))
        case .laneUp where scrolls, .laneDown where scrolls: state.scroll += command.rows(ofPage: 1)
        // Lanes are chosen below it.
        case .laneUp, .laneDown: return nil
        // Its key and the one that closes only leave it; others also do their work.
        case .open(key), .close: state.overlay = nil
        default:
            state.overlay = nil
            return nil
        }
        return []
    }
}

/// Text in which keys only move rows.
struct TextUpdate: OverlayUpdate {
    let key: OverlayKey
    let scrolls: Bool

    func perform(_ command: Command, on state: inout AppState, facts: RunFacts) -> [Effect]? { nil }
}

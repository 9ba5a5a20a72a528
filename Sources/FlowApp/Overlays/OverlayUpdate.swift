import FlowModel
import FlowScreen
import FlowSessions
import FlowViews

/// What keys do in an overlay.
protocol OverlayUpdate {
    /// The key that opened it, which closes it too.
    var key: OverlayKey { get }
    /// Whether the arrows move its rows: no row of it is chosen, and no lane below it matters to it.
    var scrolls: Bool { get }
    /// Performs a command; `nil` for a command with one meaning in all overlays.
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

    /// The row that a command chooses among the steps of a chain; `nil` for a command that moves no row.
    func moved(from row: Int, of count: Int, by command: Command, on size: Size) -> Int? {
        switch command {
        case .laneUp, .laneDown, .pageUp, .pageDown:
            max(0, min(count - 1, row + command.rows(ofPage: RootView.overlayRows(on: size) / 2)))
        case .travel(.start): 0
        case .travel(.now): max(0, count - 1)
        default: nil
        }
    }
}

/// Text in which keys only move rows.
struct TextUpdate: OverlayUpdate {
    let key: OverlayKey
    let scrolls: Bool

    func perform(_ command: Command, on state: inout AppState, facts: RunFacts) -> [Effect]? { nil }
}

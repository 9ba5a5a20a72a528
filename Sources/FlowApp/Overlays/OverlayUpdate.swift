import FlowModel
import FlowScreen
import FlowSessions
import FlowViews

/// Handles the keys of an overlay.
protocol OverlayUpdate {
    /// The key that opens and closes the overlay.
    var key: OverlayKey { get }
    /// Whether the arrows scroll the overlay. Then it has no selected row, and does not depend on the selected lane.
    var scrolls: Bool { get }
    /// Performs a command; returns `nil` for a command with the same meaning in all overlays.
    func perform(_ command: Command, on state: inout AppState, facts: RunFacts) -> [Effect]?
}

extension OverlayUpdate {
    var scrolls: Bool { false }

    /// Performs a command.
    ///
    /// - Returns: `nil` if the caller must apply the command to the lanes. All such commands except the arrows close the overlay.
    func press(_ command: Command, on state: inout AppState, facts: RunFacts) -> [Effect]? {
        if let effects = perform(command, on: &state, facts: facts) { return effects }
        switch command {
        case .order: return state.refuse(.hasOneOrder)
        case .pageUp, .pageDown: state.scroll += command.rows(ofPage: RootView.overlayRows(on: state.size))
        case .laneUp where scrolls, .laneDown where scrolls: state.scroll += command.rows(ofPage: 1)
        // The arrows select lanes, and the overlay stays open.
        case .laneUp, .laneDown: return nil
        // The overlay's key and the closing key only close it; other commands close it and are then performed.
        case .open(key), .close: state.overlay = nil
        default:
            state.overlay = nil
            return nil
        }
        return []
    }

    /// The selected row after a command; `nil` if the command does not move the selection.
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

/// Handles keys in an overlay of text, which can only be scrolled.
struct TextUpdate: OverlayUpdate {
    let key: OverlayKey
    let scrolls: Bool

    func perform(_ command: Command, on state: inout AppState, facts: RunFacts) -> [Effect]? { nil }
}

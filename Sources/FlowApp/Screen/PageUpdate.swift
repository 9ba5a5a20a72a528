import FlowAnalysis
import FlowModel
import FlowScreen
import FlowSessions
import FlowViews
import FlowVerdict

/// Handles the page keys, which work the same everywhere.
enum PageUpdate {
    /// Moves the selection by the number of lanes on the screen.
    static func pageOfLanes(_ step: Int, _ state: inout AppState, _ facts: RunFacts) {
        let lanes = ScreenLane.lanes(of: facts.model)
        let page = RootView.laneCount(of: lanes, selection: state.selection, on: state.size)
        state.selection = min(max(0, state.selection + step * page), lanes.count - 1)
    }
}

extension Command {
    /// The rows to move for an arrow or page key; 0 for other commands.
    func rows(ofPage page: Int) -> Int {
        switch self {
        case .laneUp: -1
        case .laneDown: 1
        case .pageUp: -max(1, page)
        case .pageDown: max(1, page)
        default: 0
        }
    }
}

extension Key {
    /// The rows to move for the key itself, while the user types letters.
    func rows(ofPage page: Int) -> Int { KeyTable.standard.command(of: self)?.rows(ofPage: page) ?? 0 }
}

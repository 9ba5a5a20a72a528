import FlowAnalysis
import FlowModel
import FlowScreen
import FlowViews

/// What the keys do that are the same everywhere: a page on or back, and another order where a list has several.
enum PageUpdate {
    /// Performs one of them in what lies over the lanes; `nil` for other commands, and where the overlay does it itself.
    static func perform(_ command: Command, in overlay: ScreenState.Overlay, on state: inout AppState) -> [Effect]? {
        switch command {
        case .order: state.refuse(.hasOneOrder)
        case .pageUp: page(-1, overlay, &state)
        case .pageDown: page(1, overlay, &state)
        case .laneUp where overlay.scrolls: state.scroll -= 1
        case .laneDown where overlay.scrolls: state.scroll += 1
        default: return nil
        }
        return []
    }

    private static func page(_ step: Int, _ overlay: ScreenState.Overlay, _ state: inout AppState) {
        switch overlay {
        case .help where step > 0 && HelpPages.count(on: state.size) > 1: state.overlay = .signs
        case .signs where step < 0: state.overlay = .help
        case .help, .signs: state.refuse(.isWhole)
        default: state.scroll += step * RootView.overlayRows(on: state.size)
        }
    }

    /// Chooses a lane as many rows on as the screen shows lanes.
    static func pageOfLanes(_ step: Int, _ state: inout AppState, _ facts: RunFacts) {
        let lanes = ScreenLane.lanes(of: facts.model)
        let page = RootView.laneCount(of: lanes, selection: state.selection, on: state.size)
        state.selection = min(max(0, state.selection + step * page), lanes.count - 1)
    }
}

extension ScreenState.Overlay {
    /// Whether the arrows move its rows: no row of it is chosen, and no lane below it matters to it.
    fileprivate var scrolls: Bool { self == .code || self == .output }
}

extension Command {
    /// How many rows an arrow or a page key goes on; 0 for other commands.
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
    /// The same of the keys themselves, where letters are typed.
    func rows(ofPage page: Int) -> Int {
        switch self {
        case .up: -1
        case .down: 1
        case .pageUp: -max(1, page)
        case .pageDown: max(1, page)
        default: 0
        }
    }
}

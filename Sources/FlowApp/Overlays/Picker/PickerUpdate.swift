import FlowScenarios
import FlowScreen
import FlowSessions
import FlowViews

/// Handles keys in the list of scenarios.
struct PickerUpdate: OverlayUpdate {
    let selection: Int

    let key = OverlayKey.picker

    func perform(_ command: Command, on state: inout AppState, facts: RunFacts) -> [Effect]? {
        let page = PickerView.rowCount(on: state.size)
        switch command {
        case .laneUp: choose(-1, &state)
        case .laneDown: choose(1, &state)
        case .pageUp: choose(-page, &state)
        case .pageDown: choose(page, &state)
        case .travel(.start): choose(-Scene.catalogue.count, &state)
        case .travel(.now): choose(Scene.catalogue.count, &state)
        case .inspect: return PickerUpdate.open(selection, &state)
        case .goTo(let index): return Update.go(to: index, &state)
        case .filter: state.mode = .findScenario(LineEditor(), selection: selection)
        case .close, .picker: state.overlay = nil
        case .help: state.overlay = .help
        case .typeChain: EditorUpdate.open(&state)
        case .quit: return [.quit]
        case .order: state.refuse(.hasOneOrder)
        default: break
        }
        return []
    }

    private func choose(_ step: Int, _ state: inout AppState) {
        state.overlay = .picker(PickerUpdate.moved(step, from: selection, matching: ""))
    }

    /// The matching entry `step` rows below the selected one, limited to the first and the last. If the selected one does not
    /// match, the first.
    private static func moved(_ step: Int, from selection: Int, matching text: String) -> Int {
        let order = PickerView.order(of: Scene.catalogue, matching: text)
        guard !order.isEmpty else { return selection }
        let index = order.firstIndex(of: selection).map { $0 + step } ?? 0
        return order[min(max(0, index), order.count - 1)]
    }

    /// Handles a key in the search line for scenarios. Enter opens the selected scenario.
    static func handleInput(_ key: Key, _ line: LineEditor, _ selection: Int, _ state: inout AppState) -> [Effect] {
        var (line, selection) = (line, selection)
        switch key {
        case .escape:
            state.overlay = .picker(selection)
            return []
        case .enter:
            guard PickerView.order(of: Scene.catalogue, matching: line.text).contains(selection) else { break }
            return open(selection, &state)
        case .up, .down, .pageUp, .pageDown:
            selection = moved(key.rows(ofPage: PickerView.rowCount(on: state.size)), from: selection, matching: line.text)
        default:
            _ = line.press(key)
            let found = PickerView.order(of: Scene.catalogue, matching: line.text)
            selection = found.first { Scene.catalogue[$0].id.hasPrefix(line.text.lowercased()) } ?? found.first ?? selection
        }
        state.mode = .findScenario(line, selection: selection)
        return []
    }

    /// Opens an entry: the scenarios come first, then the chains of the library.
    static func open(_ entry: Int, _ state: inout AppState) -> [Effect] {
        guard entry >= Catalogue.scenarios.count else { return Update.go(to: entry, &state) }
        var choice = Choice(ChainScenario.library[entry - Catalogue.scenarios.count])
        // Tab continues from the scenario before the chain.
        choice.scenario = state.choice?.scenario ?? 0
        return Update.show(choice, &state)
    }
}

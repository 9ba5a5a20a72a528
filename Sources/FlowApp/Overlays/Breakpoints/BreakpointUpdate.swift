import FlowAnalysis
import FlowScreen
import FlowSessions
import FlowViews

/// Handles keys in the list of breakpoints.
struct BreakpointUpdate: OverlayUpdate {
    let row: Int

    let key = OverlayKey.breakpoints

    /// Opens the list of breakpoints, or the input line for a new one if there are none.
    static func open(_ state: inout AppState) {
        state.mode = state.breakpoints.isEmpty ? .addBreakpoint(Prompt(), row: 0) : .overlay(.breakpoints(row: 0))
    }

    func perform(_ command: Command, on state: inout AppState, facts: RunFacts) -> [Effect]? {
        let last = max(0, state.breakpoints.count - 1)
        switch command {
        case .laneUp, .laneDown, .pageUp, .pageDown:
            let step = command.rows(ofPage: RootView.overlayRows(on: state.size))
            state.overlay = .breakpoints(row: min(last, max(0, row + step)))
        case .order: state.refuse(.hasOneOrder)
        case .breakpoints, .inspect: state.mode = .addBreakpoint(Prompt(), row: row)
        case .press(.cancel):
            if state.breakpoints.indices.contains(row) { state.breakpoints.remove(at: row) }
            state.overlay = .breakpoints(row: min(row, max(0, last - 1)))
        case .close, .filter: return nil
        case .quit: return [.quit]
        // A user who types a condition here must not trigger the commands of its letters.
        default: state.refuse(.addsCondition)
        }
        return []
    }

    /// Handles a key in the line of a new breakpoint. Leaving the line also closes an empty list.
    static func handleInput(
        _ key: Key, _ prompt: Prompt, row: Int, _ state: inout AppState, _ facts: RunFacts
    ) -> [Effect] {
        var prompt = prompt
        prompt.error = nil
        switch key {
        case .enter:
            do throws(BreakpointError) {
                let breakpoint = try Breakpoint(parsing: prompt.line.text)
                if !state.breakpoints.contains(breakpoint) { state.breakpoints.append(breakpoint) }
                state.notice = breakpoint.problem(in: facts.model).map { KeyText($0.text) }
                state.overlay = .breakpoints(row: state.breakpoints.firstIndex(of: breakpoint) ?? 0)
                return []
            } catch {
                prompt.error = error.description
            }
        case .escape:
            state.overlay = state.breakpoints.isEmpty ? nil : .breakpoints(row: row)
            return []
        default: _ = prompt.line.press(key)
        }
        state.mode = .addBreakpoint(prompt, row: row)
        return []
    }
}

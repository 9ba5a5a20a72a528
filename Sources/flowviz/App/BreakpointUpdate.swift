import FlowViews

/// What keys do in the list of breakpoints.
enum BreakpointUpdate {
    /// Lists the breakpoints; where there are none, one can be typed at once.
    static func open(_ state: inout AppState) {
        state.overlay = .breakpoints(row: 0)
        if state.breakpoints.isEmpty { state.prompt = Prompt(.breakpoint) }
    }

    /// Chooses, adds or removes one; `nil` for keys that mean the same elsewhere.
    static func perform(_ command: Command, row: Int, on state: inout AppState) -> [Effect]? {
        let last = max(0, state.breakpoints.count - 1)
        switch command {
        case .laneUp: state.overlay = .breakpoints(row: max(0, row - 1))
        case .laneDown: state.overlay = .breakpoints(row: min(last, row + 1))
        case .breakpoints, .inspect: state.prompt = Prompt(.breakpoint)
        case .press(.cancel):
            if state.breakpoints.indices.contains(row) { state.breakpoints.remove(at: row) }
            state.overlay = .breakpoints(row: min(row, max(0, last - 1)))
        default: return nil
        }
        return []
    }
}

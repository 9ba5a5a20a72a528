import FlowAnalysis
import FlowScreen

/// Takes keys into a line that is being typed.
enum PromptUpdate {
    static func type(_ key: Key, _ state: inout AppState) -> [Effect] {
        state.prompt?.error = nil
        switch key {
        case .enter: return state.prompt?.purpose == .find ? find(&state) : stop(&state)
        case .escape: leave(&state)
        default: _ = state.prompt?.line.press(key)
        }
        return []
    }

    private static func find(_ state: inout AppState) -> [Effect] {
        do throws(EventFilterError) {
            state.search.filter = try EventFilter(parsing: state.prompt?.text ?? "")
            state.prompt = nil
            return [.findFirst]
        } catch {
            state.prompt?.error = error.description
            return []
        }
    }

    private static func stop(_ state: inout AppState) -> [Effect] {
        do throws(BreakpointError) {
            let breakpoint = try Breakpoint(parsing: state.prompt?.text ?? "")
            if !state.breakpoints.contains(breakpoint) { state.breakpoints.append(breakpoint) }
            state.prompt = nil
            state.overlay = .breakpoints(row: state.breakpoints.firstIndex(of: breakpoint) ?? 0)
        } catch {
            state.prompt?.error = error.description
        }
        return []
    }

    /// Leaves the line; a list without breakpoints is left too.
    private static func leave(_ state: inout AppState) {
        if state.prompt?.purpose == .breakpoint, state.breakpoints.isEmpty { state.overlay = nil }
        state.prompt = nil
    }
}

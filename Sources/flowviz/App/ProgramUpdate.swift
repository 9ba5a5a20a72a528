import FlowModel
import FlowScreen
import FlowViews

/// What keys do in the list of a program's pipelines, and on the way between the list and the lanes.
enum ProgramUpdate {
    /// Performs a command of the list; `nil` for those that do there what they do elsewhere.
    static func perform(_ command: Command, on state: inout AppState) -> [Effect]? {
        guard let program = state.program else { return nil }
        guard program.opened == nil else { return inLanes(command, &state) }
        let page = max(1, PipelineListView.rowCount(height: state.size.height) - 1)
        switch command {
        case .laneUp: return [.choose(-1)]
        case .laneDown: return [.choose(1)]
        case .pageUp: return [.choose(-page)]
        case .pageDown: return [.choose(page)]
        case .inspect: return [.openChosen]
        case .order:
            state.program?.order = program.order.next
            state.notice = "sorted by \(program.order.next.rawValue)"
            return []
        case .filter:
            state.program?.isTyping = true
            return []
        case .close:
            if !program.filter.isEmpty { state.program?.filter = "" } else { state.notice = "this is the list of all; q leaves" }
            return []
        case .log, .why, .zoomIn, .zoomOut:
            state.notice = "Enter opens a pipeline, which has lanes and a log"
            return []
        default: return nil
        }
    }

    private static func inLanes(_ command: Command, _ state: inout AppState) -> [Effect]? {
        switch command {
        case .close:
            return state.search.filter == nil && state.following == nil ? [.open(nil)] : nil
        case .order, .pageUp, .pageDown:
            state.notice = "Esc goes back to the list, where this key applies"
            return []
        default: return nil
        }
    }

    /// Takes a key into the filter's text.
    static func type(_ key: Key, _ state: inout AppState) -> [Effect] {
        switch key {
        case .character(let character): state.program?.filter.append(character)
        case .backspace:
            let kept = state.program?.filter.dropLast() ?? ""
            state.program?.filter = String(kept)
        case .enter: state.program?.isTyping = false
        case .escape:
            state.program?.isTyping = false
            state.program?.filter = ""
        case .up: return [.choose(-1)]
        case .down: return [.choose(1)]
        default: break
        }
        return []
    }
}

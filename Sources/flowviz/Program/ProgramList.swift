import FlowAnalysis
import FlowModel
import FlowScreen
import FlowViews

/// What keys do in the list of a program's pipelines, and to get back to it from the lanes.
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
            state.mode = .filter
            return []
        case .close:
            guard !program.filter.isEmpty else { return state.refuse(.isListOfAll) }
            state.program?.filter = ""
            return []
        case .log, .why, .zoomIn, .zoomOut: return state.refuse(.needsPipeline)
        default: return nil
        }
    }

    private static func inLanes(_ command: Command, _ state: inout AppState) -> [Effect]? {
        switch command {
        case .close: return state.search.filter == nil && state.following == nil ? [.open(nil)] : nil
        case .order, .pageUp, .pageDown: return state.refuse(.needsList)
        default: return nil
        }
    }

    /// Types a key into the filter.
    static func type(_ key: Key, _ state: inout AppState) -> [Effect] {
        switch key {
        case .character(let character): state.program?.filter.append(character)
        case .backspace:
            let kept = state.program?.filter.dropLast() ?? ""
            state.program?.filter = String(kept)
        case .enter: state.mode = .commands
        case .escape:
            state.mode = .commands
            state.program?.filter = ""
        case .up: return [.choose(-1)]
        case .down: return [.choose(1)]
        default: break
        }
        return []
    }
}

/// What the user has chosen in the list of a program's pipelines.
struct ProgramState: Equatable {
    var order = PipelineOrder.pressure
    /// Only pipelines with this in their name are listed.
    var filter = ""
    /// The chosen pipeline, `nil` for the first of the list.
    var selection: PipelineID?
    /// The pipeline whose lanes are shown, `nil` while the list is.
    var opened: PipelineID?
}

/// Puts together what a frame of a traced program is drawn from: the list of its pipelines, or the lanes of one.
enum ProgramScene {
    static func screen(_ state: AppState, _ trace: inout ProgramTrace, now: Moment, isOver: Bool) -> ScreenState {
        var pane = PaneState(
            variant: "", point: "", stream: trace.opened?.stream ?? StreamAnalysis(lanes: []), now: now,
            chain: trace.opened?.stages ?? [])
        pane.playhead = state.playhead
        pane.report = trace.openedReport(at: pane.shown)
        var screen = ScreenState(id: "", title: "", panes: [pane], cell: state.cell)
        Scene.apply(state, to: &screen)
        screen.keys.subject = state.subject
        screen.keys.isOver = isOver
        if trace.opened == nil { screen.list = list(state, &trace, at: pane.shown) }
        return screen
    }

    /// The pipeline some rows from the chosen one.
    static func choose(_ step: Int, _ state: AppState, _ trace: inout ProgramTrace, now: Moment) -> PipelineID? {
        guard let program = state.program else { return nil }
        let ids = trace.ids(program, at: state.playhead ?? now)
        guard !ids.isEmpty else { return nil }
        return ids[min(max(0, trace.index(of: program.selection, in: ids) + step), ids.count - 1)]
    }

    /// The rows that can be seen; only those are put together.
    private static func list(_ state: AppState, _ trace: inout ProgramTrace, at moment: Moment) -> PipelineList {
        let program = state.program ?? ProgramState()
        let ids = trace.ids(program, at: moment)
        var list = PipelineList(total: trace.count, matching: ids.count)
        list.order = program.order
        list.filter = program.filter
        list.isTyping = state.mode == .filter
        list.selection = trace.index(of: program.selection, in: ids)
        let room = PipelineListView.rowCount(height: state.size.height)
        list.first = max(0, min(list.selection - room / 2, ids.count - room))
        list.rows = ids.dropFirst(list.first).prefix(room).compactMap { trace.summary(of: $0, at: moment) }
        for row in list.rows { list.verdicts[row.id] = trace.verdict(of: row.id, at: moment) }
        return list
    }
}

import FlowAnalysis
import FlowModel
import FlowScreen
import FlowSessions
import FlowViews
import FlowVerdict

/// Handles keys in the list of a program's pipelines, and the keys that lead from the lanes back to it.
enum ProgramUpdate {
    /// Performs a command of the list; returns `nil` for a command with the same meaning everywhere.
    static func perform(_ command: Command, on state: inout AppState) -> [Effect]? {
        guard let program = state.program else { return nil }
        guard program.opened == nil else { return inLanes(command, &state) }
        switch command {
        case .laneUp, .laneDown, .pageUp, .pageDown: return [.choose(command.rows(ofPage: page(state)))]
        case .inspect: return [.openChosen]
        case .order:
            state.program?.order = program.order.next
            state.notice = "sorted by \(program.order.next.rawValue)"
            return []
        case .filter:
            state.mode = .filter
            return []
        case .close:
            if let first = program.beside {
                state.program?.beside = nil
                return [.open(first)]
            }
            guard program.filter.isEmpty else {
                state.program?.filter = ""
                return []
            }
            return program.typed.map { EditorUpdate.goBack(to: $0, &state) } ?? state.refuse(.isListOfAll)
        case .twoVariants: return state.refuse(program.hasOthers ? .needsPipeline : .isOnlyProgram)
        case .log, .why, .openSource, .zoomIn, .zoomOut: return state.refuse(.needsPipeline)
        default: return nil
        }
    }

    /// The rows to move by a page, which keeps one row on the screen.
    private static func page(_ state: AppState) -> Int { PipelineListView.rowCount(height: state.size.height) - 1 }

    private static func inLanes(_ command: Command, _ state: inout AppState) -> [Effect]? {
        switch command {
        case .close:
            guard state.search.filter == nil, state.following == nil else { return nil }
            state.program?.beside = nil
            return [.open(nil)]
        case .twoVariants: return besideAnother(&state)
        case .order: return state.refuse(.needsList)
        default: return nil
        }
    }

    /// Lets the user choose a pipeline to show beside the open one. If there is one already, swaps the two.
    private static func besideAnother(_ state: inout AppState) -> [Effect] {
        guard let program = state.program, program.hasOthers else {
            return state.refuse(state.program?.isTried == true ? .isFirstRun : .isOnlyProgram)
        }
        guard state.fitsTwo else { return state.refuse(.isTooNarrow(columns: state.size.width)) }
        if program.isTried {
            state.program?.showsBefore.toggle()
            return []
        }
        state.program?.beside = program.opened
        if let other = program.beside { return [.open(other)] }
        state.notice = "choose a pipeline of another program: \(.inspect) shows it beside this one, \(.close) goes back"
        return [.open(nil)]
    }

    /// Handles a key in the filter.
    static func type(_ key: Key, _ state: inout AppState) -> [Effect] {
        switch key {
        case .enter: state.mode = .commands
        case .escape:
            state.mode = .commands
            state.program?.filter = ""
        case .up, .down, .pageUp, .pageDown:
            return [.choose(key.rows(ofPage: page(state)))]
        default:
            var line = LineEditor(state.program?.filter ?? "")
            if line.press(key) { state.program?.filter = line.text }
        }
        return []
    }
}

/// Builds the screen of a traced program: the list of its pipelines, or the lanes of one.
package enum ProgramScene {
    static func screen(_ state: AppState, _ trace: inout ProgramTrace, now: Moment, isOver: Bool) -> ScreenState {
        var pane = PaneState(
            variant: "", point: "", stream: trace.opened?.stream ?? StreamAnalysis(lanes: []), now: now,
            chain: trace.opened?.shape ?? [])
        pane.playhead = state.playhead
        (pane.known.start, pane.known.hasSums) = trace.knownStart
        pane.report = trace.openedReport(at: pane.shown)
        var screen = screen(state, of: pane, isOver: isOver)
        if trace.opened == nil { screen.list = list(state, &trace, at: pane.shown) }
        return screen
    }

    /// A screen without a list.
    static func screen(_ state: AppState, of pane: PaneState, isOver: Bool) -> ScreenState {
        var screen = ScreenState(id: "", title: "", panes: [pane], cell: state.cell)
        Scene.apply(state, to: &screen)
        screen.keys.subject = state.subject
        screen.keys.hasOthers = state.program?.hasOthers ?? false
        screen.keys.isOver = isOver
        return screen
    }

    /// The pipeline `step` rows from the selected one.
    static func pipeline(rowsBelow step: Int, _ state: AppState, _ trace: inout ProgramTrace, now: Moment) -> PipelineID? {
        guard let program = state.program else { return nil }
        let ids = trace.ids(program, at: state.playhead ?? now)
        return row(step, from: trace.index(of: program.selection, in: ids), in: ids)
    }

    /// The row `step` rows from another, limited to the first and the last.
    static func row(_ step: Int, from index: Int, in ids: [PipelineID]) -> PipelineID? {
        ids.isEmpty ? nil : ids[min(max(0, index + step), ids.count - 1)]
    }

    private static func list(_ state: AppState, _ trace: inout ProgramTrace, at moment: Moment) -> PipelineList {
        let program = state.program ?? ProgramState()
        let ids = trace.ids(program, at: moment)
        return list(state, of: ids, total: trace.count, selection: trace.index(of: program.selection, in: ids)) { id in
            trace.summary(of: id, at: moment).map { ($0, trace.verdict(of: id, at: moment)) }
        }
    }

    /// Builds the list with its visible rows only.
    ///
    /// - Parameters:
    ///   - ids: All matching pipelines, in order.
    ///   - total: The number of all pipelines.
    ///   - selection: The index of the selected one.
    ///   - row: Builds the row of a pipeline.
    static func list(
        _ state: AppState, of ids: [PipelineID], total: Int, selection: Int,
        row: (PipelineID) -> (PipelineSummary, Verdict?)?
    ) -> PipelineList {
        let program = state.program ?? ProgramState()
        var list = PipelineList(total: total, matching: ids.count)
        list.order = program.order
        list.filter = program.filter
        list.isTyping = state.mode == .filter
        list.selection = selection
        let room = PipelineListView.rowCount(height: state.size.height)
        list.first = max(0, min(selection - room / 2, ids.count - room))
        for (summary, verdict) in ids.dropFirst(list.first).prefix(room).compactMap(row) {
            list.rows.append(summary)
            list.verdicts[summary.id] = verdict
        }
        return list
    }
}

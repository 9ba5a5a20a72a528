import FlowAnalysis
import FlowModel
import FlowTrace
import FlowViews

/// Puts together what a frame of a traced program is drawn from: the list of its pipelines, or the lanes of one.
enum ProgramScene {
    static func screen(_ state: AppState, _ trace: inout ProgramTrace, now: Moment, isOver: Bool) -> ScreenState {
        var pane = PaneState(
            variant: "", point: "", stream: trace.opened?.stream ?? StreamAnalysis(lanes: []), now: now,
            chain: trace.opened?.stages ?? [])
        pane.playhead = state.playhead
        pane.report = trace.openedReport(at: pane.shown)
        var screen = ScreenState(id: "", title: "", panes: [pane], cell: state.cell)
        Scene.take(state, into: &screen)
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
        return ids[min(max(0, trace.place(of: program.selection, in: ids) + step), ids.count - 1)]
    }

    /// The rows that can be seen; only those are put together.
    private static func list(_ state: AppState, _ trace: inout ProgramTrace, at moment: Moment) -> PipelineList {
        let program = state.program ?? ProgramState()
        let ids = trace.ids(program, at: moment)
        var list = PipelineList(total: trace.count, matching: ids.count)
        list.order = program.order
        list.filter = program.filter
        list.isTyping = program.isTyping
        list.selection = trace.place(of: program.selection, in: ids)
        let room = PipelineListView.rowCount(height: state.size.height)
        list.first = max(0, min(list.selection - room / 2, ids.count - room))
        list.rows = ids.dropFirst(list.first).prefix(room).compactMap { trace.summary(of: $0, at: moment) }
        for row in list.rows { list.verdicts[row.id] = trace.verdict(of: row.id, at: moment) }
        return list
    }
}

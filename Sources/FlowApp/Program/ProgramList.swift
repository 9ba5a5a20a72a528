import FlowAnalysis
import FlowModel
import FlowScreen
import FlowSessions
import FlowTrace
import FlowVerdict
import FlowViews

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
        case .log, .why, .onset: return [.performInChosen(command)]
        case .openSource: return [.editChosen]
        case .zoomIn, .zoomOut, .fit:
            return state.refuse(.isFitted(hasLanes: PipelineListView.hasPreview(height: state.size.height)))
        case .viewBack: return state.refuse(.listHasNoViews)
        default: return nil
        }
    }

    /// The number of rows to move for a page: one row stays on the screen.
    private static func page(_ state: AppState) -> Int {
        max(1, PipelineListView.rowCount(of: .max, height: state.size.height) - 1)
    }

    private static func inLanes(_ command: Command, _ state: inout AppState) -> [Effect]? {
        switch command {
        case .close:
            guard state.search.filter == nil, state.following == nil else { return nil }
            guard state.foretold == nil else {
                state.foretold = nil
                return []
            }
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
    static func handleInput(_ key: Key, _ state: inout AppState) -> [Effect] {
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
        (pane.playhead, pane.axisStart) = (state.playhead, state.axisStart)
        (pane.known.start, pane.known.hasSums) = trace.knownStart
        pane.report = trace.openedReport(at: pane.shown)
        pane.executors = trace.log.executors
        pane.isAtEnd = isOver && pane.shown.time >= now.time
        let lanes = ScreenLane.lanes(of: pane.model)
        if lanes.indices.contains(state.selection) { pane.stacks = trace.stacks(ofLane: lanes[state.selection].index) }
        var screen = screen(state, of: pane, isOver: isOver)
        if trace.opened != nil { ForetoldUpdate.apply(state, to: &screen) }
        if trace.opened == nil { screen.list = list(state, &trace, at: pane.shown) }
        screen.list?.isAtEnd = pane.isAtEnd
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

    /// The line `step` rows from the selected one.
    static func line(
        rowsBelow step: Int, _ state: AppState, _ trace: inout ProgramTrace, now: Moment
    ) -> PipelineListing.Line? {
        let listing = listing(state, trace.rows(at: state.playhead ?? now))
        return line(step, from: index(of: state, in: listing, &trace), in: listing)
    }

    /// The line `step` rows from another, limited to the first and the last.
    static func line(_ step: Int, from index: Int, in listing: PipelineListing) -> PipelineListing.Line? {
        let lines = listing.lines
        return lines.isEmpty ? nil : lines[min(max(0, index + step), lines.count - 1)]
    }

    /// The lines of the list that the user has chosen.
    static func listing(_ state: AppState, _ rows: [PipelineRow]) -> PipelineListing {
        let program = state.program ?? ProgramState()
        return PipelineListing(rows, by: program.order, matching: PipelineFilter(program.filter), unfolded: program.unfolded)
    }

    private static func index(of state: AppState, in listing: PipelineListing, _ trace: inout ProgramTrace) -> Int {
        let selection = state.program?.selection.flatMap { trace.listedID(of: $0) }
        return listing.index(of: selection, fold: state.program?.fold)
    }

    private static func list(_ state: AppState, _ trace: inout ProgramTrace, at moment: Moment) -> PipelineList {
        let listing = listing(state, trace.rows(at: moment))
        let selection = index(of: state, in: listing, &trace)
        var list = list(
            state, of: listing, total: trace.count, selection: selection, refresh: { trace.row(of: $0.id, at: moment) },
            recent: { trace.recentValues(of: $0.id, at: moment) })
        list.foot = trace.log.executors.words(at: moment.time)
        list.preview = list.chosen.flatMap { preview(of: $0.row, $0.row.id, state, &trace, at: moment) }
        return list
    }

    /// The lanes of a pipeline below the list, for its whole life; `nil` before its first event.
    ///
    /// - Parameter id: The pipeline of the row in the trace.
    static func preview(
        of row: PipelineRow, _ id: PipelineID, _ state: AppState, _ trace: inout ProgramTrace, at moment: Moment
    ) -> PipelinePreview? {
        guard PipelineListView.hasPreview(height: state.size.height) else { return nil }
        let life = PipelineLife(row)
        let end = life.ended ?? moment.time
        let model = trace.preview(of: id, since: life.began, until: end, through: row.summary.lastEvent ?? end)
        let log = model.model.log
        guard log.count > 0 else { return nil }
        let columns = RootView.timeColumns(of: model.model, width: state.size.width)
        let span = LifeSpan(life, now: moment.time, columns: columns)
        let now = Moment(time: moment.time, sequence: log.moment(at: moment.time).sequence)
        var pane = PaneState(variant: "", point: "", stream: model.stream, now: now, chain: model.shape)
        pane.playhead = span.end.map(log.moment(at:))
        pane.axisStart = span.start
        (pane.known.start, pane.known.hasSums) = model.startTime == .zero ? (.zero, false) : (model.startTime, true)
        return PipelinePreview(pane, cell: span.cell ?? state.cell)
    }

    /// Builds the list with its visible lines only.
    ///
    /// - Parameters:
    ///   - listing: All lines.
    ///   - total: The number of all pipelines.
    ///   - selection: The index of the selected line.
    ///   - refresh: Makes the row of a visible pipeline again, since the rows of many pipelines may be older.
    ///   - recent: The rates of a visible pipeline in the last minute.
    static func list(
        _ state: AppState, of listing: PipelineListing, total: Int, selection: Int, refresh: (PipelineRow) -> PipelineRow?,
        recent: (PipelineRow) -> RecentValues?
    ) -> PipelineList {
        let program = state.program ?? ProgramState()
        var list = PipelineList(total: total, matching: listing.totals)
        list.order = program.order
        list.filter = PipelineFilter(program.filter)
        list.isTyping = state.mode == .filter
        list.selection = selection
        list.lineCount = listing.lines.count
        let room = PipelineListView.rowCount(of: listing.lines.count, height: state.size.height)
        list.indices = ListWindow.indices(of: listing.lines, selection: selection, room: room)
        let showsRecent = PipelineListView.showsRecentValues(width: state.size.width)
        list.lines = list.indices.map { index in
            var line = listing.lines[index]
            if line.fold == nil, let row = refresh(line.row) { line = line.with(row) }
            let shown = line.members.isEmpty ? [line.row] : line.members
            if showsRecent { line.recent = shown.compactMap(recent).reduce(nil) { sum, next in sum.map { $0 + next } ?? next } }
            return line
        }
        return list
    }
}

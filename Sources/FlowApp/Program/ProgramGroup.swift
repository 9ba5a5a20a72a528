import FlowAnalysis
import FlowModel
import FlowSessions
import FlowTrace
import FlowVerdict
import FlowViews

/// Several programs on one clock. Shows their pipelines in one list, or the lanes of one pipeline, or of two from different programs.
///
/// Each program has a separate playback, so that its gaps, keyframes and ring do not affect the others. Each trace is read with times since
/// the same moment (``TraceFile/timed(since:)``), so the clock is shared without converting times here. Steps and jumps go through the
/// events of the program in focus: the one with the lanes in the first pane, or with the selected row.
package class ProgramGroup<Member: SharedPlayback> {
    /// A program with the number that marks its pipelines.
    struct Program {
        let number: Int
        let playback: Member
        var label = ""
        /// Its open pipeline.
        var opened: PipelineID?
    }

    /// The programs, oldest first; at least one.
    final private(set) var programs: [Program] = []
    final private(set) var focus = 0
    private var nextNumber = 1
    /// A note about the clock, `nil` for none.
    final let clockNote: String?

    init(_ members: [Member], clockNote: String? = nil) {
        precondition(!members.isEmpty, "ProgramGroup needs a program")
        self.clockNote = clockNote
        members.forEach(add)
        focus = programs[0].number
    }

    final func add(_ playback: Member) {
        programs.append(Program(number: nextNumber, playback: playback))
        nextNumber += 1
        relabel()
        programsChanged()
    }

    final func remove(_ number: Int) {
        programs.removeAll { $0.number == number }
        if focus == number { focus = programs[0].number }
        relabel()
        programsChanged()
    }

    /// Called after a program was added or removed.
    func programsChanged() {}

    /// Gives each program the shortest name that no other has.
    private func relabel() {
        for index in programs.indices {
            let others = programs.indices.filter { $0 != index }.map { programs[$0].playback.labels }
            let labels = programs[index].playback.labels
            let own = labels.indices.first { level in !others.contains { $0[min(level, $0.count - 1)] == labels[level] } }
            programs[index].label = labels[own ?? labels.count - 1]
        }
    }

    final func program(_ number: Int?) -> Program? { programs.first { $0.number == number } }

    final var focused: Program { program(focus) ?? programs[0] }

    // MARK: Time

    /// The present on the shared clock.
    package final internal(set) var now = TraceTime.zero

    var recordedEnd: TraceTime? { nil }

    package var isOver: Bool { programs.allSatisfy(\.playback.isOver) }

    package var background: Background { programs.contains { $0.playback.background != .nothing } ? .gradual : .nothing }

    package var nextDeadline: TraceTime? { programs.compactMap(\.playback.nextDeadline).min() }

    package func find(_ search: TraceSearch, _ direction: Direction, from moment: Moment) -> JumpOutcome {
        focused.playback.find(search, direction, from: moment)
    }

    package final var name: String { programs.count == 1 ? programs[0].label : "\(programs.count) programs" }

    /// Whether the lanes of only one pipeline are shown.
    private var isAlone: Bool { programs.count { $0.opened != nil } == 1 }

    /// The facts of the program in focus. The run is over with that program if it is shown alone; otherwise the clock goes on for the
    /// others.
    package final var facts: RunFacts {
        let own = focused.playback.facts
        guard !isAlone else { return own }
        return RunFacts(
            timeline: own.timeline, stream: own.stream, now: Moment(time: now, sequence: own.now.sequence), isOver: isOver,
            recordedEnd: recordedEnd)
    }

    package func refresh(_ state: inout AppState) {
        openPipelines(state)
        for program in programs where program.number != focus {
            var own = own(state, program)
            program.playback.refresh(&own)
            adopt(own, from: program, &state)
        }
        let focused = focused
        var own = own(state, focused)
        focused.playback.refresh(&own)
        adopt(own, from: focused, &state)
        let timeline = focused.playback.facts.timeline
        state.playhead = state.playhead.map {
            timeline[sequence: $0.sequence]?.time == $0.time ? $0 : timeline.moment(at: $0.time)
        }
        if isAlone, let playhead = state.playhead, playhead.time >= focused.playback.now { state.playhead = nil }
    }

    /// Opens the chosen pipelines, and moves the focus.
    private func openPipelines(_ state: AppState) {
        let opened = state.program?.opened
        let shown = [opened, opened == nil || !state.fitsTwo ? nil : state.program?.beside].compactMap(\.self)
        for index in programs.indices { open(shown.first { $0.program == programs[index].number }, at: index) }
        let turned = opened ?? state.program?.selection ?? line(rowsBelow: 0, state)?.row.id
        focus = program(turned?.program)?.number ?? focus
    }

    private func open(_ pipeline: PipelineID?, at index: Int) {
        guard programs[index].opened != pipeline else { return }
        programs[index].opened = pipeline
        programs[index].playback.open(pipeline?.alone)
    }

    /// The user's choices from the viewpoint of one program's playback.
    private func own(_ state: AppState, _ program: Program) -> AppState {
        var own = state
        own.program?.opened = program.opened?.alone
        guard program.number != focus else { return own }
        own.playhead = state.playhead.map { program.playback.facts.timeline.moment(at: $0.time) }
        (own.following, own.foretold, own.notice, own.isSearching) = (nil, nil, nil, false)
        return own
    }

    /// Merges the changes that a program's playback has made to the state.
    private func adopt(_ own: AppState, from program: Program, _ state: inout AppState) {
        // The program's history before this moment has been forgotten.
        let isShown = program.opened != nil || state.program?.opened == nil
        if isShown, let shown = state.playhead, let known = own.playhead, known.time > shown.time { state.playhead = known }
        let hasBegunAnew = program.opened != nil && own.program?.opened == nil
        if program.number == focus {
            let chosen = state.program
            state = own
            state.program = chosen
        } else if let notice = own.notice {
            state.notice = "\(program.label): \(notice)"
        }
        if hasBegunAnew { state.program?.beside = nil }
        if hasBegunAnew, let notice = state.notice { state.begin(notice) }
    }

    // MARK: Pipelines

    package final func open(_ pipeline: PipelineID?) {
        focus = program(pipeline?.program)?.number ?? focus
        for index in programs.indices { open(pipeline?.program == programs[index].number ? pipeline : nil, at: index) }
    }

    package final func line(rowsBelow step: Int, _ state: AppState) -> PipelineListing.Line? {
        let listing = listing(state)
        return ProgramScene.line(step, from: index(of: state, in: listing), in: listing)
    }

    /// The lines of all programs. In the order of names, the programs are in the order of theirs.
    private func listing(_ state: AppState) -> PipelineListing {
        let ordered = state.program?.order == .name ? programs.sorted { $0.label < $1.label } : programs
        let connected = connected(state)
        let rows = ordered.flatMap { program in
            program.playback.trace.rows(at: moment(of: program, state)).map { row(of: $0, in: program, connected) }
        }
        return ProgramScene.listing(state, rows)
    }

    /// The row with its ID within the group, and with verdicts that go on to the other programs.
    private func row(of row: PipelineRow, in program: Program, _ connected: ConnectedPrograms?) -> PipelineRow {
        var row = row
        row.report = row.report.map { blaming($0, of: row.id, in: program, connected) }
        row.summary.id = row.id.of(program.number)
        row.program = program.label
        return row
    }

    /// The connections between the programs, as they are known at the moment shown; `nil` if the programs do not share a clock.
    private func connected(_ state: AppState) -> ConnectedPrograms? {
        guard clockNote == nil, programs.count > 1 else { return nil }
        return ConnectedPrograms(
            programs.map { program in
                let rows = program.playback.trace.rows(at: moment(of: program, state))
                let reports = rows.compactMap { row in row.report.map { (row.id, $0) } }
                return ConnectedPrograms.Program(
                    process: program.playback.process, reports: Dictionary(reports) { first, _ in first })
            })
    }

    private func blaming(
        _ report: PipelineReport, of id: PipelineID, in program: Program, _ connected: ConnectedPrograms?
    ) -> PipelineReport {
        guard let index = programs.firstIndex(where: { $0.number == program.number }) else { return report }
        return connected?.blaming(report, of: id, in: index) ?? report
    }

    private func index(of state: AppState, in listing: PipelineListing) -> Int {
        let pipeline = state.program?.selection
        let listed = pipeline.flatMap { pipeline in
            program(pipeline.program)?.playback.trace.listedID(of: pipeline.alone)?.of(pipeline.program)
        }
        return listing.index(of: listed, fold: state.program?.fold)
    }

    /// The moment shown of a program.
    private func moment(of program: Program, _ state: AppState) -> Moment {
        guard let playhead = state.playhead else { return program.playback.moment }
        return program.number == focus ? playhead : program.playback.facts.timeline.moment(at: playhead.time)
    }

    // MARK: The screen

    package final func screen(_ state: AppState) -> ScreenState {
        guard let opened = state.program?.opened, let first = program(opened.program) else { return listScreen(state) }
        let connected = connected(state)
        var screen = screen(of: first, state, connected)
        guard let other = programs.first(where: { $0.opened != nil && $0.number != first.number }) else { return screen }
        screen.panes = [pane(of: first, screen), pane(of: other, self.screen(of: other, state, connected))]
        screen.title = "beside \(other.label)"
        screen.keys.isOver = isOver
        return screen
    }

    /// The lanes of a program's open pipeline, with verdicts that go on to the other programs.
    private func screen(of program: Program, _ state: AppState, _ connected: ConnectedPrograms?) -> ScreenState {
        var screen = program.playback.screen(own(state, program))
        if let opened = program.opened, let report = screen.panes.first?.report {
            screen.panes[0].report = blaming(report, of: opened.alone, in: program, connected)
        }
        return screen
    }

    /// A pane beside another; both have the same present.
    private func pane(of program: Program, _ screen: ScreenState) -> PaneState {
        var pane = screen.panes[0]
        pane.now = Moment(time: now, sequence: pane.now.sequence)
        (pane.variant, pane.point) = (program.label, program.playback.isOver ? "has ended" : "")
        return pane
    }

    private func listScreen(_ state: AppState) -> ScreenState {
        var pane = PaneState(variant: "", point: "", stream: StreamAnalysis(lanes: []), now: facts.now, chain: [])
        pane.playhead = state.playhead
        var screen = ProgramScene.screen(state, of: pane, isOver: isOver)
        screen.id = name
        screen.list = list(state)
        let incomplete = programs.filter { !$0.playback.notes.isEmpty }.map(\.label)
        screen.notes = [clockNote, incomplete.isEmpty ? nil : "incomplete: \(incomplete.joined(separator: ", "))"].compactMap(
            \.self)
        return screen
    }

    private func list(_ state: AppState) -> PipelineList {
        let total = programs.reduce(0) { $0 + $1.playback.trace.count }
        let (listing, connected) = (listing(state), connected(state))
        var list = ProgramScene.list(
            state, of: listing, total: total, selection: index(of: state, in: listing),
            refresh: { old in
                guard let program = program(old.id.program) else { return nil }
                let row = program.playback.trace.row(of: old.id.alone, at: moment(of: program, state))
                return row.map { self.row(of: $0, in: program, connected) }
            },
            recent: { row in
                guard let program = program(row.id.program) else { return nil }
                return program.playback.trace.recentValues(of: row.id.alone, at: moment(of: program, state))
            })
        if let row = list.chosen?.row, let program = program(row.id.program) {
            list.preview = ProgramScene.preview(
                of: row, row.id.alone, state, &program.playback.trace, at: moment(of: program, state))
        }
        for program in programs {
            let hasEnded = program.playback.isOver && state.playhead.map { $0.time >= program.playback.now } ?? true
            list.programs[program.number] = (program.label, hasEnded)
        }
        list.isAtEnd = list.programs.values.allSatisfy(\.hasEnded)
        return list
    }
}

extension PipelineID {
    /// The pipeline's ID within the group.
    fileprivate func of(_ program: Int) -> PipelineID {
        var id = self
        id.program = program
        return id
    }

    /// The pipeline's ID within its program.
    fileprivate var alone: PipelineID { of(0) }
}

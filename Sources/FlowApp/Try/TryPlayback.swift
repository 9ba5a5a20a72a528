import FlowAnalysis
import FlowModel
import FlowSessions
import FlowSystem
import FlowText
import FlowTrace
import FlowTry
import FlowViews

/// A file that is tried on the screen: built, run and watched; again when the user asks, or when it has changed.
///
/// What was shown stays until the next run begins, and then beside it, if that is wanted.
package final class TryPlayback: Playable, PipelinePlayback {
    private var file: TriedFile
    /// Whether every change is tried.
    private let isWatching: Bool
    let length: UInt64?
    private let budget: MemoryBudget
    private let clock: () -> UInt64
    private let package: TryPackage
    private var folder: RunFolder?

    /// How far the text is on its way to a run.
    enum Phase {
        /// It is still to be built, for which a turn is needed; `failure` says why the last one was not run.
        case due(failure: String?)
        /// It is being built into a part of the folder, or the compiler has refused it.
        case building(SnippetBuild, into: RunFolder.Part)
        /// It was started.
        case started
        /// It could not be built or started.
        case failed(String)
    }

    private(set) var phase = Phase.due(failure: nil)
    private(set) var run: TriedRun?
    /// The run before.
    private var before: TriedRun?
    /// What was read of the file last, and when.
    private var lastLook: UInt64 = 0
    /// The run whose only pipeline was opened without being asked for.
    private var opened: TriedRun?
    /// Whether another run was begun, and the screen does not show it yet.
    private var hasBegun = false
    /// The pipeline that was open in the run before.
    private var wanted: PipelineID?
    /// The stretch of time of a cell that the run was given when it was over.
    private var fittedCell: UInt64?
    /// Whether the run before is shown beside this one.
    private var isBeside = false
    /// What the compiler warned of in the text that runs.
    private(set) var warnings: [CompilerMessage] = []
    /// Whether the open pipeline was not chosen by the user.
    private var isUnasked = false

    /// The nanoseconds between two looks at the file.
    private static let lookInterval: UInt64 = 100_000_000

    /// - Parameters:
    ///   - isWatching: Whether every change of the file is tried.
    ///   - length: After how many nanoseconds a run is ended, `nil` for never.
    ///   - clock: Nanoseconds of the machine's monotonic clock.
    package init(
        _ file: TriedFile, isWatching: Bool, for length: UInt64?, within budget: MemoryBudget, clock: @escaping () -> UInt64
    ) throws(Failure) {
        (self.file, self.isWatching, self.length, self.budget, self.clock) = (file, isWatching, length, budget, clock)
        package = try TryPackage(of: try FlowvizSources())
        folder = try RunFolder()
    }

    /// Ends what runs, and leaves nothing behind.
    package func close() { (phase, run, before, opened, folder) = (.started, nil, nil, nil, nil) }

    // MARK: Time

    private var watch: ProgramWatch? { run?.watch }

    package var name: String { FileName.last(of: file.snippet.name) }

    /// Where the file is, `nil` for a text that is in none.
    var path: String? { file.path }

    package var now: TraceTime { watch?.now ?? .zero }

    package var nextDeadline: TraceTime? { nil }

    package var isOver: Bool { watch?.isOver ?? true }

    package var background: Background {
        let works = isBuilding || isWatching || run.map { $0.end == nil } ?? false
        return works || watch.map { $0.background != .nothing } ?? false ? .elsewhere : .nothing
    }

    package var facts: RunFacts {
        watch?.facts
            ?? RunFacts(timeline: TraceLog(), stream: StreamAnalysis(lanes: []), now: .start, isOver: true)
    }

    package func start(_ state: AppState) { work() }

    package func advance(by nanoseconds: UInt64) { watch?.advance(by: nanoseconds) }

    package func stepOn() -> Bool { false }

    /// Builds the text anew and runs it.
    func runAgain() -> KeyText {
        _ = file.look()
        buildAnew()
        return "\(name) is built and run again"
    }

    package func refresh(_ state: inout AppState) {
        work()
        if hasBegun { begin(&state) }
        openOnlyPipeline(&state)
        watch?.refresh(&state)
        fit(&state)
        fitBeside(&state)
    }

    /// Another run is shown from now on; what was open in the last is opened again as soon as it is there.
    private func begin(_ state: inout AppState) {
        hasBegun = false
        wanted = state.program?.opened ?? wanted
        state.begin("")
        state.notice = nil
        state.program?.hasOthers = before != nil
        if fittedCell == state.cell { state.cell = AppState.cell(ofLength: TriedRun.usualLength) }
        fittedCell = nil
    }

    /// Lets a run that is over fill the width, unless the user has zoomed.
    private func fit(_ state: inout AppState) {
        guard fittedCell == nil, run?.end != nil, let watch, watch.isOver else { return }
        let usual = AppState.cell(ofLength: TriedRun.usualLength)
        let cell = AppState.cell(ofLength: watch.now)
        fittedCell = cell
        if state.cell == usual { state.cell = cell }
    }

    /// Lets two runs fill their panes, which are narrow, unless the user has zoomed.
    private func fitBeside(_ state: inout AppState) {
        let shows = state.program?.showsBefore == true && state.program?.opened != nil && state.fitsTwo
        guard shows != isBeside, let fittedCell, let watch else { return }
        isBeside = shows
        let length = max(watch.now, before?.watch?.now ?? .zero)
        let narrow = AppState.cells.first { length.nanoseconds / $0 <= 44 } ?? fittedCell
        if state.cell == (shows ? fittedCell : narrow) { state.cell = shows ? narrow : fittedCell }
    }

    // MARK: Building and running

    private func work() {
        let time = clock()
        if isWatching, time >= lastLook + TryPlayback.lookInterval {
            lastLook = time
            if file.look() { buildAnew() }
        }
        do {
            if case .due = phase, let turn = try package.turn() { try beginBuild(turn) }
            if case .building(let build, let part) = phase {
                build.look()
                if case .built(let program) = build.outcome { try begin(program, of: build, in: part) }
            }
        } catch {
            phase = .failed(String(describing: error))
        }
        run?.look()
    }

    /// Builds the text again. The errors of the last build stay on the screen until that ends.
    private func buildAnew() {
        switch phase {
        case .due: break
        case .building, .started: phase = .due(failure: nil)
        case .failed(let reason): phase = .due(failure: reason)
        }
    }

    private var isBuilding: Bool {
        switch phase {
        case .due: true
        case .building(let build, _): build.outcome == .isRunning
        case .started, .failed: false
        }
    }

    private func beginBuild(_ turn: TryPackage.Turn) throws {
        guard let part = try folder?.part() else { return }
        phase = .building(try SnippetBuild(file.snippet, in: package, turn, into: part), into: part)
    }

    private func begin(_ program: String, of build: SnippetBuild, in part: RunFolder.Part) throws {
        phase = .started
        run?.stop()
        if run?.watch != nil { before = run }
        run = try TriedRun(build.snippet, program, in: part, for: length, within: budget, clock: clock)
        (warnings, hasBegun) = (build.output.messages.filter { $0.kind == .warning }, true)
    }

    /// Opens the pipeline of a run that has only one; goes back to the list if there are others after all.
    private func openOnlyPipeline(_ state: inout AppState) {
        guard let run, let watch = run.watch, let program = state.program else { return }
        let count = watch.trace.ids(ProgramState(), at: watch.moment).count
        if opened !== run, count > 0 {
            opened = run
            // What was open in the run before is open in this one: subscriptions are numbered as they are made.
            let wanted = wanted.flatMap { watch.trace.listed($0) }
            guard let pipeline = wanted ?? (count == 1 ? watch.choose(0, state) : nil) else { return }
            isUnasked = wanted == nil
            show(pipeline, &state)
        } else if isUnasked, count > 1, program.opened != nil, state.playhead == nil {
            isUnasked = false
            show(nil, &state)
        }
    }

    private func show(_ pipeline: PipelineID?, _ state: inout AppState) {
        watch?.open(pipeline)
        state.program?.opened = pipeline
        state.selection = AppState.interestingLane(of: facts)
    }

    // MARK: Pipelines

    package func open(_ pipeline: PipelineID?) {
        isUnasked = false
        watch?.open(pipeline)
    }

    package func choose(_ step: Int, _ state: AppState) -> PipelineID? { watch?.choose(step, state) }

    // MARK: The screen

    package func screen(_ state: AppState) -> ScreenState {
        var screen = watch?.screen(state) ?? emptyScreen(state)
        screen.id = name
        screen.title = ""
        screen.keys.isOver = isOver
        screen.keys.isTried = true
        screen.keys.isTyped = state.program?.typed != nil
        if state.program?.showsBefore == true, state.fitsTwo, let before, let pane = pane(of: before, state) {
            screen.panes[0].variant = "this run"
            screen.panes[0].point = ""
            screen.panes.append(pane)
        }
        screen.tried = panel
        screen.tried?.hasRun = run != nil
        return screen
    }

    private func emptyScreen(_ state: AppState) -> ScreenState {
        let pane = PaneState(variant: "", point: "", stream: StreamAnalysis(lanes: []), now: .start, chain: [])
        var screen = ProgramScene.screen(state, of: pane, isOver: true)
        screen.list = PipelineList(total: 0, matching: 0)
        return screen
    }

    /// The same pipeline in the run before, as far as this run is; all of it once this one is over.
    private func pane(of before: TriedRun, _ state: AppState) -> PaneState? {
        guard let watch = before.watch, let opened = state.program?.opened else { return nil }
        var own = state
        (own.playhead, own.following, own.notice) = (nil, nil, nil)
        let pipeline = watch.trace.listed(opened) ?? watch.choose(0, own)
        if watch.trace.opened?.id != pipeline { watch.open(pipeline) }
        // Its clock stands since it is over.
        if !watch.isOver { watch.advance(by: 0) }
        watch.trace.grow()
        own.program?.opened = pipeline
        var pane = watch.screen(own).panes[0]
        if !isOver || state.playhead != nil {
            let time = min(pane.now.time, state.playhead?.time ?? now)
            pane.now = Moment(time: time, sequence: pane.model.moment(at: time).sequence)
        }
        (pane.variant, pane.point) = ("the run before", "")
        return pane
    }
}

import FlowAnalysis
import FlowModel
import FlowSessions
import FlowSystem
import FlowText
import FlowTrace
import FlowTry
import FlowVerdict
import FlowViews

/// Tries a file or a package on the screen: builds, runs and watches it, again at the user's request or after a change.
///
/// The previous run stays on the screen until the next run begins. Then the user can show it beside the new run.
package final class TryPlayback: Playable, PipelinePlayback, HandPlayback {
    private var source: any TriedSource
    /// Whether every change of the source starts a run.
    private let isWatching: Bool
    let length: UInt64?
    private let budget: MemoryBudget
    private let clock: () -> UInt64
    private var folder: RunFolder?
    /// The folder for a program whose build has not begun.
    private var waitingPart: RunFolder.Part?

    /// The phase of the text, from waiting for the build to the run.
    enum Phase {
        /// The text waits for its turn to be built; `failure` is the reason why the previous text did not run.
        case due(failure: String?)
        /// The text is being built into a part of the folder, or has compiler errors.
        case building(any TriedBuild, into: RunFolder.Part)
        /// The text is running or has run.
        case started
        /// The text could not be built or started.
        case failed(String)
    }

    private(set) var phase = Phase.due(failure: nil)
    private(set) var run: TriedRun?
    /// The previous run.
    private var before: TriedRun?
    /// The time of the last check for changes, in nanoseconds.
    private var lastCheck: UInt64 = 0
    /// The last run for which the automatic opening of a pipeline was tried.
    private var autoOpenedRun: TriedRun?
    /// Whether a new run has started that the screen does not show yet.
    private var hasBegun = false
    /// The pipeline that was open in the previous run.
    private var previousPipeline: PipelineID?
    /// The cell size that was set at the end of the run, in nanoseconds.
    private var fittedCell: UInt64?
    /// Whether the previous run is shown beside this one.
    private var isBeside = false
    /// The compiler's warnings about the running text.
    private(set) var warnings: [CompilerMessage] = []
    /// The recordings of several processes that the screen shows.
    private weak var joinedGroup: WatchedPrograms?
    /// Whether the open pipeline was opened automatically.
    private var wasOpenedAutomatically = false

    /// The nanoseconds between two checks for changes.
    private static let checkInterval: UInt64 = 100_000_000

    /// - Parameters:
    ///   - isWatching: Whether every change of the source starts a run.
    ///   - length: The nanoseconds after which a run is stopped, `nil` for never.
    ///   - clock: Returns the time of the machine's monotonic clock in nanoseconds.
    package init(
        _ source: any TriedSource, isWatching: Bool, for length: UInt64?, within budget: MemoryBudget,
        clock: @escaping () -> UInt64
    ) throws(Failure) {
        (self.source, self.isWatching, self.length, self.budget, self.clock) = (source, isWatching, length, budget, clock)
        folder = try RunFolder()
    }

    /// Ends the program, and removes its files.
    package func close() {
        (phase, run, before, autoOpenedRun, waitingPart, folder) = (.started, nil, nil, nil, nil, nil)
    }

    // MARK: Time

    private var recordings: (any Playable & PipelinePlayback)? { run?.recordings }

    package var name: String { FileName.last(of: source.name) }

    /// The path of the file, `nil` for a text without a file and for a package.
    var path: String? { source.path }

    package var now: TraceTime { recordings?.now ?? .zero }

    package var nextDeadline: TraceTime? { nil }

    package var isOver: Bool { recordings?.isOver ?? true }

    package var background: Background {
        let works = isBuilding || isWatching || run.map { $0.end == nil } ?? false
        return works || recordings.map { $0.background != .nothing } ?? false ? .gradual : .nothing
    }

    package var facts: RunFacts {
        recordings?.facts
            ?? RunFacts(timeline: TraceLog(), stream: StreamAnalysis(lanes: []), now: .start, isOver: true)
    }

    /// The events from which stores are foretold.
    var records: LaneStore.Records? { run?.records }

    package func start(_ state: AppState) { work() }

    package func advance(by nanoseconds: UInt64) { recordings?.advance(by: nanoseconds) }

    package func stepOn() -> Bool { false }

    package func hand(_ key: HandKey, lane: Int) -> KeyText? {
        if run?.tried.isVirtual == true { return HandWords.isVirtual }
        return if let group = run?.group { group.hand(key, lane: lane) } else { run?.watch?.hand(key, lane: lane) }
    }

    /// Builds and runs the text again.
    func runAgain() -> KeyText {
        _ = source.reload()
        buildAnew()
        return "\(name) is built and run again"
    }

    package func refresh(_ state: inout AppState) {
        work()
        if hasBegun { begin(&state) }
        joinGroup(&state)
        openOnlyPipeline(&state)
        recordings?.refresh(&state)
        fit(&state)
        fitBeside(&state)
    }

    /// Switches to a new run. The pipeline that was open in the previous run is opened as soon as it exists.
    private func begin(_ state: inout AppState) {
        hasBegun = false
        previousPipeline = state.program?.opened ?? previousPipeline
        state.begin("")
        state.notice = nil
        state.program?.hasOthers = before != nil
        if fittedCell == state.cell { state.cell = AppState.cell(ofLength: TriedRun.usualLength) }
        fittedCell = nil
    }

    /// Goes on with the pipelines of the first process, now that a second one has begun to record: they have its number.
    private func joinGroup(_ state: inout AppState) {
        guard let group = run?.group, joinedGroup !== group else { return }
        joinedGroup = group
        let first = group.programs[0].number
        state.program?.opened?.program = first
        state.program?.selection?.program = first
        group.open(state.program?.opened)
    }

    /// Makes a finished run fill the width, unless the user has zoomed.
    private func fit(_ state: inout AppState) {
        guard fittedCell == nil, run?.end != nil, let recordings, recordings.isOver else { return }
        let usual = AppState.cell(ofLength: TriedRun.usualLength)
        let cell = AppState.cell(ofLength: recordings.now)
        fittedCell = cell
        if state.cell == usual { state.cell = cell }
    }

    /// Makes two runs fill their narrow panes, unless the user has zoomed.
    private func fitBeside(_ state: inout AppState) {
        let shows = state.program?.showsBefore == true && state.program?.opened != nil && state.fitsTwo
        guard shows != isBeside, let fittedCell, let recordings else { return }
        isBeside = shows
        let length = max(recordings.now, before?.watch?.now ?? .zero)
        let narrow = AppState.cells.first { length.nanoseconds / $0 <= 44 } ?? fittedCell
        if state.cell == (shows ? fittedCell : narrow) { state.cell = shows ? narrow : fittedCell }
    }

    // MARK: Building and running

    private func work() {
        let time = clock()
        if isWatching, time >= lastCheck + TryPlayback.checkInterval {
            lastCheck = time
            if source.reload() { buildAnew() }
        }
        do {
            if case .due = phase { try beginBuild() }
            if case .building(let build, let part) = phase {
                build.poll()
                if case .built(let program) = build.outcome { try begin(program, of: build, in: part) }
            }
        } catch {
            phase = .failed(String(describing: error))
        }
        run?.poll()
    }

    /// Builds the text again. The errors of the last build stay on the screen until the build ends.
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
        case .building(let build, _): build.outcome.isRunning
        case .started, .failed: false
        }
    }

    private func beginBuild() throws {
        guard let part = try nextPart(), let build = try source.build(into: part) else { return }
        (waitingPart, phase) = (nil, .building(build, into: part))
    }

    /// The folder for the next program: the same as long as the build has not begun.
    private func nextPart() throws -> RunFolder.Part? {
        if waitingPart == nil { waitingPart = try folder?.part() }
        return waitingPart
    }

    private func begin(_ program: TriedProgram, of build: any TriedBuild, in part: RunFolder.Part) throws {
        phase = .started
        run?.stop()
        // Runs of several processes are not compared.
        if let run, run.recordings != nil { before = run.watch == nil ? nil : run }
        run = try TriedRun(program, in: part, for: length, within: budget, clock: clock)
        (warnings, hasBegun) = (build.output.messages.filter { $0.kind == .warning }, true)
    }

    /// Opens the pipeline that was open in the previous run, or else the only one; then returns to the list if others appear.
    private func openOnlyPipeline(_ state: inout AppState) {
        guard let run, let watch = run.watch, let program = state.program else { return }
        let count = watch.trace.rows(at: watch.moment).count
        if autoOpenedRun !== run, count > 0 {
            autoOpenedRun = run
            // Subscriptions are numbered in the order of their creation, so the pipeline of the previous run has the same ID in
            // this run.
            let previous = previousPipeline.flatMap { watch.trace.listedID(of: $0) }
            guard let pipeline = previous ?? (count == 1 ? watch.pipeline(rowsBelow: 0, state) : nil) else { return }
            wasOpenedAutomatically = previous == nil
            show(pipeline, &state)
        } else if wasOpenedAutomatically, count > 1, program.opened != nil, state.playhead == nil {
            wasOpenedAutomatically = false
            show(nil, &state)
        }
    }

    private func show(_ pipeline: PipelineID?, _ state: inout AppState) {
        recordings?.open(pipeline)
        state.program?.opened = pipeline
        state.selection = AppState.interestingLane(of: facts)
    }

    // MARK: Pipelines

    package func open(_ pipeline: PipelineID?) {
        wasOpenedAutomatically = false
        recordings?.open(pipeline)
    }

    package func line(rowsBelow step: Int, _ state: AppState) -> PipelineListing.Line? {
        recordings?.line(rowsBelow: step, state)
    }

    // MARK: The screen

    package func screen(_ state: AppState) -> ScreenState {
        var screen = recordings?.screen(state) ?? emptyScreen(state)
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
        screen.list = PipelineList(total: 0)
        return screen
    }

    /// The same pipeline in the previous run, up to the present of this run, or to its end once this run is over.
    private func pane(of before: TriedRun, _ state: AppState) -> PaneState? {
        guard let watch = before.watch, let opened = state.program?.opened else { return nil }
        var own = state
        (own.playhead, own.following, own.notice) = (nil, nil, nil)
        let pipeline = watch.trace.listedID(of: opened) ?? watch.pipeline(rowsBelow: 0, own)
        if watch.trace.opened?.id != pipeline { watch.open(pipeline) }
        // The previous run's clock has stopped, so an advance of 0 reads the remaining records.
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

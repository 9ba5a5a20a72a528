import FlowModel
import FlowSessions
import FlowTrace
import FlowViews

/// Watches several running programs together, optionally including programs that start later.
package final class WatchedPrograms: ProgramGroup<ProgramWatch>, Playable, PipelinePlayback, ProcessPlayback, HandPlayback {
    /// The machine's monotonic clock at time 0.
    private let origin: UInt64
    private let clock: () -> UInt64
    private let budget: MemoryBudget
    /// Programs that start later, `nil` if they are not wanted.
    private let later: StartingPrograms?
    private var lastSearch: UInt64
    private var wake: (@Sendable () -> Void)?
    /// The nanoseconds between two searches.
    private static let searchInterval: UInt64 = 1_000_000_000
    /// The number of exited programs that stay in the list, besides the initial ones.
    private static let endedLimit = 8
    /// The message about a new program.
    private var news: KeyText?

    /// - Parameters:
    ///   - processes: The initial programs, at least one.
    ///   - later: Finds programs that start later, `nil` to ignore them.
    ///   - budget: The memory for all of them together.
    ///   - clock: Returns the time of the machine's monotonic clock in nanoseconds.
    package init(
        _ processes: [WatchedProcess], and later: StartingPrograms? = nil, within budget: MemoryBudget = .standard,
        clock: @escaping () -> UInt64
    ) {
        let origin = processes.map(\.file.startTime).min() ?? 0
        (self.origin, self.clock, self.later, self.budget) = (origin, clock, later, budget)
        lastSearch = clock()
        let ordered = processes.sorted { $0.file.startTime < $1.file.startTime }
        super.init(
            ordered.map { WatchedPrograms.playback(of: $0, within: budget.shared(among: processes.count), since: origin, clock) })
    }

    /// Each program gets a share of the budget, so with more programs fewer events of each are kept.
    private static func playback(
        of process: WatchedProcess, within budget: MemoryBudget, since start: UInt64, _ clock: @escaping () -> UInt64
    ) -> ProgramWatch {
        ProgramWatch(
            process.timed(since: start), succession: .none, within: budget, clock: clock)
    }

    package override var background: Background { later == nil || !isOver ? super.background : .gradual }

    package func start(_ state: AppState) { advance(by: 0) }

    package func stepOn() -> Bool { false }

    package func advance(by nanoseconds: UInt64) {
        let present = clock()
        for program in programs where !program.playback.isOver { program.playback.advance(at: present) }
        now = max(TraceTime(nanoseconds: present > origin ? present - origin : 0), programs.map(\.playback.now).max() ?? .zero)
    }

    package func watch(_ wake: @escaping @Sendable () -> Void) {
        self.wake = wake
        for program in programs { program.playback.watch(wake) }
    }

    package func hand(_ key: HandKey, lane: Int) -> KeyText? { focused.playback.hand(key, lane: lane) }

    package func checkProcess() {
        for program in programs { program.playback.checkProcess() }
    }

    /// Explains how new programs are added: there is no run to search for.
    func reconnect() -> KeyText {
        later == nil
            ? "'flowviz attach --all' takes in programs that start later" : "programs that start are listed by themselves"
    }

    package override func refresh(_ state: inout AppState) {
        updatePrograms(state)
        super.refresh(&state)
        if let news { state.notice = state.notice ?? news }
        news = nil
    }

    /// Adds programs that have started. Of the exited ones, keeps the newest and the ones on the screen.
    private func updatePrograms(_ state: AppState) {
        let present = clock()
        guard let later, present >= lastSearch + WatchedPrograms.searchInterval else { return }
        lastSearch = present
        for connection in later.take() { add(connection) }
        later.searchInBackground()
        let shown = [state.program?.opened?.program, state.program?.beside?.program, state.program?.selection?.program]
        let ended = programs.filter { $0.playback.isOver && !shown.contains($0.number) }
        for program in ended.dropLast(WatchedPrograms.endedLimit) where programs.count > 1 { remove(program.number) }
    }

    /// Divides the budget again.
    package override func programsChanged() {
        for program in programs { program.playback.setBudget(budget.shared(among: programs.count)) }
    }

    private func add(_ connection: ViewerConnection) {
        do throws(TraceFileError) {
            let process = try WatchedProcess(connection)
            let program = WatchedPrograms.playback(
                of: process, within: budget.shared(among: programs.count + 1), since: origin, clock)
            if let wake { program.watch(wake) }
            add(program)
            advance(by: 0)
            news = "now also \(program.name), process \(connection.process)"
        } catch {
            news = KeyText(error.description)
        }
    }
}

/// Replays the traces of several programs together.
package final class ReplayedPrograms: ProgramGroup<ProgramReplay>, Playable, PipelinePlayback, RecordedPlayback {
    /// Reads traces, at least one. They share a clock if they were recorded on one; otherwise each starts at time 0.
    init(_ files: [TraceFile], within budget: MemoryBudget = .standard) {
        let clock = SharedClock(files)
        super.init(
            clock.timed(files).map { ProgramReplay($0, within: budget.shared(among: files.count)) }, clockNote: clock.note)
    }

    var length: TraceTime { programs.map(\.playback.length).max() ?? .zero }

    override var recordedEnd: TraceTime? { length }

    package func advance(by nanoseconds: UInt64) {
        guard !focused.playback.isWaiting else { return }
        seek(Moment(time: min(now + nanoseconds, length), sequence: 0))
    }

    package func seek(_ moment: Moment) {
        focused.playback.seek(moment)
        follow(to: min(moment.time, length))
    }

    package func stepOn() -> Bool {
        guard focused.playback.stepOn() else { return false }
        follow(to: focused.playback.now)
        return true
    }

    package func stride() -> UInt64 { focused.playback.stride() }

    package override func refresh(_ state: inout AppState) {
        let playback = focused.playback
        let before = playback.now
        super.refresh(&state)
        if playback === focused.playback, playback.now != before { follow(to: playback.now) }
    }

    /// Moves the other programs to the time of the program in focus.
    private func follow(to time: TraceTime) {
        now = focused.playback.isWaiting ? focused.playback.now : time
        for program in programs where program.number != focus { program.playback.seek(Moment(time: now, sequence: 0)) }
    }
}

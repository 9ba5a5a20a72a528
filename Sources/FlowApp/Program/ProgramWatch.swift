import FlowAnalysis
import FlowModel
import FlowSessions
import FlowText
import FlowTrace
import FlowTry
import FlowVerdict
import FlowViews

/// Watches a running program while it writes its trace.
///
/// The trace is read a little later than it is written; the program never waits for its viewers. The trace stays on the screen after the
/// program has exited. The user can go back as far as single events are kept.
package final class ProgramWatch: SharedPlayback, ProcessPlayback, HandPlayback {
    /// The behaviour after the process has exited.
    package enum Succession {
        /// The watch is over.
        case none
        /// Continues with the program's next run if the user asks for it.
        case onDemand
        /// Continues with the program's next run as soon as there is one.
        case byItself
    }

    package let name: String
    private var watched: WatchedProcess
    /// What the user holds in the program.
    private var hands: ViewerHands
    private let clock: () -> UInt64
    private(set) var budget: MemoryBudget
    /// The number of events that an opened pipeline shows immediately; the next frames add the rest.
    private static let portion = 1 << 13
    package var trace: ProgramTrace
    package private(set) var now = TraceTime.zero
    /// Whether the process has exited. Its last records may still be unread.
    private var hasEnded = false
    package private(set) var isOver = false
    /// The number of records that the ring had overwritten by the first read, `nil` before it.
    private var overwritten: Int?
    /// Whether the trace was read again from its start, and the user has not been told yet.
    private var hasBegunAgain = false
    private let succession: Succession
    /// The processes to search for the next run, `nil` if that is not possible.
    private let runs: () -> TracedProcesses?
    /// The search for the next run, once started.
    private var search: StartingPrograms?
    /// Whether the user has asked for the search.
    private var isAsked = false
    /// The time of the last search.
    private var lastSearch: UInt64 = 0
    /// Called when the process exits.
    private var wake: (@Sendable () -> Void)?

    /// Watches a process.
    ///
    /// - Parameters:
    ///   - budget: The memory for the past.
    ///   - runs: The processes to search for its next run.
    ///   - clock: Returns the time of the machine's monotonic clock in nanoseconds.
    package init(
        _ process: WatchedProcess, succession: Succession = .onDemand, within budget: MemoryBudget = .standard,
        among runs: @escaping () -> TracedProcesses? = { try? TracedProcesses() }, clock: @escaping () -> UInt64
    ) {
        watched = process
        hands = ViewerHands(socket: process.socket)
        self.succession = succession
        self.runs = runs
        self.budget = budget
        self.clock = clock
        name = process.file.name
        trace = ProgramWatch.trace(of: process.file, within: budget)
    }

    private static func trace(of file: TraceFile, within budget: MemoryBudget) -> ProgramTrace {
        ProgramTrace(TraceFold(file, isMeasuring: true), within: budget, portion: portion)
    }

    /// Changes the budget.
    func setBudget(_ budget: MemoryBudget) {
        guard budget != self.budget else { return }
        self.budget = budget
        trace.setBudget(budget)
    }

    package var labels: [String] { watched.label.map { [$0] } ?? [name, "\(name) \(watched.number)"] }

    package var process: Int32 { file.process }

    private var file: TraceFile { watched.file }
    private var received: ReceivedTrace? { watched.received }

    package var nextDeadline: TraceTime? { nil }
    package var background: Background {
        trace.isGrowing || isAsked || isOver && succession == .byItself ? .gradual : .nothing
    }

    package var facts: RunFacts {
        RunFacts(timeline: trace.timeline, stream: trace.opened?.stream ?? StreamAnalysis(lanes: []), now: moment, isOver: isOver)
    }

    package var moment: Moment { Moment(time: now, sequence: trace.timeline.count) }

    package func start(_ state: AppState) { advance(by: 0) }

    /// Reads everything that the program has written so far. The time is that of the clock, not `nanoseconds`.
    package func advance(by nanoseconds: UInt64) { advance(at: clock()) }

    /// Reads everything that the program has written up to a time of the machine's monotonic clock, in nanoseconds.
    func advance(at clock: UInt64) {
        checkProcess()
        received?.pump()
        let present = clock > file.startTime ? clock - file.startTime : 0
        trace.read(until: hasEnded ? .max : present)
        if trace.fold.hasLostTrack { beginAgain(until: hasEnded ? .max : present) }
        overwritten = overwritten ?? trace.fold.overtaken
        now = max(TraceTime(nanoseconds: present), trace.fold.end.time)
        isOver = hasEnded && received?.isAtEnd != false
        if isOver, trace.ending == nil { trace.ending = (trace.fold.end.time, file.endTime == nil ? .brokenOff : .ended) }
    }

    /// Starts again after the ring has overwritten so many unread records that the live subscriptions are unknown, for example while this
    /// viewer was stopped.
    private func beginAgain(until time: UInt64) {
        trace = ProgramWatch.trace(of: file, within: budget)
        overwritten = nil
        hasBegunAgain = true
        trace.read(until: time)
    }

    package func watch(_ wake: @escaping @Sendable () -> Void) {
        self.wake = wake
        watched.whenEnded(wake)
    }

    /// Starts a search for another run of a program that has exited. ``refresh(_:)`` switches to it, or reports that there is none.
    ///
    /// - Returns: The message in the meantime.
    func reconnect() -> KeyText {
        checkProcess()
        guard hasEnded else { return "\(name) is still running" }
        isAsked = true
        searchForNextRun()
        return "looking for another run of \(name)"
    }

    /// Searches for the program's next run on another thread, so that programs that do not answer do not delay keys.
    private func searchForNextRun() {
        search = search ?? runs().map { StartingPrograms(of: $0, but: [watched.number]) }
        search?.searchInBackground()
        lastSearch = clock()
    }

    /// Switches to the program's next run once it is found. Until then the last run stays on the screen.
    private func takeNextRun(_ state: inout AppState) {
        // Asked before taking the results: a result found in between is taken the next time.
        let isSearching = search?.isSearching ?? false
        let found = search?.take().lazy.compactMap { try? WatchedProcess($0) }.first { $0.file.name == name }
        if let found {
            goOn(with: found)
            state.begin("this is another run of \(name), process \(found.number)")
        } else if !isSearching {
            if isAsked { state.notice = "no other run of \(name) is traced yet; \(.restart) looks again" }
            isAsked = false
            if succession == .byItself, isOver, clock() > lastSearch + ProgramWatch.searchInterval { searchForNextRun() }
        }
    }

    private func goOn(with next: WatchedProcess) {
        (watched, search, isAsked) = (next, nil, false)
        hands = ViewerHands(socket: next.socket)
        trace = ProgramWatch.trace(of: next.file, within: budget)
        (hasEnded, isOver, overwritten, now) = (false, false, nil, .zero)
        if let wake { next.whenEnded(wake) }
        advance(by: 0)
    }

    /// The nanoseconds between two searches.
    private static let searchInterval: UInt64 = 250_000_000

    package func checkProcess() {
        // An invalid stream ends the connection.
        hasEnded = !watched.isAlive || received?.isAtEnd == true
    }

    package func stepOn() -> Bool { false }

    package func refresh(_ state: inout AppState) {
        trace.grow()
        takeNextRun(&state)
        if !isOver { hands.ask() }
        if let answer = hands.takeAnswers().last { state.notice = HandWords.text(answer) }
        if hasBegunAgain {
            hasBegunAgain = false
            state.begin("too many records were overwritten unread: starting again with the live subscriptions")
        }
        guard let playhead = state.playhead, playhead.time < trace.start.time else { return }
        state.playhead = trace.timeline.moment(at: trace.start.time)
    }

    package func open(_ pipeline: PipelineID?) { trace.open(pipeline) }

    package func line(rowsBelow step: Int, _ state: AppState) -> PipelineListing.Line? {
        ProgramScene.line(rowsBelow: step, state, &trace, now: moment)
    }

    package func screen(_ state: AppState) -> ScreenState {
        var screen = ProgramScene.screen(state, &trace, now: moment, isOver: isOver)
        screen.id = name
        screen.title = "process \(watched.number)\(condition.text(in: state.table))"
        screen.notes = notes
        let foot = [reach, screen.list?.foot].compactMap(\.self)
        screen.list?.foot = foot.isEmpty ? nil : foot.joined(separator: " · ")
        describeHands(state, in: &screen)
        return screen
    }

    // MARK: Holding stages

    package func hand(_ key: HandKey, lane: Int) -> KeyText? {
        guard hands.isControlled else { return hands.isAnswered ? HandWords.needsControl : HandWords.isSilent }
        guard let consumer = trace.consumer(ofLane: lane) else { return HandWords.needsLane }
        guard let command = key.command(after: hands.held(consumer.number)) else { return HandWords.isFastest }
        hands.order(command, at: consumer.number, of: consumer.name)
        return nil
    }

    /// Adds the keys that hold the selected lane's stage, and what they do now.
    private func describeHands(_ state: AppState, in screen: inout ScreenState) {
        guard hands.isControlled, trace.opened != nil, !isOver else { return }
        let model = screen.panes[0].model
        let lanes = ScreenLane.lanes(of: model)
        guard lanes.indices.contains(state.selection),
            let consumer = trace.consumer(ofLane: lanes[state.selection].index)
        else { return }
        let held = hands.held(consumer.number)
        let isHeld = held.map { $0.delay == nil } == true
        screen.keys.controls = isHeld ? ["pause", "more"] : ["pause"]
        if !ForetoldUpdate.isSized(lanes[state.selection], in: model) {
            screen.keys.number = ("slow by", held?.delay.map(Percent.seconds) ?? "0 s")
        }
        guard let held else { return screen.keys.pauseWords = "hold" }
        screen.keys.isPaused = true
        screen.keys.pauseWords = "release (\(held.rest(at: clock()) / 1_000_000_000) s left)"
    }

    package var notes: [String] {
        let failure = received?.failure.map { "incomplete: \($0)" }
        return [failure].compactMap(\.self)
            + Incompleteness.notes(
                of: trace.fold.reconstruction, overwritten: overwritten ?? 0,
                overtaken: trace.fold.overtaken - (overwritten ?? 0),
                lostFacts: file.lostFacts, unreadable: trace.fold.unreadableChunks)
    }

    /// The time from which single events are known; earlier ones exist only as totals.
    private var reach: String? {
        guard trace.start != .start else { return nil }
        let length = now - trace.start.time
        let text = length < 1_000_000_000 ? Seconds.duration(nanoseconds: length) : TracedProcess.text(ofAge: length)
        return "details of the last \(text)"
    }

    /// The state of the process, shown after its ID.
    private var condition: KeyText {
        if received?.failure != nil { return ", no longer received" }
        guard hasEnded else { return "" }
        return switch succession {
        case .none: ", has ended"
        case .onDemand: ", has ended; \(.restart): next run"
        case .byItself: ", has ended; waiting for its next run"
        }
    }
}

import FlowAnalysis
import FlowCore
import FlowModel
import FlowScenarios
import FlowSessions
import FlowTrace
import FlowViews

/// The one or two runs on the screen, with their events.
package final class Session: Playable, ComparablePlayback {
    private(set) var runs: [ScenarioRun] = []
    private(set) var streams: [StreamAnalysis] = []
    /// The changes of each run's numbers, with the last event before each change.
    private var numberChanges: [[(sequence: Int, numbers: Numbers)]] = []
    /// Whether some work of the current moment may not have run yet, for example after a single step.
    private var isMidMoment = false
    /// Whether work has run since the last control.
    private var hasWorked = false

    /// The index of the run in focus, which keys and facts are about.
    private(set) var focus = 0
    /// The numbers of the second run, if that is a rerun.
    private var otherNumbers: Numbers?
    /// The remaining work of a rerun up to the present of the first run, `nil` if there is none.
    private var pending: Rerun?
    /// The nanoseconds by which the stream lags behind the clock, because more has happened than the frames could handle.
    private(set) var behind: UInt64 = 0

    /// The running chain, `nil` for a scenario.
    private var chain: ChainScenario?

    package init() {}

    /// Starts the chosen scenario, with the next variant or a rerun beside it if two runs are shown.
    package func start(_ state: AppState) {
        guard let choice = state.choice else { return }
        (runs, streams, numberChanges) = ([], [], [])
        chain = choice.chain
        add(choice)
        if state.showsTwo { add(choice.nextVariant) }
        otherNumbers = state.whatIf?.numbers
        focus = state.whatIf?.view == .changed ? 1 : 0
        if let otherNumbers { add(choice.with(otherNumbers)) }
        (pending, behind) = (nil, 0)
        var allowance = FrameAllowance()
        advance(by: state.startTime.nanoseconds, within: &allowance)
    }

    private func add(_ choice: Choice) {
        let run = ScenarioRun(choice)
        runs.append(run)
        streams.append(StreamAnalysis(run.variant))
        numberChanges.append([(0, run.numbers)])
    }

    package var name: String { runs[0].scenario.id }

    var repeatLine: String? {
        let run = runs[otherNumbers == nil ? 0 : 1]
        return chain.map(run.repeatLine) ?? run.repeatLine
    }

    package var now: TraceTime { runs[focus].now }

    package var nextDeadline: TraceTime? { runs.indices.filter { !isOver($0) }.compactMap { runs[$0].nextDeadline }.min() }

    package var facts: RunFacts {
        RunFacts(
            timeline: streams[focus].model.log, stream: streams[focus],
            now: Moment(time: now, sequence: streams[focus].model.log.count), isOver: isOver)
    }

    package var isOver: Bool { runs.indices.allSatisfy(isOver) }

    /// Moves time forward. A finished run stays at its last event, so that its clock shows its end.
    package func advance(by nanoseconds: UInt64) {
        while pending != nil { continueRerun() }
        var allowance = FrameAllowance.unlimited
        advance(by: nanoseconds, within: &allowance)
    }

    /// Moves time forward within the allowance. Time stands still until a rerun has reached the present.
    func advance(by nanoseconds: UInt64, within allowance: inout FrameAllowance) {
        guard pending == nil else { return }
        let end = present + nanoseconds
        if next(dueBy: end) != nil { hasWorked = true }
        advance(runs.indices, to: end, &allowance)
        isMidMoment = next(dueBy: end) != nil
        if isMidMoment { allowance.shortfall = end - present }
    }

    func fallBehind(by nanoseconds: UInt64) { behind += nanoseconds }

    /// Moves some of the runs to the time `end`, within the allowance and in the order of their work.
    private func advance(_ indices: some Sequence<Int>, to end: TraceTime, _ allowance: inout FrameAllowance) {
        while !allowance.isSpent, let index = next(of: indices, dueBy: end) { work(index, &allowance) }
        let reached = next(of: indices, dueBy: end) == nil ? end : present
        for index in indices where !isOver(index) && runs[index].nextDeadline.map({ $0 > reached }) ?? true {
            runs[index].advance(to: reached)
        }
    }

    /// The time of the unfinished runs.
    private var present: TraceTime { runs.indices.filter { !isOver($0) }.map { runs[$0].now }.max() ?? now }

    private func next(dueBy end: TraceTime) -> Int? { next(of: runs.indices, dueBy: end) }

    /// The run with the earliest work due, `nil` if there is none. Work left at the moment of a run's end is due too.
    private func next(of indices: some Sequence<Int>, dueBy end: TraceTime) -> Int? {
        var first: (index: Int, deadline: TraceTime)?
        for index in indices {
            guard let deadline = runs[index].nextDeadline, deadline <= end, deadline == runs[index].now || !isOver(index) else {
                continue
            }
            if first.map({ deadline < $0.deadline }) ?? true { first = (index, deadline) }
        }
        return first?.index
    }

    /// The maximum number of steps at one moment before the model is updated.
    private static let batch = 64

    /// Runs the next pieces of work of a run, within one moment.
    private func work(_ index: Int, _ allowance: inout FrameAllowance) {
        let (run, moment) = (runs[index], runs[index].nextDeadline)
        let before = streams[index].model.log.count
        var count = 0
        while count < Session.batch, run.nextDeadline == moment, run.step() { count += 1 }
        streams[index].update(from: run.recorder)
        allowance.spend(count + streams[index].model.log.count - before)
    }

    /// Runs work until an event is recorded, or the allowance of a frame is spent.
    ///
    /// - Returns: Whether there was any work.
    package func stepOn() -> Bool {
        guard pending == nil else { return true }
        // If the run in focus is over, the other may still have work.
        let live = ([focus] + runs.indices).first { runs[$0].nextDeadline != nil && !isOver($0) }
        guard let index = live else { return false }
        let before = streams[index].model.log.count
        var allowance = FrameAllowance()
        while streams[index].model.log.count == before, !allowance.isSpent {
            guard runs[index].step() else { return false }
            isMidMoment = true
            hasWorked = true
            update()
            allowance.spend(1)
        }
        advance(runs.indices.filter { $0 != index }, to: runs[index].now, &allowance)
        return true
    }

    /// Presses a control in every run that has it.
    ///
    /// A run without a screen does all work at a moment, then presses all controls at that moment. So that such a run can repeat
    /// this one, a control is pressed a nanosecond later if work at this moment is left, or has run since another control at this
    /// moment.
    ///
    /// - Returns: The message to the user, `nil` if there is none.
    func send(_ control: Control) -> KeyText? {
        guard pending == nil else { return Refusal.otherRunIsOnItsWay.words }
        let isAfterWork = hasWorked && runs.contains { $0.pressed.last?.time == $0.now }
        if isAfterWork || isMidMoment && runs.contains(where: { $0.nextDeadline == $0.now }) { advance(by: 1) }
        // The work left at this moment may have ended the run.
        guard !isOver else { return Refusal.streamIsOver.words }
        hasWorked = false
        let takers = runs.indices.filter { runs[$0].has(control.name) && !isOver($0) }
        let answers = takers.map { ($0, press(control, $0)) }
        // The answer of the run in focus takes precedence.
        return (answers.first { $0.0 == focus } ?? answers.first)?.1
    }

    private func press(_ control: Control, _ index: Int) -> KeyText? {
        defer {
            recordNumbers(index)
            streams[index].update(from: runs[index].recorder)
        }
        do {
            return try runs[index].send(control).map { $0.isOver ? "\($0.text); \(.restart) restarts" : KeyText($0.text) }
        } catch {
            return KeyText(error.description)
        }
    }

    // MARK: What if

    /// The last answer about the rerun.
    private(set) var lastAnswer: KeyText?

    package func compare(_ state: AppState) -> KeyText? {
        lastAnswer = startComparing(state)
        return lastAnswer
    }

    private func startComparing(_ state: AppState) -> KeyText? {
        focus = state.whatIf?.view == .changed ? 1 : 0
        guard state.whatIf?.numbers != otherNumbers else { return answer(state) }
        otherNumbers = state.whatIf?.numbers
        (runs, streams, numberChanges) = ([runs[0]], [streams[0]], [numberChanges[0]])
        pending = nil
        if let otherNumbers, let choice = state.choice { rerun(choice.with(otherNumbers)) }
        return answer(state)
    }

    /// Every frame continues a rerun until it has reached the present.
    package var background: Background { pending == nil ? .nothing : .everyFrame }

    /// Continues a rerun and reports its progress or result; also checks whether the task of a tour stop is done.
    package func refresh(_ state: inout AppState) {
        TourUpdate.watch(&state, facts)
        guard pending != nil else { return }
        continueRerun()
        lastAnswer = answer(state)
        state.notice = lastAnswer
    }

    /// The notice. If it is about the two runs, it is updated to the moment shown.
    func notice(_ state: AppState) -> KeyText? {
        state.notice != nil && state.notice == lastAnswer ? answer(state) : state.notice
    }

    /// Starts a rerun of the same inputs with other numbers up to the present, or to the rerun's own end if the run is over.
    private func rerun(_ choice: Choice) {
        let now = runs[0].now
        add(choice)
        let end = isOver(0) ? TraceTime(nanoseconds: Session.rerunLimit * max(now.nanoseconds, 1_000_000_000)) : now
        pending = Rerun(runs[0].pressed, until: end)
        continueRerun()
    }

    /// Continues a rerun within the allowance of a frame.
    private func continueRerun() {
        guard var rerun = pending else { return }
        var allowance = FrameAllowance()
        while true {
            pending = rerun
            // Controls at the same moment are pressed without work between them, as while time is frozen on the screen.
            if rerun.inputs.isEmpty || runs[1].pressed.last?.time != rerun.next {
                if next(of: CollectionOfOne(1), dueBy: rerun.next) != nil { hasWorked = true }
                advance(CollectionOfOne(1), to: rerun.next, &allowance)
                guard next(of: CollectionOfOne(1), dueBy: rerun.next) == nil else { return }
            }
            guard let control = rerun.takeInput() else { break }
            if !isOver(1) { _ = press(control, 1) }
        }
        pending = nil
    }

    /// The maximum length of a rerun, as a multiple of the first run's.
    private static let rerunLimit: UInt64 = 10

    private func answer(_ state: AppState) -> KeyText? {
        guard let whatIf = state.whatIf, let choice = state.choice else { return nil }
        if let pending { return WhatIfWords.progress(runs[1].now, of: pending.end) }
        return difference(at: state.playhead).map { WhatIfWords.answer(choice, whatIf, $0) }
    }

    /// The difference of the second run from the first at the moment shown, in words; `nil` for one run, and during a rerun.
    func difference(at playhead: Moment?) -> String? {
        guard streams.count > 1, pending == nil else { return nil }
        return WhatIfWords.difference(streams.map(\.model), at: playhead, in: streams[focus].model)
    }

    // MARK: Numbers

    /// The values of a run's numbers at an event.
    func numbers(ofRun index: Int, atEvent sequence: Int) -> Numbers {
        numberChanges[index].last { $0.sequence < sequence }?.numbers ?? runs[index].numbers
    }

    /// Records changed numbers. Called before the model is updated, so that the events of a control have the new numbers.
    private func recordNumbers(_ index: Int) {
        guard numberChanges[index].last?.numbers != runs[index].numbers else { return }
        numberChanges[index].append((streams[index].model.log.count, runs[index].numbers))
    }

    package func screen(_ state: AppState) -> ScreenState { Scene.screen(state, self) }

    private func isOver(_ index: Int) -> Bool {
        let model = streams[index].model
        guard let chain else { return runs[index].nextDeadline == nil && model.state(at: model.log.count).isOver }
        // Operators may have timers left after all sinks have ended. Without due work and user controls, a run is over even if
        // inner streams have not ended.
        return model.sinksHaveEnded || runs[index].nextDeadline == nil && !chain.chain.takesInput && !chain.chain.canPause
    }

    private func update() {
        for index in runs.indices { streams[index].update(from: runs[index].recorder) }
    }
}

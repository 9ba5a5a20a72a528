import FlowModel
import FlowScenarios
import FlowTrace
import FlowViews

/// The runs on the screen, one or two, and what they recorded.
final class Session: Playback {
    private(set) var runs: [ScenarioRun] = []
    private(set) var models: [StreamModel] = []
    /// Per run, the values its numbers were given, and the last event that came before that.
    private var numberChanges: [[(sequence: Int, numbers: Numbers)]] = []
    /// Whether a single step was the last that happened, so that work of the present moment may be left.
    private var isMidMoment = false
    /// Whether work has been done since the last control was pressed.
    private var hasWorked = false

    /// The run that keys and facts are about.
    private(set) var focus = 0
    /// The numbers of the second run, where that is the first one with others.
    private var otherNumbers: Numbers?

    /// The chain that runs, `nil` for a scenario.
    private var chain: ChainScenario?

    /// Starts the chosen scenario; beside it the next variant where two are shown, or the same with other numbers.
    func start(_ state: AppState) {
        guard let choice = state.choice else { return }
        (runs, models, numberChanges) = ([], [], [])
        chain = choice.chain
        add(choice)
        if state.showsTwo { add(choice.nextVariant) }
        otherNumbers = state.whatIf?.numbers
        focus = state.whatIf?.view == .changed ? 1 : 0
        if let otherNumbers { add(choice.with(otherNumbers)) }
        advance(by: 0)
    }

    private func add(_ choice: Choice) {
        let run = ScenarioRun(choice.scenarioValue, variant: choice.variantValue, numbers: choice.numbers)
        runs.append(run)
        models.append(StreamModel(lanes: run.variant.lanes))
        numberChanges.append([(0, run.numbers)])
    }

    var name: String {
        runs[0].scenario.id
    }

    var repeatLine: String? {
        let run = runs[otherNumbers == nil ? 0 : 1]
        return chain.map(run.repeatLine) ?? run.repeatLine
    }

    /// The time of the present.
    var now: TraceTime {
        runs[focus].now
    }

    /// When something happens next by itself, `nil` where the streams wait for the user.
    var nextDeadline: TraceTime? {
        runs.compactMap(\.nextDeadline).min()
    }

    /// What the update needs to know.
    var facts: RunFacts {
        RunFacts(
            timeline: models[focus].log, model: models[focus], now: Moment(time: now, sequence: models[focus].log.count),
            isOver: isOver)
    }

    /// Whether nothing more can happen in any run.
    var isOver: Bool {
        runs.indices.allSatisfy(isOver)
    }

    /// Moves time forward. A run that is over stands at its last event, so that its clock shows when it ended.
    func advance(by nanoseconds: UInt64) {
        isMidMoment = false
        if let nextDeadline, nextDeadline <= now + nanoseconds { hasWorked = true }
        for index in runs.indices { advance(index, to: runs[index].now + nanoseconds) }
    }

    private func advance(_ index: Int, to time: TraceTime) {
        let run = runs[index]
        while !isOver(index) {
            let next = run.nextDeadline.map { min($0, time) } ?? time
            guard run.advance(to: next) else { return }
            models[index].update(from: run.recorder)
            guard next < time || run.nextDeadline.map({ $0 <= time }) == true else { return }
        }
    }

    /// Runs work until something is recorded.
    ///
    /// - Returns: Whether there was any.
    func stepOn() -> Bool {
        // Where the one that is looked at is over, another may go on.
        guard let index = ([focus] + runs.indices).first(where: { runs[$0].nextDeadline != nil }) else { return false }
        let before = models[index].log.count
        while models[index].log.count == before {
            guard runs[index].step() else { return false }
            isMidMoment = true
            hasWorked = true
            update()
        }
        let time = runs[index].now
        for other in runs.indices where other != index { advance(other, to: time) }
        return true
    }

    /// Presses a control in every run that has it.
    ///
    /// In the midst of a moment's work, or after work that followed another control of this moment, it is pressed a nanosecond later:
    /// a run without a screen does all of a moment's work, then presses all of the moment's controls, and so can repeat it.
    ///
    /// - Returns: What there is to say about it.
    func send(_ control: Control) -> String? {
        let isAfterWork = hasWorked && runs.contains { $0.pressed.last?.time == $0.now }
        if isAfterWork || isMidMoment && runs.contains(where: { $0.nextDeadline == $0.now }) { advance(by: 1) }
        // What was left of the moment may have been the end.
        guard !isOver else { return "the stream is over; r restarts it" }
        hasWorked = false
        var answer: String?
        for index in runs.indices where runs[index].has(control.name) && !isOver(index) {
            answer = press(control, index) ?? answer
        }
        return answer
    }

    private func press(_ control: Control, _ index: Int) -> String? {
        defer {
            noteNumbers(index)
            models[index].update(from: runs[index].recorder)
        }
        do {
            return try runs[index].send(control)
        } catch {
            return error.description
        }
    }

    // MARK: What if

    func compare(_ state: AppState) -> String? {
        focus = state.whatIf?.view == .changed ? 1 : 0
        guard state.whatIf?.numbers != otherNumbers else { return answer(state) }
        otherNumbers = state.whatIf?.numbers
        (runs, models, numberChanges) = ([runs[0]], [models[0]], [numberChanges[0]])
        if let otherNumbers, let choice = state.choice { rerun(choice.with(otherNumbers)) }
        return answer(state)
    }

    /// Runs the same inputs with other numbers, up to the present; where that is the end, up to the other's own end.
    private func rerun(_ choice: Choice) {
        let (inputs, now) = (runs[0].pressed, runs[0].now)
        add(choice)
        for (time, control) in [(TraceTime.zero, nil)] + inputs.map({ ($0.time, Optional($0.control)) }) {
            advance(1, to: time)
            if let control, !isOver(1) { _ = press(control, 1) }
        }
        advance(1, to: isOver(0) ? TraceTime(nanoseconds: Session.patience * max(now.nanoseconds, 1_000_000_000)) : now)
    }

    /// So many times as long as a run that is over the same with other numbers may take.
    private static let patience: UInt64 = 10

    private func answer(_ state: AppState) -> String? {
        guard let whatIf = state.whatIf, let choice = state.choice else { return nil }
        return WhatIfWords.answer(choice, whatIf, old: RunOutcome(of: models[0]), new: RunOutcome(of: models[1]))
    }

    // MARK: Numbers

    /// The values that a run's numbers had when an event happened.
    func numbers(ofRun index: Int, atEvent sequence: Int) -> Numbers {
        numberChanges[index].last { $0.sequence < sequence }?.numbers ?? runs[index].numbers
    }

    /// Called before the model has what the control led to, so that it has the new numbers.
    private func noteNumbers(_ index: Int) {
        guard numberChanges[index].last?.numbers != runs[index].numbers else { return }
        numberChanges[index].append((models[index].log.count, runs[index].numbers))
    }

    func screen(_ state: AppState) -> ScreenState {
        Scene.screen(state, self)
    }

    private func isOver(_ index: Int) -> Bool {
        let model = models[index]
        guard let chain else { return runs[index].nextDeadline == nil && model.state(at: model.log.count).isOver }
        // Where all sinks have ended, some operators still wait for their timers; where none is due and the user can do nothing, inner
        // streams may be left that never end.
        return model.sinksHaveEnded || runs[index].nextDeadline == nil && !chain.chain.takesInput && !chain.chain.canPause
    }

    private func update() {
        for index in runs.indices { models[index].update(from: runs[index].recorder) }
    }
}

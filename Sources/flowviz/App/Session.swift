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

    /// Starts the chosen scenario, with the next variant beside it where two are shown.
    func start(_ state: AppState) {
        guard let choice = state.choice else { return }
        let choices = state.showsTwo ? [choice, choice.nextVariant] : [choice]
        runs = choices.map { ScenarioRun($0.scenarioValue, variant: $0.variantValue, numbers: $0.numbers) }
        models = runs.map { StreamModel(lanes: $0.variant.lanes) }
        numberChanges = runs.map { [(0, $0.numbers)] }
        advance(by: 0)
    }

    var name: String {
        runs[0].scenario.id
    }

    var repeatLine: String? {
        runs[0].repeatLine
    }

    /// The time of the present.
    var now: TraceTime {
        runs[0].now
    }

    /// When something happens next by itself, `nil` where the streams wait for the user.
    var nextDeadline: TraceTime? {
        runs.compactMap(\.nextDeadline).min()
    }

    /// What the update needs to know.
    var facts: RunFacts {
        RunFacts(
            timeline: models[0].log, model: models[0], now: Moment(time: now, sequence: models[0].log.count),
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
        let before = models[0].log.count
        while models[0].log.count == before {
            guard runs[0].step() else { return false }
            isMidMoment = true
            hasWorked = true
            update()
        }
        runs.dropFirst().forEach { $0.advance(to: now) }
        update()
        return true
    }

    /// Presses a control in every run that has it.
    ///
    /// In the midst of a moment's work, or after work that followed another control of this moment, it is pressed a nanosecond later:
    /// a run without a screen does all of a moment's work, then presses all of the moment's controls, and so can repeat it.
    ///
    /// - Returns: What there is to say about it.
    func send(_ control: Control) -> String? {
        let isAfterWork = hasWorked && runs[0].pressed.last?.time == now
        if isAfterWork || isMidMoment && runs[0].nextDeadline == now { advance(by: 1) }
        // What was left of the moment may have been the end.
        guard !isOver else { return "the stream is over; r restarts it" }
        hasWorked = false
        var answer: String?
        for index in runs.indices where runs[index].has(control.name) {
            do {
                answer = try runs[index].send(control) ?? answer
            } catch {
                answer = error.description
            }
            noteNumbers(index)
        }
        update()
        return answer
    }

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
        runs[index].nextDeadline == nil && models[index].state(at: models[index].log.count).isOver
    }

    private func update() {
        for index in runs.indices { models[index].update(from: runs[index].recorder) }
    }
}

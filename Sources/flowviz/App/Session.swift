import FlowModel
import FlowScenarios
import FlowTrace

/// The runs on the screen, one or two, and what they recorded.
final class Session {
    private(set) var runs: [ScenarioRun] = []
    private(set) var models: [StreamModel] = []

    /// Starts the chosen scenario, with the next variant beside it where two are shown.
    func start(_ state: AppState) {
        let other = state.choice.nextVariant
        let choices = state.showsTwo ? [state.choice, other] : [state.choice]
        runs = choices.map { ScenarioRun($0.scenarioValue, variant: $0.variantValue, numbers: $0.numbers) }
        models = runs.map { StreamModel(lanes: $0.variant.lanes) }
        advance(by: 0)
    }

    /// The time of the present.
    var now: TraceTime {
        runs[0].now
    }

    /// What the update needs to know.
    var facts: RunFacts {
        RunFacts(model: models[0], now: Moment(time: now, sequence: models[0].log.entries.count), isOver: isOver)
    }

    /// Whether nothing more can happen in any run.
    var isOver: Bool {
        zip(runs, models).allSatisfy { run, model in
            run.nextDeadline == nil && model.state(at: model.log.entries.count).isOver
        }
    }

    /// Moves time forward. A run that is over stands.
    func advance(by nanoseconds: UInt64) {
        for (run, model) in zip(runs, models) where !isOver(run, model) {
            run.advance(to: target(of: run, model, run.now + nanoseconds))
        }
        update()
    }

    /// Runs work until something is recorded.
    ///
    /// - Returns: Whether there was any.
    func stepOn() -> Bool {
        let before = models[0].log.entries.count
        while models[0].log.entries.count == before {
            guard let next = runs.compactMap(\.nextDeadline).min() else { return false }
            guard runs[0].nextDeadline == next else {
                runs.dropFirst().forEach { $0.advance(to: next) }
                update()
                continue
            }
            runs[0].step()
            update()
        }
        runs.dropFirst().forEach { $0.advance(to: now) }
        update()
        return true
    }

    /// Presses a control in every run that has it.
    ///
    /// - Returns: What there is to say about it.
    func send(_ control: Control) -> String? {
        var answer: String?
        for run in runs where run.has(control.name) {
            do {
                answer = try run.send(control) ?? answer
            } catch {
                answer = error.description
            }
        }
        update()
        return answer
    }

    private func isOver(_ run: ScenarioRun, _ model: StreamModel) -> Bool {
        run.nextDeadline == nil && model.state(at: model.log.entries.count).isOver
    }

    /// A finite run stops at its last event, so that its clock shows when it ended.
    private func target(of run: ScenarioRun, _ model: StreamModel, _ time: TraceTime) -> TraceTime {
        guard model.state(at: model.log.entries.count).isOver, let next = run.nextDeadline else { return time }
        return min(next, time)
    }

    private func update() {
        for index in runs.indices { models[index].update(from: runs[index].recorder) }
    }
}

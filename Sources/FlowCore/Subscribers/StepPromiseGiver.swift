/// Takes the answers to promises, whatever the types of its values and failures.
protocol StepPromiseGiver: AnyObject, Sendable {
    func step(with answer: StepAnswer, for id: StepPromise.ID) -> StepOutcome
}

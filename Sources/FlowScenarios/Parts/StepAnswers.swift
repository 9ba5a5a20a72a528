import FlowCore

/// The promises a stepping subscriber gave out, and the user's answers to them.
final class StepAnswers {
    var promises: [StepPromise] = []

    func answer(_ answer: StepAnswer) -> String? {
        guard let promise = promises.last else { return "no promise has been given out yet" }
        return ignored(promise(answer), promise, "the answer")
    }

    func answerTwice() -> String? {
        guard let promise = promises.last else { return "no promise has been given out yet" }
        let first = promise(.more)
        return ignored(first, promise, "the answer") ?? ignored(promise(.more), promise, "the second answer")
    }

    func answerBeforeLast() -> String? {
        guard promises.count > 1 else { return "there is no promise before the last one yet; m answers it" }
        let promise = promises[promises.count - 2]
        return ignored(promise(.more), promise, "the answer")
    }

    /// What to say of an answer that changed nothing.
    private func ignored(_ outcome: StepOutcome, _ promise: StepPromise, _ answer: String) -> String? {
        let what = "\(answer) to promise \(promise.id) was ignored:"
        switch outcome {
        case .accepted: return nil
        case .repeated: return "\(what) it had been answered already"
        case .stale: return "\(what) it is stale, \(promises.last.map { "\($0.id)" } ?? "another") was given out since"
        case .dead: return "\(what) the subscription is over; r restarts"
        }
    }
}

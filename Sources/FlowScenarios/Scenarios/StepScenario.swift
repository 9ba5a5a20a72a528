import FlowCore
import FlowTrace
import FlowCombine

extension Scenario {
    static let step = Scenario(
        id: "step", title: "One value at a time", group: .control,
        explanation: """
            A SteppingSubscriber hands out a completion handler with its subscription and with each value. Calling it with .more \
            asks for one value; until then the source has no demand. A handler counts once, and only the newest one counts: other \
            calls are ignored, so no mistake can ask for too much.
            """,
        tryThis: {
            """
            Press \($0(.more)) for more, \($0(.twice)) to call the same handler twice, \($0(.old)) to call the one before, \
            \($0(.cancel)) to cancel.
            """
        },
        variants: [
            variant("by-hand", point: "you answer", isAutomatic: false),
            variant("auto", point: "more after 0.5 s", isAutomatic: true),
        ])

    private static func variant(_ id: String, point: String, isAutomatic: Bool) -> Variant {
        let answer = isAutomatic ? "queue.asyncAfter(deadline: .now() + 0.5) { handler(.more) }" : "self.handler = handler"
        return Variant(
            id: id, point: point, lanes: [LaneSpec("source", .source), LaneSpec("output", .output)], cell: .milliseconds(200),
            chain: { numbers in
                ["1 … 20", "SteppingSubscriber\(isAutomatic ? " · more after \(numbers.text("interval")) s" : "")"]
            },
            code: """
                let subscriber = SteppingSubscriber<Int, Never> { event in
                    switch event {
                    case .subscription(let handler), .value(_, let handler): \(answer)
                    case .completion: print("done")
                    }
                }
                (1...20).publisher.subscribe(subscriber)
                \(isAutomatic ? "" : "handler(.more)  // or handler(.cancel)")
                """,
            controls: [.more, .cancel, .twice, .old], numbers: isAutomatic ? [.interval(0.5)] : [],
            build: { build(isAutomatic: isAutomatic, on: $0) })
    }

    private static func build(isAutomatic: Bool, on context: ScenarioContext) {
        let recorder = context.recorder
        let source = recorder.declareNode(.source, name: "1 … 20")
        let node = recorder.declareNode(.sink, name: "SteppingSubscriber")
        let chain = (1...20).publisher
            .probe("source", as: .source, recorder: recorder, upstream: source)
            .probe("output", recorder: recorder, upstream: source, downstream: node)
        let answers = StepAnswers()
        let script = context.script()
        let interval = context.numbers["interval"]
        let subscriber = SteppingSubscriber<Int, Never>(
            onState: { state in
                // The state `stepping` is recorded with its handler, below.
                if state != .stepping { recorder.record(state: .custom("\(state)"), on: chain.edge) }
                if state == .dead { script.cancel() }
            },
            stepper: { event in
                switch event {
                case .subscription(let promise), .value(_, let promise):
                    answers.promises.append(promise)
                    recorder.record(state: .handler("\(promise.id)"), on: chain.edge)
                    if isAutomatic { script.after(.seconds(interval)) { promise(.more) } }
                case .completion: break
                }
            })
        context.retain(subscriber)
        context.at(.zero) {
            recorder.record(state: .custom("\(subscriber.state)"), on: chain.edge)
            chain.subscribe(subscriber)
        }
        context.on(.more) { _ in answers.answer(.more) }
        context.on(.cancel) { _ in answers.answer(.cancel) }
        context.on(.twice) { _ in answers.answerTwice() }
        context.on(.old) { _ in answers.answerBeforeLast() }
    }
}

/// A subscriber's completion handlers, and the user's calls of them.
private final class StepAnswers {
    var promises: [StepPromise] = []

    func answer(_ answer: StepAnswer) -> ControlAnswer? {
        guard let promise = promises.last else { return "no completion handler has been handed out yet" }
        return ignored(promise(answer), promise, "the call")
    }

    func answerTwice() -> ControlAnswer? {
        guard let promise = promises.last else { return "no completion handler has been handed out yet" }
        let first = promise(.more)
        return ignored(first, promise, "the call") ?? ignored(promise(.more), promise, "the second call")
    }

    func answerBeforeLast() -> ControlAnswer? {
        guard promises.count > 1 else { return "there is no handler before the last one yet: call that first" }
        let promise = promises[promises.count - 2]
        return ignored(promise(.more), promise, "the call")
    }

    /// The words for an answer without effect.
    private func ignored(_ outcome: StepOutcome, _ promise: StepPromise, _ call: String) -> ControlAnswer? {
        let what = "\(call) of handler \(promise.id) was ignored:"
        switch outcome {
        case .accepted: return nil
        case .repeated: return "\(what) it had been called already"
        case .stale: return "\(what) it is out of date, \(promises.last.map { "\($0.id)" } ?? "another") was handed out since"
        case .dead: return .over("\(what) the subscription is over")
        }
    }
}

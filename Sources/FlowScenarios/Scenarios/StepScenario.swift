import FlowCore
import FlowTrace
import OpenCombineShim

extension Scenario {
    static let step = Scenario(
        id: "step",
        title: "One promise at a time",
        group: .control,
        explanation: """
            The stepping subscriber hands out a promise with its subscription and with each value. Answering it with more asks for one \
            value; until then the source is left without demand. A promise counts once, and only the newest one counts: other \
            answers are ignored, so no mistake can ask for too much.
            """,
        tryThis: "Press m for more, M to answer the same promise twice, b to answer the one before, x to cancel.",
        variants: [
            variant("by-hand", point: "you answer", isAutomatic: false),
            variant("auto", point: "more after 0.5 s", isAutomatic: true),
        ])

    private static func variant(_ id: String, point: String, isAutomatic: Bool) -> Variant {
        let answer = isAutomatic ? "queue.asyncAfter(deadline: .now() + 0.5) { promise(.more) }" : "self.promise = promise"
        return Variant(
            id: id, point: point, lanes: [LaneSpec("source", .source), LaneSpec("output", .output)], cell: 0.2,
            chain: { numbers in
                ["1 … 20", "stepping subscriber\(isAutomatic ? " · more after \(numbers.text("interval")) s" : "")"]
            },
            code: """
                let subscriber = SteppingSubscriber<Int, Never> { event in
                    switch event {
                    case .subscription(let promise), .value(_, let promise): \(answer)
                    case .completion: print("done")
                    }
                }
                (1...20).publisher.subscribe(subscriber)
                \(isAutomatic ? "" : "promise(.more)  // or promise(.cancel)")
                """,
            controls: [.more, .cancel, .twice, .stale], numbers: isAutomatic ? [.interval(0.5)] : [],
            build: { build(isAutomatic: isAutomatic, on: $0) })
    }

    private static func build(isAutomatic: Bool, on stage: Stage) {
        let recorder = stage.recorder
        let source = recorder.declareNode(.source, name: "1 … 20")
        let node = recorder.declareNode(.sink, name: "stepping subscriber")
        let chain = (1...20).publisher
            .probe("source", as: .source, recorder: recorder, upstream: source)
            .probe("output", recorder: recorder, upstream: source, downstream: node)
        let answers = StepAnswers()
        let script = stage.script()
        let interval = stage.numbers["interval"]
        let subscriber = SteppingSubscriber<Int, Never>(
            onState: { state in
                // The state stepping is told with its promise, below.
                if state != .stepping { recorder.record(state: .custom("\(state)"), on: chain.edge) }
                if state == .dead { script.cancel() }
            },
            stepper: { event in
                switch event {
                case .subscription(let promise), .value(_, let promise):
                    answers.promises.append(promise)
                    recorder.record(state: .promise("\(promise.id)"), on: chain.edge)
                    if isAutomatic { script.after(interval) { promise(.more) } }
                case .completion: break
                }
            })
        stage.retain(subscriber)
        stage.at(0) {
            recorder.record(state: .custom("\(subscriber.state)"), on: chain.edge)
            chain.subscribe(subscriber)
        }
        stage.on(.more) { _ in answers.answer(.more) }
        stage.on(.cancel) { _ in answers.answer(.cancel) }
        stage.on(.twice) { _ in answers.answerTwice() }
        stage.on(.stale) { _ in answers.answerBeforeLast() }
    }
}

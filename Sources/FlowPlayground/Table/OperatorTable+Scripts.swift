import FlowCore
import FlowCombine

/// The calls of a script's statements: subjects, subscriptions, queues and the passing of time.
extension OperatorTable {
    private static let taps = "let taps = PassthroughSubject<Int, Never>()\nlet c = taps.sink { print($0) }\n"

    private static func onSubjects(_ text: String, build: @escaping Overload.Build) -> [Overload] {
        ["PassthroughSubject<Output, Failure>", "CurrentValueSubject<Output, Failure>"].map {
            .method(text, on: $0, .value, build: build)
        }
    }

    static let scripts: [Operator] = [
        Operator(
            "send", .scripts, "Sends a value, or the end, through a subject.", example: taps + "taps.send(1)",
            overloads: onSubjects("send(_ value: Output) -> Void") { call in call.send(call.value(1)) }
                + onSubjects("send(completion: Subscribers.Completion<Failure>) -> Void") { call in call.complete() }
                + [
                    .method("send() -> Void", on: "PassthroughSubject<Void, Failure>", .value) { call in call.send(.void) },
                    .method("send() -> Void", on: "CurrentValueSubject<Void, Failure>", .value) { call in call.send(.void) },
                ]),
        Operator(
            "value", .scripts, "The newest value of a subject; assigning a value sends it.",
            example: "let level = CurrentValueSubject<Int, Never>(5)\nlet c = level.sink { print($0) }\nlevel.value = 6",
            .property("value -> Output", on: "CurrentValueSubject<Output, Failure>") { call in call.current }),
        Operator(
            "Set", .scripts, "A bag, which keeps its subscriptions alive.",
            example: "var bag = Set<AnyCancellable>()\n[1, 2].publisher.sink { print($0) }.store(in: &bag)",
            .function("Set() -> Set<AnyCancellable>") { _ in .bag(SubscriptionSet()) }),
        Operator(
            "store", .scripts, "Stores a subscription in a bag, which keeps it alive.",
            example: "var bag = Set<AnyCancellable>()\n[1, 2].publisher.sink { print($0) }.store(in: &bag)",
            .method("store(in set: Set<AnyCancellable>) -> Void", on: "AnyCancellable", .value) { call in
                if case .cancellable(let subscription) = call.value(0), case .bag(let bag) = call.value(1) {
                    bag.insert(subscription)
                }
                return .void
            }),
        Operator(
            "cancel", .scripts, "Ends a subscription.", example: taps + "taps.send(1)\nc.cancel()\ntaps.send(2)",
            .method("cancel() -> Void", on: "AnyCancellable", .value) { call in
                if case .cancellable(let cancellable) = call.value(0) { cancellable.cancel() }
                return .void
            }),
        Operator(
            "wait", .scripts, "Lets time pass before the next statement.", example: taps + "wait(.seconds(1))\ntaps.send(1)",
            .function("wait(_ time: Duration) -> Void", .wait) { _ in .void }),
        Operator(
            "asyncAfter", .scripts, "Calls a closure at a moment.",
            example: taps + "DispatchQueue.main.asyncAfter(deadline: .now() + 0.5) { taps.send(1) }",
            .method("asyncAfter(deadline: Moment, execute work: () -> Void) -> Void", on: "Scheduler", .value) { call in
                guard case .moment(let moment) = call.value(1) else { return .void }
                let (scheduler, work) = (call.scheduler, call.effect(2))
                scheduler.schedule(after: max(moment, scheduler.now), tolerance: .zero, options: nil) { work([]) }
                return .void
            }),
    ]
}

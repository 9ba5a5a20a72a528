import FlowCore
import FlowCombine

extension OperatorTable {
    private static let marbleUnit = VirtualTime.Stride.milliseconds(250)

    static let sources: [Operator] = [
        Operator(
            "marbles", .sources,
            "Sends each letter in its turn: '-' is a unit of silence, '(ab)' one moment, '|' the end, '#' a failure.",
            example: "marbles(\"AB-C|\").sink()",
            .function(
                "marbles(_ text: String, unit: Duration = .milliseconds(250)) -> Marbles<String, Never>", .source,
                limits: ["unit": .interval], literalError: { marbleProblem($0, canFail: false) }
            ) { call throws(Stop) in try call.marbles(unit: marbleUnit, failure: nil) },
            .function(
                "marbles(_ text: String, unit: Duration = .milliseconds(250), failure: FlowError = FlowError(\"failed\")) "
                    + "-> Marbles<String, FlowError>", .source, limits: ["unit": .interval],
                literalError: { marbleProblem($0, canFail: true) }
            ) { call throws(Stop) in try call.marbles(unit: marbleUnit, failure: call.error(2) ?? FlowError("failed")) }),
        Operator(
            "publisher", .sources, "Sends the elements on demand, and finishes.",
            example: "[1, 2, 3].publisher.sink()",
            .property("publisher -> Publisher<T, Never>", on: "[T]", .stage) { call in call.sequence(call.array(0)) },
            .property("publisher -> Publisher<Int, Never>", on: "ClosedRange<Int>", .stage) { call in call.numbers() },
            .property("publisher -> Publisher<Int, Never>", on: "Range<Int>", .stage) { call in call.numbers() },
            .property("publisher -> Publisher<Character, Never>", on: "String", .stage) { call in
                call.sequence(call.string(0).map { Value.text(String($0)) })
            },
            .property("publisher -> Publisher<T, Never>", on: "T?", .stage) { call in
                call.sequence(call.optional(0).map { [$0] } ?? [])
            }),
        Operator(
            "Just", .sources, "Sends one value and finishes.", example: "Just(\"hello\").sink()",
            .function("Just(_ value: Output) -> Just<Output>", .stage) { call in call.flow(Just(call.value(0))) }),
        Operator(
            "Empty", .sources, "Sends nothing; finishes immediately, or never.", example: "Empty<Int, Never>().sink()",
            .function("Empty(completeImmediately: Bool = true) -> Empty<Output, Failure>", .stage) { call in
                call.flow(Empty<Value, any Error>(completeImmediately: call.bool(0) ?? true))
            }),
        Operator(
            "Fail", .sources, "Fails immediately.", example: "Fail<Int, FlowError>(error: FlowError(\"no network\")).sink()",
            .function("Fail(error: Failure) -> Fail<Output, Failure> where Failure: Error", .stage) { call in
                call.flow(Fail<Value, any Error>(error: call.failure(0)))
            }),
        Operator(
            "interval", .sources, "Sends 1, 2, 3… one each interval while there is demand.",
            example: "interval(.seconds(1)).prefix(3).sink()",
            .function(
                "interval(_ period: Duration) -> Publisher<Int, Never>", .stage, limits: ["period": .interval], isEndless: true
            ) { call in
                let period = call.duration(0)
                return call.flow(Publishers.timer(scheduler: call.scheduler, interval: period).map(Value.int))
            }),
        Operator(
            "Timer.publish", .sources, "Sends the time each interval after it is connected.",
            example: "Timer.publish(every: 1, on: .main, in: .common).autoconnect().prefix(2).sink()",
            .function(
                "Timer.publish(every interval: Double, on: Scheduler, in: Mode) -> ConnectablePublisher<Moment, Never>", .stage,
                limits: ["interval": .interval], isEndless: true
            ) { call in
                let scheduler = call.scheduler
                let timer = Publishers.timer(scheduler: scheduler, interval: .seconds(call.number(0)))
                return call.connectable(timer.map { _ in Value.moment(scheduler.now) })
            }),
        Operator(
            "Deferred", .sources, "Makes a new publisher for every subscriber.", example: "Deferred { [1, 2].publisher }.sink()",
            .function("Deferred(createPublisher: () -> Publisher<T, F>) -> Publisher<T, F>", .stage) { call in
                let make = call.maker(0)
                return call.flow(Deferred { call.inner(make()) })
            }),
        Operator(
            "AnyPublisher", .sources, "A type-erased publisher.",
            example: "AnyPublisher([1, 2].publisher).sink()",
            .function(
                "AnyPublisher(_ publisher: Publisher<Output, Failure>) -> AnyPublisher<Output, Failure>", .transparent,
                as: .eraseToAnyPublisher
            ) { call in call.value(0) }),
        Operator(
            "keys", .sources, "Sends what you send: a key on the screen, --send \"SECONDS:emit:TEXT\" without.",
            example: "keys().map { $0.uppercased() }.sink()",
            .function("keys() -> Publisher<String, Never>", .input) { call in call.input(named: "keys", of: .string) }),
        Operator(
            "PassthroughSubject", .sources, "Sends your values to subscribers with demand.",
            example: "let taps = PassthroughSubject<Int, Never>()\ntaps.map { $0 * 10 }.sink()",
            .function("PassthroughSubject() -> PassthroughSubject<Output, Failure>", .input) { call in
                call.input(named: "PassthroughSubject", of: call.output)
            }),
        Operator(
            "CurrentValueSubject", .sources,
            "Begins with a value, then sends yours; keeps the newest for later subscribers.",
            example: "let level = CurrentValueSubject<Int, Never>(5)\nlevel.sink()",
            .function("CurrentValueSubject(_ value: Output) -> CurrentValueSubject<Output, Failure>", .input) { call in
                call.currentValue(of: call.output)
            }),
    ]

    private static func marbleProblem(_ literal: Value, canFail: Bool) -> String? {
        guard case .string(let text, _) = literal else { return nil }
        do throws(MarbleError) {
            let script = try MarbleScript(text)
            guard script.fails, !canFail else { return nil }
            return "these marbles fail: '#' needs a stream that can"
        } catch {
            return error.description
        }
    }
}

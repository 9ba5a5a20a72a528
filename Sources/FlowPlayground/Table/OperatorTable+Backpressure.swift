import FlowCore
import OpenCombineShim

extension OperatorTable {
    static let backpressure: [Operator] = [
        Operator(
            "buffer", .backpressure, "Holds values until they are asked for, and drops or fails when it is full.",
            example: "marbles(\"ABCDEF|\").buffer(size: 2, prefetch: .byRequest, whenFull: .dropOldest).pace(.seconds(1)).sink()",
            .method(
                "buffer(size: Int, prefetch: PrefetchStrategy, whenFull: BufferingStrategy<Failure>)", .buffer,
                limits: ["size": .within(1...1_000_000)]
            ) { call in call.buffer(size: call.int(1), keepsFull: call.keepsFull(2), whenFull: call.whenFull(3)) }),
        Operator(
            "pace", .backpressure, "Asks for one value at a time, each an interval after the one before.",
            example: "[1, 2, 3].publisher.pace(.seconds(1)).sink()",
            .stream("pace(_ interval: Duration, scheduler: Scheduler = DispatchQueue.main)", limits: ["interval": .interval]) {
                call in
                let interval = call.duration(1)
                return call.input().pace(interval, scheduler: call.scheduler)
            }),
    ]

    static let sharing: [Operator] = [
        Operator(
            "share", .sharing, "Lets several subscribers share one subscription; each gets what comes after it subscribes.",
            example: "let ticks = marbles(\"ab|\").share()\nticks.map { $0 + \"1\" }.sink()\nticks.map { $0 + \"2\" }.sink()",
            .stream("share()") { $0.input().multicast { InOrderSubject() }.autoconnect() }),
        Operator(
            "shareReplay", .sharing, "Shares one subscription, and first gives later subscribers the newest values.",
            example: "marbles(\"ab|\").shareReplay(capacity: 1).sink()",
            .method("shareReplay(capacity: Int)", .buffer, limits: ["capacity": .within(1...1_000_000)]) { call in
                call.replay(capacity: call.int(1))
            }),
        Operator(
            "multicast", .sharing, "Sends through a subject once it is connected.",
            example:
                "let both = [1, 2].publisher.multicast(subject: PassthroughSubject<Int, Never>())\nboth.sink()\nboth.connect()",
            .method("multicast(subject: PassthroughSubject<Output, Failure>) -> ConnectablePublisher<Output, Failure>") { call in
                call.connectable(call.input().multicast(subject: InOrderSubject()))
            }),
        Operator(
            "makeConnectable", .sharing, "Sends only once it is connected.",
            example: "let both = [1, 2].publisher.makeConnectable()\nboth.sink()\nboth.connect()",
            .method("makeConnectable() -> ConnectablePublisher<Output, Never>", on: "Publisher<Output, Never>") { call in
                call.connectable(call.input().multicast(subject: InOrderSubject()))
            }),
        Operator(
            "connect", .sharing, "Lets a connectable publisher send.",
            example: "let both = [1, 2].publisher.makeConnectable()\nboth.sink()\nboth.connect()",
            .method("connect() -> Cancellable", on: "ConnectablePublisher<Output, Failure>", .value) { call in call.connect() }),
        Operator(
            "autoconnect", .sharing, "Connects with the first subscriber.",
            example: "[1, 2].publisher.makeConnectable().autoconnect().sink()",
            .method("autoconnect()", on: "ConnectablePublisher<Output, Failure>") { call in call.autoconnect() }),
        Operator(
            "handleEvents", .sharing, "Runs closures for what passes, and changes nothing.",
            example: "[1, 2].publisher.handleEvents(receiveOutput: { print($0) }).sink()",
            .stream(
                "handleEvents(receiveOutput: ((Output) -> Void)? = nil, receiveCompletion: ((Completion) -> Void)? = nil, "
                    + "receiveCancel: (() -> Void)? = nil)"
            ) { call in
                let (output, completion, cancel) = (call.effect(1), call.effect(2), call.effect(3))
                return call.input().handleEvents(
                    receiveOutput: { output([$0]) }, receiveCompletion: { completion([Value($0)]) }, receiveCancel: { cancel([]) }
                )
            }),
        Operator(
            "print", .sharing, "Does nothing here: the lanes show what it would print.",
            example: "[1, 2].publisher.print().sink()",
            .method("print(_ prefix: String = \"\")", .transparent) { call in call.value(0) },
            .function("print(_ value: T) -> Void") { _ in .void }),
        Operator(
            "eraseToAnyPublisher", .sharing, "Gives streams of different types the same type.",
            example:
                "[1, 2].publisher.map { $0 > 1 ? Just($0).eraseToAnyPublisher() : Empty().eraseToAnyPublisher() }.switchToLatest().sink()",
            .method("eraseToAnyPublisher() -> AnyPublisher<Output, Failure>", .transparent) { call in call.value(0) }),
    ]

    static let sinks: [Operator] = [
        Operator(
            "sink", .sinks, "Ends the chain: asks for everything.", example: "[1, 2].publisher.sink { print($0) }",
            .method("sink() -> Cancellable", .sink) { call in call.sink(completion: nil, value: nil) },
            .method("sink(receiveValue: (Output) -> Void) -> Cancellable", on: "Publisher<Output, Never>", .sink) { call in
                call.sink(completion: nil, value: 1)
            },
            .method("sink(receiveCompletion: (Completion) -> Void, receiveValue: (Output) -> Void) -> Cancellable", .sink) {
                call in call.sink(completion: 1, value: 2)
            }),
        Operator(
            "pausableSink", .sinks, "Ends the chain: asks for one value at a time, until its closure returns false.",
            example: "[1, 2, 3].publisher.pausableSink { $0 < 2 }",
            .method("pausableSink(receiveValue: (Output) -> Bool) -> Cancellable", .pausableSink) { call in
                call.pausableSink(completion: nil, value: 1)
            },
            .method(
                "pausableSink(receiveCompletion: (Completion) -> Void, receiveValue: (Output) -> Bool) -> Cancellable",
                .pausableSink
            ) { call in call.pausableSink(completion: 1, value: 2) }),
    ]
}

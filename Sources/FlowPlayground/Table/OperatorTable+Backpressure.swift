import FlowCore
import FlowCombine

extension OperatorTable {
    static let backpressure: [Operator] = [
        Operator(
            "buffer", .backpressure, "Holds values until they are requested; drops values or fails when full.",
            example: "marbles(\"ABCDEF|\").buffer(size: 2, prefetch: .byRequest, whenFull: .dropOldest).pace(.seconds(1)).sink()",
            .method(
                "buffer(size: Int, prefetch: PrefetchStrategy, whenFull: BufferingStrategy<Failure>)", .buffer,
                limits: ["size": .within(1...1_000_000)]
            ) { call in call.buffer(size: call.int(1), keepsFull: call.keepsFull(2), whenFull: call.whenFull(3)) }),
        Operator(
            "pace", .backpressure, "Requests one value at a time, each an interval after the last.",
            example: "[1, 2, 3].publisher.pace(.seconds(1)).sink()",
            .stream("pace(_ interval: Duration, scheduler: Scheduler = DispatchQueue.main)", limits: ["interval": .interval]) {
                call in
                let interval = call.duration(1)
                return call.input().pace(interval, scheduler: call.scheduler)
            }),
    ]

    static let sharing: [Operator] = [
        Operator(
            "share", .sharing, "Shares one subscription; each subscriber gets the values after its own subscription.",
            example: "let ticks = marbles(\"ab|\").share()\nticks.map { $0 + \"1\" }.sink()\nticks.map { $0 + \"2\" }.sink()",
            .stream("share()") { $0.input().multicast { InOrderSubject() }.autoconnect() }),
        Operator(
            "shareReplay", .sharing, "Shares one subscription; replays the newest values to later subscribers.",
            example: "marbles(\"ab|\").shareReplay(capacity: 1).sink()",
            .method("shareReplay(capacity: Int)", .buffer, limits: ["capacity": .within(1...1_000_000)]) { call in
                call.replay(capacity: call.int(1))
            }),
        Operator(
            "multicast", .sharing, "Sends through a subject after it is connected.",
            example:
                "let both = [1, 2].publisher.multicast(subject: PassthroughSubject<Int, Never>())\nboth.sink()\nboth.connect()",
            .method("multicast(subject: PassthroughSubject<Output, Failure>) -> ConnectablePublisher<Output, Failure>") { call in
                call.connectable(call.input().multicast(subject: InOrderSubject()))
            },
            .method(
                "multicast(_ createSubject: () -> PassthroughSubject<Output, Failure>) -> ConnectablePublisher<Output, Failure>"
            ) { call in call.connectable(call.input().multicast(subject: InOrderSubject())) }),
        Operator(
            "makeConnectable", .sharing, "Sends only after it is connected.",
            example: "let both = [1, 2].publisher.makeConnectable()\nboth.sink()\nboth.connect()",
            .method("makeConnectable() -> ConnectablePublisher<Output, Never>", on: "Publisher<Output, Never>") { call in
                call.connectable(call.input().multicast(subject: InOrderSubject()))
            }),
        Operator(
            "connect", .sharing, "Starts a connectable publisher.",
            example: "let both = [1, 2].publisher.makeConnectable()\nboth.sink()\nboth.connect()",
            .method("connect() -> AnyCancellable", on: "ConnectablePublisher<Output, Failure>", .value) { call in call.connect() }
        ),
        Operator(
            "autoconnect", .sharing, "Connects with the first subscriber.",
            example: "[1, 2].publisher.makeConnectable().autoconnect().sink()",
            .method("autoconnect()", on: "ConnectablePublisher<Output, Failure>") { call in call.autoconnect() }),
        Operator(
            "handleEvents", .sharing, "Runs closures for the signals, and changes nothing.",
            example: "[1, 2].publisher.handleEvents(receiveOutput: { print($0) }).sink()",
            .stream(
                "handleEvents(receiveOutput: ((Output) -> Void)? = nil, "
                    + "receiveCompletion: ((Subscribers.Completion<Failure>) -> Void)? = nil, receiveCancel: (() -> Void)? = nil)"
            ) { $0.handlingEvents(output: 1, completion: 2, cancel: 3) },
            .stream(
                "handleEvents(receiveSubscription: ((Any) -> Void)? = nil, receiveOutput: ((Output) -> Void)? = nil, "
                    + "receiveCompletion: ((Subscribers.Completion<Failure>) -> Void)? = nil, receiveCancel: (() -> Void)? = nil, "
                    + "receiveRequest: ((Demand) -> Void)? = nil)"
            ) { $0.handlingEvents(output: 2, completion: 3, cancel: 4, subscription: 1, request: 5) }),
        Operator(
            "print", .sharing, "Prints the signals, and changes nothing; as a function it prints values.",
            example: "[1, 2].publisher.print(\"numbers\").sink()",
            .method("print(_ prefix: String = \"\")", .transparent) { call in call.printing() },
            .function("print(_ items: Any..., separator: String = \" \", terminator: String = \"\\n\") -> Void") { call in
                let text = call.array(0).map(\.description).joined(separator: call.isOmitted(1) ? " " : call.string(1))
                call.run.didPrint(text + (call.isOmitted(2) ? "\n" : call.string(2)))
                return .void
            }),
        Operator(
            "breakpoint", .sharing, "Does nothing here: there is no debugger.",
            example: "[1, 2].publisher.breakpoint(receiveOutput: { $0 > 5 }).sink()",
            .method(
                "breakpoint(receiveOutput: ((Output) -> Bool)? = nil, "
                    + "receiveCompletion: ((Subscribers.Completion<Failure>) -> Bool)? = nil)", .transparent, as: .breakpoint
            ) { call in call.value(0) },
            .method("breakpointOnError()", .transparent, as: .breakpoint) { call in call.value(0) }),
        Operator(
            "eraseToAnyPublisher", .sharing, "Gives streams of different types the same type.",
            example:
                "[1, 2].publisher.map { $0 > 1 ? Just($0).eraseToAnyPublisher() : Empty().eraseToAnyPublisher() }.switchToLatest().sink()",
            .method("eraseToAnyPublisher() -> AnyPublisher<Output, Failure>", .transparent) { call in call.value(0) }),
    ]

    static let sinks: [Operator] = [
        Operator(
            "sink", .sinks, "Ends the chain: requests unlimited values.", example: "[1, 2].publisher.sink { print($0) }",
            .method("sink() -> AnyCancellable", .sink) { call in call.sink(completion: nil, value: nil) },
            .method("sink(receiveValue: (Output) -> Void) -> AnyCancellable", on: "Publisher<Output, Never>", .sink) { call in
                call.sink(completion: nil, value: 1)
            },
            .method(
                "sink(receiveCompletion: (Subscribers.Completion<Failure>) -> Void, receiveValue: (Output) -> Void) -> AnyCancellable",
                .sink
            ) {
                call in call.sink(completion: 1, value: 2)
            }),
        Operator(
            "subscribe", .sinks, "Sends the values through a subject.",
            example: "let taps = PassthroughSubject<Int, Never>()\ntaps.map { $0 * 10 }.sink()\n[1, 2].publisher.subscribe(taps)",
            .method("subscribe(_ subject: PassthroughSubject<Output, Failure>) -> AnyCancellable", .sink, as: .sink) { call in
                call.relay()
            },
            .method("subscribe(_ subject: CurrentValueSubject<Output, Failure>) -> AnyCancellable", .sink, as: .sink) { call in
                call.relay()
            }),
        Operator(
            "pausableSink", .sinks, "Ends the chain: requests one value at a time, until its closure returns false.",
            example: "[1, 2, 3].publisher.pausableSink { $0 < 2 }",
            .method("pausableSink(receiveValue: (Output) -> Bool) -> AnyCancellable", .pausableSink) { call in
                call.pausableSink(completion: nil, value: 1)
            },
            .method(
                "pausableSink(receiveCompletion: (Subscribers.Completion<Failure>) -> Void, receiveValue: (Output) -> Bool) -> AnyCancellable",
                .pausableSink
            ) { call in call.pausableSink(completion: 1, value: 2) }),
    ]
}

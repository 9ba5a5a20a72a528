import FlowCore
import FlowCombine

extension OperatorTable {
    static let combining: [Operator] = [
        Operator(
            "merge", .combining, "Sends the values of several streams as they arrive.",
            example: "marbles(\"a-b|\").merge(with: marbles(\"-x-y|\")).sink()",
            .stream("merge(with other: Publisher<Output, Failure>)") { $0.input().merge(with: $0.input(1)) },
            .stream("merge(with b: Publisher<Output, Failure>, _ c: Publisher<Output, Failure>)") {
                $0.input().merge(with: $0.input(1), $0.input(2))
            },
            .stream(
                "merge(with b: Publisher<Output, Failure>, _ c: Publisher<Output, Failure>, _ d: Publisher<Output, Failure>)"
            ) { $0.input().merge(with: $0.input(1), $0.input(2), $0.input(3)) }),
        Operator(
            "zip", .combining, "Pairs the first values of streams, then the second, and so on.",
            example:
                "[1, 2, 3].publisher.zip([\"a\", \"b\"].publisher).map { number, letter in \"\\(number)\\(letter)\" }.sink()",
            overloads: joins("zip") { $0.zipped($1) }),
        Operator(
            "combineLatest", .combining, "Sends the newest values of streams together, whenever one of them changes.",
            example: "marbles(\"a--b|\").combineLatest(marbles(\"-1-2|\")).map { $0 + $1 }.sink()",
            overloads: joins("combineLatest") { $0.latest($1) }),
        Operator(
            "flatMap", .combining, "Makes a publisher from each value and merges these, a limited number at a time.",
            example: "marbles(\"a--b|\").flatMap { letter in marbles(\"12|\").map { letter + $0 } }.sink()",
            .stream(
                "flatMap(maxPublishers: Demand = .unlimited, _ transform: (Output) -> Publisher<T, F>) -> Publisher<T, F> "
                    + "where F == Failure or Never", limits: ["maxPublishers": .nonZeroDemand]
            ) { $0.input().flatMap(maxPublishers: $0.demand(1, standard: .unlimited), $0.valueFlow(2)) }),
        Operator(
            "switchToLatest", .combining, "Sends the values of the newest publisher.",
            example: "marbles(\"a-b|\").map { letter in marbles(\"-12|\").map { letter + $0 } }.switchToLatest().sink()",
            .stream("switchToLatest() -> Publisher<T, F> where F == Failure or Never", on: "Publisher<Publisher<T, F>, Failure>")
            { $0.input().map($0.connecting).switchToLatest() }),
    ]

    static let time: [Operator] = [
        Operator(
            "delay", .time, "Sends everything later.", example: "marbles(\"ab|\").delay(for: .seconds(1)).sink()",
            .stream(
                "delay(for interval: Duration, scheduler: Scheduler = DispatchQueue.main)", limits: ["interval": .notNegative]
            ) { $0.input().delay(for: $0.duration(1), scheduler: $0.scheduler) }),
        Operator(
            "debounce", .time, "Sends the newest value after a pause.",
            example: "marbles(\"ab---c---|\").debounce(for: .milliseconds(500)).sink()",
            .method(
                "debounce(for dueTime: Duration, scheduler: Scheduler = DispatchQueue.main)", .buffer,
                limits: ["dueTime": .interval]
            ) { call in
                call.pending(.debounce) { $0.debounce(for: call.duration(1), scheduler: call.scheduler) }
            }),
        Operator(
            "throttle", .time, "Sends one value each interval: the newest, or the first.",
            example: "marbles(\"abcdefgh|\").throttle(for: .seconds(1), latest: true).sink()",
            .method(
                "throttle(for interval: Duration, scheduler: Scheduler = DispatchQueue.main, latest: Bool)", .buffer,
                limits: ["interval": .interval]
            ) { call in
                let latest = call.bool(3) ?? true
                return call.pending(.throttle(latest: latest)) {
                    $0.throttle(for: call.duration(1), scheduler: call.scheduler, latest: latest)
                }
            }),
        Operator(
            "timeout", .time, "Finishes, or fails, if no value arrives for a while.",
            example: "marbles(\"a--b-----c|\").timeout(.seconds(1)).sink()",
            .stream(
                "timeout(_ interval: Duration, scheduler: Scheduler = DispatchQueue.main, customError: (() -> Failure)? = nil)",
                limits: ["interval": .interval]
            ) { $0.input().timeout($0.duration(1), scheduler: $0.scheduler, customError: $0.errorMaker(3)) }),
        Operator(
            "measureInterval", .time, "Sends the time since the previous value in place of each value.",
            example: "marbles(\"a-b--c|\").measureInterval().sink()",
            .stream("measureInterval(using scheduler: Scheduler = DispatchQueue.main) -> Publisher<Duration, Failure>") {
                $0.input().measureInterval(using: $0.scheduler).map(Value.duration)
            }),
        Operator(
            "receive", .time, "Sends everything on a scheduler: at the same moment, after all work already due.",
            example: "[1, 2].publisher.receive(on: DispatchQueue.main).sink()",
            .stream("receive(on scheduler: Scheduler)") { $0.input().receive(on: $0.scheduler) }),
        Operator(
            "subscribe", .time, "Subscribes, requests and cancels on a scheduler.",
            example: "[1, 2].publisher.subscribe(on: DispatchQueue.main).sink()",
            .stream("subscribe(on scheduler: Scheduler)") { $0.input().subscribe(on: $0.scheduler) }),
    ]
}

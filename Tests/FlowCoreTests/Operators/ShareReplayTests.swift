import FlowCore
import FlowTrace
import OpenCombineShim
import Testing

@Suite("shareReplay")
struct ShareReplayTests {
    private typealias Output = OperatorRecorder<OperatorError>

    // MARK: Scenario 7

    /// Runs the scenario; the third subscriber asks for `third` and, where that is not everything, again at 10 and 11.
    private func scenario(third: Subscribers.Demand) -> (lines: [String], store: [String]) {
        let scheduler = VirtualTimeScheduler()
        let recorder = Recorder(clock: scheduler.clock.traceClock)
        let log = OperatorLog(scheduler)
        let subject = PassthroughSubject<Int, OperatorError>()
        let shared = subject.handleEvents(
            receiveSubscription: { _ in log.note("up subscribed") }, receiveCancel: { log.note("up cancel") },
            receiveRequest: { log.note("up request \($0.text)") }
        ).shareReplay(capacity: 2, recorder: recorder)
        let outputs = [
            Output("1", log: log, initial: .unlimited), Output("2", log: log, initial: .unlimited),
            Output("3", log: log, initial: third),
        ]
        func at(_ seconds: Double, _ action: @escaping () -> Void) {
            scheduler.schedule(after: VirtualTime(seconds: seconds), action)
        }
        at(0) { subject.send(0) }
        at(1) { shared.subscribe(outputs[0]) }
        for value in 1...3 { at(Double(value) + 1) { subject.send(value) } }
        at(5) { shared.subscribe(outputs[1]) }
        for value in 4...5 { at(Double(value) + 2) { subject.send(value) } }
        at(8) { subject.send(completion: .finished) }
        at(9) { shared.subscribe(outputs[2]) }
        if third != .unlimited {
            at(10) { outputs[2].request(.max(1)) }
            at(11) { outputs[2].request(.max(1)) }
        }
        scheduler.run()
        return (log.lines, recorder.storeHistory(timed: true))
    }

    private let upToSubscriber3 = [
        "1.0 1: subscribed", "1.0 up subscribed", "1.0 up request unlimited", "2.0 1: 1", "3.0 1: 2", "4.0 1: 3",
        "5.0 2: subscribed", "5.0 2: 2", "5.0 2: 3", "6.0 1: 4", "6.0 2: 4", "7.0 1: 5", "7.0 2: 5", "8.0 1: finished",
        "8.0 2: finished", "9.0 3: subscribed",
    ]

    private let store = [
        "2.0 buffered 1", "3.0 buffered 2", "4.0 unbuffered 1", "4.0 buffered 3", "6.0 unbuffered 2", "6.0 buffered 4",
        "7.0 unbuffered 3", "7.0 buffered 5",
    ]

    @Test func `scenario 7: three subscribers share one upstream and a replay of two`() {
        let (lines, history) = scenario(third: .unlimited)

        #expect(lines == upToSubscriber3 + ["9.0 3: 4", "9.0 3: 5", "9.0 3: finished"])
        #expect(history == store)
    }

    @Test func `scenario 7 slow: the completion waits for what the third has not asked for yet`() {
        let (lines, history) = scenario(third: .max(1))

        #expect(lines == upToSubscriber3 + ["9.0 3: 4", "10.0 3: 5", "10.0 3: finished"])
        #expect(history == store)
    }

    // MARK: The mistakes it must not have

    private func make(
        capacity: Int = .max
    ) -> (
        source: OperatorSource<OperatorError>, shared: Publishers.ShareReplay<OperatorSource<OperatorError>>,
        recorder: Recorder, log: OperatorLog
    ) {
        let log = OperatorLog()
        let source = OperatorSource<OperatorError>(log: log)
        let recorder = Recorder()
        return (source, source.shareReplay(capacity: capacity, recorder: recorder), recorder, log)
    }

    @Test func `a completed replay hands out all its values, not just the first`() {
        let (source, shared, _, log) = make()
        shared.subscribe(Output("1", log: log))
        (1...4).forEach(source.send)
        source.finish()

        shared.subscribe(Output("2", log: log, initial: .unlimited))

        #expect(
            log.lines == [
                "1: subscribed", "up request unlimited", "2: subscribed", "2: 1", "2: 2", "2: 3", "2: 4", "2: finished",
            ])
    }

    @Test func `a cancel sends nothing, and the others go on`() {
        let (source, shared, _, log) = make()
        let first = Output("1", log: log, initial: .unlimited)
        shared.subscribe(first)
        shared.subscribe(Output("2", log: log, initial: .unlimited))

        source.send(1)
        first.cancel()
        first.request(.max(1))
        source.send(2)
        source.finish()

        #expect(
            log.lines == [
                "1: subscribed", "up request unlimited", "2: subscribed", "1: 1", "2: 1", "2: 2", "2: finished",
            ])
    }

    @Test(arguments: [false, true])
    func `what was not delivered is kept past the completion`(fails: Bool) {
        let (source, shared, _, log) = make(capacity: 3)
        let slow = Output(log: log, initial: .max(1))
        shared.subscribe(slow)
        (1...3).forEach(source.send)
        if fails { source.fail(.broken) } else { source.finish() }
        #expect(log.lines == ["subscribed", "up request unlimited", "1"])

        slow.request(.max(1))
        #expect(log.lines == ["subscribed", "up request unlimited", "1", "2"])

        slow.request(.max(1))
        #expect(log.lines == ["subscribed", "up request unlimited", "1", "2", "3", fails ? "failure broken" : "finished"])
    }

    @Test func `subscribers that cancelled or completed are let go of`() {
        for isCancelled in [true, false] {
            let (source, shared, _, log) = make()
            var output: Output? = Output(log: log, initial: .unlimited)
            let isGone = { [weak output] in output == nil }
            shared.subscribe(output!)

            source.send(1)
            if isCancelled { output?.cancel() } else { source.finish() }
            output = nil

            #expect(isGone())
        }
    }

    // MARK: Sharing

    @Test func `the upstream is subscribed to once and kept when the last subscriber leaves`() {
        let (source, shared, _, log) = make()
        let first = Output("1", log: log, initial: .unlimited)
        shared.subscribe(first)
        source.send(1)
        first.cancel()
        source.send(2)

        shared.subscribe(Output("2", log: log, initial: .unlimited))

        #expect(source.subscriptionCount == 1)
        #expect(log.lines == ["1: subscribed", "up request unlimited", "1: 1", "2: subscribed", "2: 1", "2: 2"])
    }

    @Test func `the upstream is cancelled when nobody can subscribe any more`() {
        let log = OperatorLog()
        let source = OperatorSource<OperatorError>(log: log)
        var shared: Publishers.ShareReplay<OperatorSource<OperatorError>>? = source.shareReplay()
        var output: Output? = Output(log: log, initial: .unlimited)
        shared?.subscribe(output!)

        shared = nil
        source.send(1)
        output?.cancel()
        #expect(log.lines == ["subscribed", "up request unlimited", "1"])

        output = nil
        #expect(log.lines == ["subscribed", "up request unlimited", "1", "up cancel"])
    }

    @Test func `a second subscription of the upstream is cancelled`() {
        let (source, shared, _, log) = make()
        shared.subscribe(Output(log: log))

        source.subscribeAgain()

        #expect(log.lines == ["subscribed", "up request unlimited", "up cancel"])
    }

    @Test func `values go to the subscribers by order of subscription, whatever left meanwhile`() {
        let (source, shared, _, log) = make()
        let outputs = (1...9).map { Output("\($0)", log: log, initial: .unlimited) }
        for output in outputs { shared.subscribe(output) }
        for index in [1, 4, 8] { outputs[index].cancel() }

        source.send(7)

        #expect(log.lines.suffix(6) == ["1: 7", "3: 7", "4: 7", "6: 7", "7: 7", "8: 7"])
    }

    @Test func `a synchronous upstream is not lost to the first subscriber, however small the replay`() {
        let log = OperatorLog()

        [1, 2, 3].publisher.shareReplay(capacity: 1).subscribe(OperatorRecorder<Never>(log: log, initial: .unlimited))

        #expect(log.lines == ["subscribed", "1", "2", "3", "finished"])
    }

    // MARK: Slow subscribers

    @Test func `a subscriber that is too slow loses the oldest, visibly, and the others lose nothing`() {
        let (source, shared, recorder, log) = make(capacity: 2)
        let slow = Output("slow", log: log, initial: .max(1))
        shared.subscribe(slow)
        shared.subscribe(Output("fast", log: log, initial: .unlimited))

        (1...4).forEach(source.send)
        slow.request(.unlimited)

        #expect(
            log.lines == [
                "slow: subscribed", "up request unlimited", "fast: subscribed", "slow: 1", "fast: 1", "fast: 2", "fast: 3",
                "fast: 4", "slow: 3", "slow: 4",
            ])
        #expect(
            recorder.storeHistory() == [
                "buffered 1", "buffered 2", "unbuffered 1", "buffered 3", "dropped 2 overflow: oldest", "buffered 4",
            ])
    }

    @Test func `a value sent inside a delivery is handed out after it, to everybody, also with room for one`() {
        let (source, shared, recorder, log) = make(capacity: 1)
        shared.subscribe(
            Output("1", log: log, initial: .unlimited) { _, value in
                if value == 1 {
                    source.send(2)
                    source.send(3)
                }
                return .none
            })
        shared.subscribe(Output("2", log: log, initial: .unlimited))

        source.send(1)

        #expect(log.lines.suffix(6) == ["1: 1", "2: 1", "1: 2", "2: 2", "1: 3", "2: 3"])
        #expect(
            recorder.storeHistory() == ["buffered 1", "unbuffered 1", "buffered 2", "unbuffered 2", "buffered 3"])
    }

    @Test func `a request inside a delivery and a returned demand both count`() {
        let (source, shared, _, log) = make()
        shared.subscribe(
            Output(log: log, initial: .max(1)) { output, value in
                if value == 1 { output.request(.max(1)) }
                return value == 2 ? .max(1) : .none
            })

        (1...4).forEach(source.send)

        #expect(log.lines == ["subscribed", "up request unlimited", "1", "2", "3"])
    }

    @Test func `without values the completion needs no demand`() {
        let (source, shared, _, log) = make()
        shared.subscribe(Output("1", log: log))
        source.finish()
        source.finish()
        source.send(1)

        shared.subscribe(Output("2", log: log))

        #expect(log.lines == ["1: subscribed", "up request unlimited", "1: finished", "2: subscribed", "2: finished"])
    }

    // MARK: Declaring

    @Test func `the node and its store are declared when the publisher is built, and once`() {
        let (_, shared, recorder, log) = make(capacity: 2)
        shared.subscribe(Output(log: log))
        shared.subscribe(Output(log: log))
        var trace = TraceLog()
        recorder.drain(into: &trace)

        let node = NodeID(rawValue: 1)
        #expect(trace.nodes == [NodeFact(id: node, role: .replay, name: "shareReplay", detail: "2", capacity: 2)])
        #expect(
            trace.edges == [
                EdgeFact(id: EdgeID(rawValue: 1), role: .store, label: "replay", upstream: node, downstream: node)
            ])
    }

    @Test func `deliveries name the buffering as their cause`() {
        let recorder = Recorder()
        let edge = recorder.declareEdge(.link, label: "output")
        let source = OperatorSource<OperatorError>(log: OperatorLog())
        let output = Output(log: OperatorLog(), initial: .unlimited) { _, value in
            recorder.record(.value, on: edge, value: .int(value))
            return .none
        }
        source.shareReplay(recorder: recorder).subscribe(output)

        source.send(7)
        var log = TraceLog()
        recorder.drain(into: &log)

        #expect(log.entries.map(\.kind) == [.buffered, .value])
        #expect(log.entries.map(\.cause) == [nil, 1])
    }

    @Test func `a capacity of nothing is refused`() async {
        await #expect(processExitsWith: .failure) { _ = Empty<Int, OperatorError>().shareReplay(capacity: 0) }
    }
}

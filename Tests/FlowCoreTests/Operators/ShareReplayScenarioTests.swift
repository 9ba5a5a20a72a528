import FlowCore
import FlowTrace
import OpenCombineShim
import Testing

/// Scenario 7, as whole histories.
@Suite("shareReplay in scenario 7")
struct ShareReplayScenarioTests {
    private typealias Output = OperatorRecorder<OperatorError>

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
}

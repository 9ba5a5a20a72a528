import FlowCore
import FlowTestSupport
import FlowTrace
import FlowCombine
import Testing

@Suite("ProbedSubject")
struct ProbedSubjectTests {
    private let recorder = Recorder(clock: .custom { 0 })
    private let log = OperatorLog()

    private func makeSubject() -> ProbedSubject<PassthroughSubject<Int, OperatorError>> {
        ProbedSubject(PassthroughSubject(), label: "source", recorder: recorder)
    }

    @Test func `a value nobody subscribed for is dropped for that reason`() {
        makeSubject().send(1)

        #expect(recorder.storeHistory() == ["offered 1", "dropped 1 no subscriber"])
    }

    @Test func `a value nobody asked for is dropped for that reason, what was asked for is not`() {
        let subject = makeSubject()
        subject.subscribe(RecordingSubscriber(log: log, initial: .max(1)))

        subject.send(1)
        subject.send(2)

        #expect(log.lines == ["subscribed", "1"])
        #expect(recorder.storeHistory() == ["offered 1", "offered 2", "dropped 2 no demand"])
    }

    @Test func `what one subscriber took is not dropped, whoever else did not`() {
        let subject = makeSubject()
        subject.subscribe(RecordingSubscriber("idle", log: log))
        subject.subscribe(RecordingSubscriber("eager", log: log, initial: .unlimited))

        subject.send(1)

        #expect(recorder.storeHistory() == ["offered 1"])
    }

    @Test func `a subscriber that cancelled is none, however often it cancelled`() {
        let subject = makeSubject()
        let one = RecordingSubscriber<Int, OperatorError>("one", log: log, initial: .unlimited)
        subject.subscribe(one)
        subject.subscribe(RecordingSubscriber("idle", log: log))

        one.cancel()
        one.cancel()
        subject.send(1)

        #expect(recorder.storeHistory() == ["offered 1", "dropped 1 no demand"])
        #expect(log.lines == ["one: subscribed", "idle: subscribed"])
    }

    @Test func `demand returned and requested counts as with the subject alone`() {
        let subject = makeSubject()
        let output = RecordingSubscriber<Int, OperatorError>(log: log, initial: .max(1)) { _, value in
            value == 1 ? .max(1) : .none
        }
        subject.subscribe(output)

        for value in 1...3 { subject.send(value) }
        output.request(.max(1))
        subject.send(4)

        #expect(log.lines == ["subscribed", "1", "2", "4"])
        #expect(recorder.storeHistory() == ["offered 1", "offered 2", "offered 3", "dropped 3 no demand", "offered 4"])
    }

    @Test func `a value sent inside a delivery is judged by itself and names the other as its cause`() {
        let subject = makeSubject()
        subject.subscribe(
            RecordingSubscriber(log: log, initial: .max(1)) { _, value in
                if value == 1 { subject.send(2) }
                return .none
            })

        subject.send(1)
        var trace = TraceLog()
        recorder.drain(into: &trace)

        #expect(trace.entries.map(\.kind) == [.offered, .offered, .dropped])
        #expect(trace.entries.map { trace.value(of: $0) } == [.int(1), .int(2), .int(2)])
        #expect(trace.entries.map(\.cause) == [nil, 1, 2])
    }

    @Test(arguments: [false, true])
    func `it ends once, and nothing is offered afterwards`(fails: Bool) {
        let subject = makeSubject()
        subject.subscribe(RecordingSubscriber(log: log, initial: .unlimited))
        #expect(!subject.hasEnded)

        subject.send(completion: fails ? .failure(.broken) : .finished)
        subject.send(completion: .finished)
        subject.send(1)
        subject.subscribe(RecordingSubscriber("late", log: log, initial: .unlimited))

        #expect(subject.hasEnded)
        #expect(recorder.storeHistory() == [fails ? "failure broken" : "finished"])
        let end = fails ? "failure broken" : "finished"
        #expect(log.lines == ["subscribed", end, "late: subscribed", "late: \(end)"])
    }

    @Test func `an upstream is asked by the wrapped subject`() {
        let subject = makeSubject()
        let upstream = RecordingPublisher<Int, OperatorError>(log: log)

        subject.subscribe(RecordingSubscriber(log: log, initial: .max(1)))
        let subscription = upstream.subscribe(subject)
        upstream.send(1)
        upstream.send(2)
        upstream.send(completion: .finished)
        subscription.cancel()

        #expect(log.lines == ["subscribed", "up request unlimited", "1", "finished"])
        #expect(recorder.storeHistory() == ["offered 1", "offered 2", "dropped 2 no demand", "finished"])
    }

    @Test func `what subscribers see is the same without it`() {
        for seed in Rounds.seeds(full: 2_000) {
            let logs = [false, true].map { isProbed in
                let bench = LawBench(seed: seed)
                let upstream = bench.source()
                let subject = PassthroughSubject<Int, OperatorError>()
                if isProbed {
                    let probed = ProbedSubject(subject, label: "source", recorder: bench.recorder)
                    bench.onceSubscribed { bench.keep(upstream.subscribe(probed)) }
                    bench.play(probed)
                } else {
                    bench.onceSubscribed { bench.keep(upstream.subscribe(subject)) }
                    bench.play(subject)
                }
                return bench.linesByParty
            }

            #expect(logs[1] == logs[0], "seed \(seed)")
        }
    }
}

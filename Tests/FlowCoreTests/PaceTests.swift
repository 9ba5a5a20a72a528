import Dispatch
import FlowCore
import FlowTestSupport
import FlowCombine
import Testing

@Suite("pace")
struct PaceTests {
    typealias Log = SignalLog<String, Never>

    let scheduler = VirtualTimeScheduler()
    let source: RecordingPublisher<Int, TestFailure>

    init() {
        source = RecordingPublisher(on: scheduler)
    }

    // MARK: Scenario 1

    let scenario: [RecordedSignal<String, Never>] = [
        .at(0, .requested(.max(1))),
        .at(0, .note("A in")), .at(0, .value("A")), .at(0.3, .note("B in")), .at(0.6, .note("C in")),
        .at(1, .requested(.max(1))), .at(1, .value("B")), .at(2, .requested(.max(1))), .at(2, .value("C")),
        .at(3, .requested(.max(1))), .at(5, .note("D in")), .at(5, .value("D")), .at(5.3, .note("E in")),
        .at(5.6, .note("F in")), .at(5.6, .note("finished in")),
        .at(6, .requested(.max(1))), .at(6, .value("E")), .at(7, .requested(.max(1))), .at(7, .value("F")),
        .at(8, .requested(.max(1))), .at(8, .completion(.finished)),
    ]

    @Test func `scenario 1 through a subject: A 0, B 1, C 2, D 5, E 6, F 7, finished 8`() {
        let log = Log(on: scheduler)
        let output = PassthroughSubject<String, Never>()
        let sink = output.sink(receiveCompletion: { log.note(.completion($0)) }, receiveValue: { log.note(.value($0)) })

        let pacing = buffered(log).pace(.seconds(1), scheduler: scheduler, subject: output)
        scheduler.run()

        #expect(log.entries == scenario)
        withExtendedLifetime((sink, pacing)) {}
    }

    @Test func `scenario 1 as a publisher: the same`() {
        let log = Log(on: scheduler)

        let sink = buffered(log).pace(.seconds(1), scheduler: scheduler)
            .sink(receiveCompletion: { log.note(.completion($0)) }, receiveValue: { log.note(.value($0)) })
        scheduler.run()

        #expect(log.entries == scenario)
        withExtendedLifetime(sink) {}
    }

    /// The source of scenario 1 in a buffer, with a log of the buffer's demand.
    private func buffered(_ log: Log) -> some Publisher<String, Never> {
        let subject = PassthroughSubject<String, Never>()
        for (value, time) in [("A", 0), ("B", 0.3), ("C", 0.6), ("D", 5), ("E", 5.3), ("F", 5.6)] {
            scheduler.schedule(after: .init(seconds: time)) {
                log.note(.note("\(value) in"))
                subject.send(value)
            }
        }
        scheduler.schedule(after: .init(seconds: 5.6)) {
            log.note(.note("finished in"))
            subject.send(completion: .finished)
        }
        return subject.buffer(size: 1000, prefetch: .byRequest, whenFull: .dropOldest)
            .handleEvents(receiveRequest: { log.note(.requested($0)) })
    }

    // MARK: Through a subject

    @Test func `the interval is read anew for each value`() {
        var interval = VirtualTime.Stride.seconds(1)
        let output = PassthroughSubject<Int, TestFailure>()
        let pacing = source.pace(interval, scheduler: scheduler, subject: output)
        source.onRequest = { if $0.history.count < 8 { $0.send(0) } }

        source.send(0)
        interval = .seconds(0.1)
        scheduler.run()

        #expect(
            source.history == [
                .at(0, .subscribed), .at(0, .requested(.max(1))), .at(0, .value(0)), .at(1, .requested(.max(1))),
                .at(1, .value(0)), .at(1.1, .requested(.max(1))), .at(1.1, .value(0)), .at(1.2, .requested(.max(1))),
            ])
        pacing.cancel()
    }

    @Test func `cancel ends the pacing, also between two values`() {
        var received: [Int] = []
        let output = PassthroughSubject<Int, TestFailure>()
        let sink = output.sink(receiveCompletion: { _ in received.append(-1) }, receiveValue: { received.append($0) })
        let pacing = source.pace(.seconds(1), scheduler: scheduler, subject: output)

        source.send(1)
        pacing.cancel()
        scheduler.run()
        source.send(2)
        source.send(completion: .finished)

        #expect(received == [1])
        #expect(
            source.history == [
                .at(0, .subscribed), .at(0, .requested(.max(1))), .at(0, .value(1)), .at(0, .cancelled), .at(1, .value(2)),
                .at(1, .completion(.finished)),
            ])
        withExtendedLifetime(sink) {}
    }

    // MARK: As a publisher

    @Test func `upstream is asked for one value when the interval has passed and downstream wants one`() {
        let subscriber = RecordingSubscriber<Int, TestFailure>(on: scheduler)
        source.pace(.seconds(1), scheduler: scheduler).subscribe(subscriber)

        subscriber.request(.max(2))
        subscriber.request(.max(1))
        source.send(1)
        scheduler.advance(to: .init(seconds: 3))
        source.send(2)
        scheduler.advance(to: .init(seconds: 4))
        source.send(3)
        scheduler.advance(to: .init(seconds: 9))
        subscriber.request(.unlimited)
        source.send(4)
        subscriber.request(.unlimited)
        scheduler.advance(to: .init(seconds: 10))

        #expect(
            source.history == [
                .at(0, .subscribed), .at(0, .requested(.max(1))), .at(0, .value(1)), .at(1, .requested(.max(1))),
                .at(3, .value(2)), .at(4, .requested(.max(1))), .at(4, .value(3)), .at(9, .requested(.max(1))),
                .at(9, .value(4)), .at(10, .requested(.max(1))),
            ])
    }

    @Test func `demand returned by downstream counts, once, and is not returned to upstream`() {
        let subscriber = RecordingSubscriber<Int, TestFailure>(on: scheduler, demand: .max(1)) { _, value in
            value == 1 ? .max(2) : .none
        }
        source.pace(.seconds(1), scheduler: scheduler).subscribe(subscriber)
        source.onRequest = { $0.send($0.history.count / 2) }

        source.send(1)
        scheduler.run()

        #expect(
            source.history == [
                .at(0, .subscribed), .at(0, .requested(.max(1))), .at(0, .value(1)), .at(1, .requested(.max(1))),
                .at(1, .value(2)), .at(2, .requested(.max(1))), .at(2, .value(3)),
            ])
    }

    @Test func `a value nobody asked for is not passed on`() {
        let subscriber = RecordingSubscriber<Int, TestFailure>(on: scheduler, demand: .max(3))
        source.pace(.seconds(1), scheduler: scheduler).subscribe(subscriber)

        source.send(1)
        source.send(2)
        scheduler.run()

        #expect(subscriber.history == [.at(0, .subscribed), .at(0, .requested(.max(3))), .at(0, .value(1))])
    }

    @Test func `a completion passes at once, also without demand, and nothing follows`() {
        let subscriber = RecordingSubscriber<Int, TestFailure>(on: scheduler, demand: .max(1))
        source.pace(.seconds(1), scheduler: scheduler).subscribe(subscriber)

        source.send(1)
        scheduler.advance(to: .init(seconds: 0.5))
        source.send(completion: .failure(.broken))
        source.send(completion: .finished)
        source.send(2)
        scheduler.run()

        #expect(
            subscriber.history == [
                .at(0, .subscribed), .at(0, .requested(.max(1))), .at(0, .value(1)), .at(0.5, .completion(.failure(.broken))),
            ])
    }

    @Test func `a completion sent from inside downstream's receive is passed on once`() {
        let subscriber = RecordingSubscriber<Int, TestFailure>(on: scheduler, demand: .max(1)) { [source] _, _ in
            source.send(completion: .finished)
            return .max(1)
        }
        source.pace(.seconds(1), scheduler: scheduler).subscribe(subscriber)

        source.send(1)
        scheduler.run()

        #expect(
            subscriber.history == [
                .at(0, .subscribed), .at(0, .requested(.max(1))), .at(0, .value(1)), .at(0, .completion(.finished)),
                .at(0, .returned(.max(1))),
            ])
        #expect(source.history.count(where: { $0.signal == .requested(.max(1)) }) == 1)
    }

    @Test func `cancel reaches upstream once, also from inside receive, and later requests do nothing`() {
        let subscriber = RecordingSubscriber<Int, TestFailure>(on: scheduler, demand: .max(5)) { subscriber, _ in
            subscriber.cancel()
            return .max(1)
        }
        source.pace(.seconds(1), scheduler: scheduler).subscribe(subscriber)

        source.send(1)
        subscriber.cancel()
        scheduler.run()
        source.send(2)
        source.sendSubscription()

        #expect(
            source.history == [
                .at(0, .subscribed), .at(0, .requested(.max(1))), .at(0, .value(1)), .at(0, .cancelled), .at(1, .value(2)),
                .at(1, .subscribed), .at(1, .cancelled),
            ])
    }

    @Test func `after cancel, work still waiting keeps neither scheduler nor downstream alive`() {
        weak var scheduler: VirtualTimeScheduler?
        weak var subscriber: RecordingSubscriber<Int, TestFailure>?
        do {
            let made = VirtualTimeScheduler()
            let source = RecordingPublisher<Int, TestFailure>(on: made)
            let sink = RecordingSubscriber<Int, TestFailure>(on: made, demand: .unlimited)
            (scheduler, subscriber) = (made, sink)
            source.pace(.seconds(1), scheduler: made).subscribe(sink)
            source.send(1)
            sink.cancel()
        }

        #expect(scheduler == nil)
        #expect(subscriber == nil)
    }

    @Test func `8 threads that ask get a value for each, one at a time`() {
        let upstream = CountingPublisher()
        let received = Shared<[Int]>([])
        let sink = CustomDemandSink<Int, Never>(
            demand: .none, receiveValue: { value in received.withLock { $0.append(value) } })
        let count = 8 * operationsPerThread
        let queue = DispatchQueue(label: "pace")
        upstream.pace(.zero, scheduler: queue).subscribe(sink)

        onThreads(9) { index in
            if index == 8 {
                upstream.produce(count)
            } else {
                for _ in 0..<operationsPerThread { sink.increaseDemand(.max(1)) }
            }
        }
        onThreads { _ in sink.cancel() }

        #expect(received.withLock { $0 } == Array(1...count))
        #expect(upstream.demand == count)
        #expect(upstream.peakDemand == 1)
        #expect(upstream.emptyRequests == 0)
        #expect(upstream.cancellations == 1)
    }
}

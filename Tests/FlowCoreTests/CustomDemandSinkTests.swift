import FlowCore
import FlowTestSupport
import FlowCombine
import Testing

@Suite("CustomDemandSink")
struct CustomDemandSinkTests {
    let scheduler = VirtualTimeScheduler()
    let source: RecordingPublisher<Int, TestFailure>

    init() {
        source = RecordingPublisher(on: scheduler)
    }

    @Test func `scenario 5: demand is spent one value at a time, what is added is asked for at once`() {
        var outstanding: [Subscribers.Demand] = []
        let sink = sink(demand: .max(2))
        source.subscribe(sink)
        for (value, time) in [(1, 1.0), (2, 2), (3, 3), (4, 5), (5, 6), (6, 7)] {
            scheduler.schedule(after: .init(seconds: time)) {
                source.offer(value)
                outstanding.append(source.outstanding)
            }
        }
        scheduler.schedule(after: .init(seconds: 4)) {
            sink.increaseDemand(.max(2))
            outstanding.append(source.outstanding)
        }
        scheduler.schedule(after: .init(seconds: 7)) { source.send(completion: .finished) }
        scheduler.schedule(after: .init(seconds: 8)) { sink.increaseDemand(.max(2)) }

        scheduler.run()

        #expect(
            source.history == [
                .at(0, .subscribed), .at(0, .requested(.max(1))),
                .at(1, .value(1)), .at(1, .note("value 1")), .at(1, .returned(.max(1))),
                .at(2, .value(2)), .at(2, .note("value 2")), .at(3, .dropped(3)),
                .at(4, .requested(.max(2))), .at(5, .value(4)), .at(5, .note("value 4")),
                .at(6, .value(5)), .at(6, .note("value 5")), .at(7, .dropped(6)),
                .at(7, .completion(.finished)), .at(7, .note("finished")),
            ])
        #expect(outstanding == [.max(1), .none, .none, .max(2), .max(1), .none, .none])
    }

    @Test func `scenario 5 runs the same on a PassthroughSubject`() {
        var received: [Int] = []
        let subject = PassthroughSubject<Int, Never>()
        let sink = CustomDemandSink<Int, Never>(demand: .max(2), receiveValue: { received.append($0) }) { _ in received.append(-1)
        }
        subject.subscribe(sink)

        (1...3).forEach(subject.send)
        sink.increaseDemand(.max(2))
        (4...6).forEach(subject.send)
        subject.send(completion: .finished)
        sink.increaseDemand(.max(2))

        #expect(received == [1, 2, 4, 5, -1])
    }

    @Test func `upstream may answer inside the request, on subscription and later`() {
        var received: [Int] = []
        let sink = CustomDemandSink<Int, Never>(demand: .max(2), receiveValue: { received.append($0) })
        (1...4).publisher.subscribe(sink)
        received.append(0)
        sink.increaseDemand(.max(1))
        received.append(0)
        sink.increaseDemand(.max(5))

        #expect(received == [1, 2, 0, 3, 0, 4])
    }

    @Test func `none never reaches a request, not at the start and not later`() {
        let sink = sink(demand: .none)
        source.subscribe(sink)
        sink.increaseDemand(.none)
        sink.increaseDemand(.max(1))
        source.send(1)

        #expect(
            source.history == [
                .at(0, .subscribed), .at(0, .requested(.max(1))), .at(0, .value(1)), .at(0, .note("value 1")),
            ])
    }

    @Test func `demand added before the subscription is part of the first demand`() {
        let sink = sink(demand: .none)
        sink.increaseDemand(.max(2))
        source.subscribe(sink)
        source.send(1)
        source.send(2)

        #expect(
            source.history == [
                .at(0, .subscribed), .at(0, .requested(.max(1))), .at(0, .value(1)), .at(0, .note("value 1")),
                .at(0, .returned(.max(1))), .at(0, .value(2)), .at(0, .note("value 2")),
            ])
    }

    @Test func `demand added inside the closure is asked for once and not returned again`() {
        var sink: CustomDemandSink<Int, TestFailure>?
        sink = CustomDemandSink(demand: .max(1), receiveValue: { if $0 == 1 { sink?.increaseDemand(.max(3)) } })
        source.subscribe(sink!)

        source.send(1)
        #expect(source.outstanding == .max(3))
        source.send(2)

        #expect(source.outstanding == .max(2))
        sink?.cancel()
    }

    @Test func `an unlimited demand is asked for one value at a time`() {
        source.subscribe(sink(demand: .unlimited))
        source.send(1)
        source.send(2)

        #expect(source.outstanding == .max(1))
    }

    @Test func `after cancel nothing is told, asked for or cancelled again`() {
        let sink = sink(demand: .max(5))
        source.subscribe(sink)
        sink.cancel()
        sink.cancel()
        sink.increaseDemand(.unlimited)
        source.send(1)
        source.send(completion: .failure(.broken))
        source.sendSubscription()

        #expect(
            source.history == [
                .at(0, .subscribed), .at(0, .requested(.max(1))), .at(0, .cancelled), .at(0, .value(1)),
                .at(0, .completion(.failure(.broken))), .at(0, .subscribed), .at(0, .cancelled),
            ])
    }

    @Test func `8 threads that add demand get a value for each`() {
        let upstream = CountingPublisher()
        let received = Shared<[Int]>([])
        let sink = CustomDemandSink<Int, Never>(
            demand: .max(10), receiveValue: { value in received.withLock { $0.append(value) } })
        let count = 8 * operationsPerThread + 10
        upstream.subscribe(sink)

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
        #expect(upstream.emptyRequests == 0)
        #expect(upstream.cancellations == 1)
    }

    private func sink(demand: Subscribers.Demand) -> CustomDemandSink<Int, TestFailure> {
        CustomDemandSink(
            demand: demand, receiveValue: { source.note(.note("value \($0)")) },
            receiveCompletion: { source.note(.note("\($0)")) })
    }
}

import FlowCore
import FlowTestSupport
import FlowCombine
import Synchronization
import Testing

@Suite("BatchingSubscriber")
struct BatchingSubscriberTests {
    let scheduler = VirtualTimeScheduler()
    let source: RecordingPublisher<Int, Never>

    init() {
        source = RecordingPublisher(on: scheduler)
    }

    @Test func `refillsEarly as scenario 4 has it: values keep coming while a batch is worked on`() {
        let outstanding = SignalLog<Subscribers.Demand, Never>(on: scheduler)
        let subscriber = batching(mode: .refillsEarly)

        source.subscribe(subscriber)
        outstanding.note(.value(source.outstanding))
        tick(until: 12) { outstanding.note(.value(source.outstanding)) }
        scheduler.schedule(after: .init(seconds: 5.002)) { outstanding.note(.value(source.outstanding)) }
        scheduler.run()

        #expect(
            source.history == [
                .at(0, .subscribed), .at(0, .requested(.max(3))),
                .at(1, .value(1)), .at(1, .returned(.max(1))), .at(2, .value(2)), .at(2, .returned(.max(1))), .at(3, .value(3)),
                .at(3.001, .note("processing")),
                .at(4, .value(4)), .at(4, .returned(.max(1))), .at(5, .value(5)), .at(5, .returned(.max(1))),
                .at(5.001, .note("processed")), .at(5.001, .requested(.max(3))),
                .at(6, .value(6)), .at(6, .returned(.max(1))), .at(7, .value(7)), .at(7, .returned(.max(1))), .at(8, .value(8)),
                .at(8.001, .note("processing")),
                .at(9, .value(9)), .at(9, .returned(.max(1))),
                .at(10, .value(10)), .at(10, .cancelled), .at(10, .note("finished")),
                .at(10.001, .note("processed")),
            ])
        #expect(
            outstanding.entries.prefix { $0.time < .init(seconds: 10) } == [
                .at(0, .value(.max(3))), .at(1, .value(.max(3))), .at(2, .value(.max(3))), .at(3, .value(.max(2))),
                .at(4, .value(.max(2))), .at(5, .value(.max(2))),
                .at(5.002, .value(.max(5))), .at(6, .value(.max(5))), .at(7, .value(.max(5))), .at(8, .value(.max(4))),
                .at(9, .value(.max(4))),
            ])
    }

    @Test func `trueBatches as scenario 4 has it: nothing comes while a batch is worked on`() {
        source.subscribe(batching(mode: .trueBatches))
        tick(until: 17)
        scheduler.run()

        #expect(
            source.history == [
                .at(0, .subscribed), .at(0, .requested(.max(3))),
                .at(1, .value(1)), .at(2, .value(2)), .at(3, .value(3)), .at(3.001, .note("processing")),
                .at(4, .dropped(4)), .at(5, .dropped(5)), .at(5.001, .note("processed")), .at(5.001, .requested(.max(3))),
                .at(6, .value(6)), .at(7, .value(7)), .at(8, .value(8)), .at(8.001, .note("processing")),
                .at(9, .dropped(9)), .at(10, .dropped(10)), .at(10.001, .note("processed")), .at(10.001, .requested(.max(3))),
                .at(11, .value(11)), .at(12, .value(12)), .at(13, .value(13)), .at(13.001, .note("processing")),
                .at(14, .dropped(14)), .at(15, .dropped(15)), .at(15.001, .note("processed")), .at(15.001, .requested(.max(3))),
                .at(16, .value(16)), .at(16, .cancelled), .at(16, .note("finished")),
            ])
    }

    @Test func `a completion is told once, the work goes on to its end and requests nothing`() {
        var told: [Int] = []
        let subscriber = BatchingSubscriber<Int, Never, VirtualTimeScheduler>(
            batchSize: 2, limit: 10, work: .seconds(2), hop: .seconds(0.5), mode: .trueBatches, scheduler: scheduler,
            onState: { source.note(.note("\($0)")) }, receiveCompletion: { _ in source.note(.note("completion")) },
            receiveValue: { told.append($0) })
        source.subscribe(subscriber)

        source.send(1)
        source.send(2)
        scheduler.advance(to: .init(seconds: 1))
        source.send(completion: .finished)
        source.send(completion: .finished)
        source.send(3)
        subscriber.cancel()
        scheduler.run()

        #expect(told == [1, 2])
        #expect(
            source.history == [
                .at(0, .subscribed), .at(0, .requested(.max(2))), .at(0, .value(1)), .at(0, .value(2)),
                .at(0.5, .note("processing")), .at(1, .completion(.finished)), .at(1, .note("finished")),
                .at(1, .note("completion")), .at(1, .completion(.finished)), .at(1, .value(3)), .at(2.5, .note("processed")),
            ])
    }

    @Test func `upstream may answer inside the request, on subscription and when the work ends`() {
        let received = SignalLog<Int, Never>(on: scheduler)
        let subscriber = BatchingSubscriber<Int, Never, VirtualTimeScheduler>(
            batchSize: 2, limit: 5, work: .seconds(2), hop: .seconds(0), mode: .trueBatches, scheduler: scheduler,
            receiveValue: { received.note(.value($0)) })
        (1...9).publisher.subscribe(subscriber)

        scheduler.run()

        #expect(
            received.entries == [
                .at(0, .value(1)), .at(0, .value(2)), .at(2, .value(3)), .at(2, .value(4)), .at(4, .value(5)),
            ])
    }

    @Test func `values that come during the work start no second one`() {
        source.subscribe(batching(mode: .refillsEarly, limit: 100))
        for number in 0..<30 {
            scheduler.schedule(after: .init(seconds: Double(number) / 10)) { source.offer(number) }
        }
        scheduler.run()

        #expect(
            source.history.filter { if case .note = $0.signal { true } else { false } } == [
                .at(0.201, .note("processing")), .at(2.201, .note("processed")), .at(2.501, .note("processing")),
                .at(4.501, .note("processed")),
            ])
    }

    @Test func `a batch that is full at the limit is worked on after the cancel`() {
        source.subscribe(batching(mode: .refillsEarly, limit: 3))
        tick(until: 3)
        scheduler.run()

        #expect(
            source.history.suffix(5) == [
                .at(3, .value(3)), .at(3, .cancelled), .at(3, .note("finished")), .at(3.001, .note("processing")),
                .at(5.001, .note("processed")),
            ])
    }

    @Test func `the closures are let go when subscription and work are over, outside the lock`() {
        var released = false
        var subscriber: BatchingSubscriber<Int, Never, VirtualTimeScheduler>?
        do {
            let witness = AnyCancellable {
                subscriber?.cancel()
                released = true
            }
            subscriber = BatchingSubscriber(
                batchSize: 1, limit: 1, work: .seconds(1), hop: .seconds(1), mode: .trueBatches, scheduler: scheduler,
                receiveValue: { _ in withExtendedLifetime(witness) {} })
        }
        source.subscribe(subscriber!)

        source.send(1)
        scheduler.advance(to: .init(seconds: 1))
        #expect(!released)
        scheduler.run()

        #expect(released)
    }

    @Test func `sizes below 1 are refused`() async {
        await #expect(processExitsWith: .failure) {
            _ = BatchingSubscriber<Int, Never, VirtualTimeScheduler>(
                batchSize: 0, limit: 1, work: .seconds(1), hop: .seconds(1), mode: .trueBatches, scheduler: .init())
        }
    }

    @Test func `8 threads that cancel while batches are asked for cancel once`() {
        for round in 0..<max(10, operationsPerThread / 100) {
            let upstream = CountingPublisher()
            let received = Atomic<Int>(0)
            let finished = Atomic<Int>(0)
            let subscriber = BatchingSubscriber<Int, Never, ImmediateScheduler>(
                batchSize: 3, limit: 50, work: .seconds(0), hop: .seconds(0), mode: .trueBatches, scheduler: .shared,
                onState: { if $0 == .finished { finished.add(1, ordering: .relaxed) } },
                receiveValue: { _ in received.add(1, ordering: .relaxed) })
            upstream.subscribe(subscriber)
            let sent = Atomic<Int>(0)

            onThreads { index in
                if index == 0 {
                    sent.store(upstream.produce(60), ordering: .releasing)
                } else {
                    for _ in 0..<(round % 40) { yieldThread() }
                    if index.isMultiple(of: 2) { subscriber.cancel() }
                }
            }

            #expect(upstream.cancellations == 1)
            #expect(finished.load(ordering: .relaxed) == 1)
            #expect(received.load(ordering: .relaxed) <= min(50, sent.load(ordering: .acquiring)))
            #expect(upstream.peakDemand <= 3)
        }
    }

    private func batching(mode: BatchingMode, limit: Int = 10) -> BatchingSubscriber<Int, Never, VirtualTimeScheduler> {
        BatchingSubscriber(
            batchSize: 3, limit: limit, work: .seconds(2), hop: .seconds(0.001), mode: mode, scheduler: scheduler,
            onState: { source.note(.note("\($0)")) })
    }

    /// Offers 1, 2, 3… each second until cancelled, at most `last`.
    private func tick(until last: Int, after: @escaping () -> Void = {}) {
        for value in 1...last {
            scheduler.schedule(after: .init(seconds: Double(value))) {
                guard !source.history.contains(where: { $0.signal == .cancelled }) else { return }
                source.offer(value)
                after()
            }
        }
    }
}

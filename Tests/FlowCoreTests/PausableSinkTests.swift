import FlowCore
import FlowTestSupport
import FlowCombine
import Synchronization
import Testing

@Suite("PausableSink")
struct PausableSinkTests {
    let scheduler = VirtualTimeScheduler()
    let source: RecordingPublisher<Int, TestFailure>

    init() {
        source = RecordingPublisher(on: scheduler)
    }

    @Test func `scenario 2 as taught: odd values pause, a timer resumes`() {
        let log = SignalLog<Int, Never>(on: scheduler)
        let sink = [1, 2, 3, 4, 5, 6].publisher.pausableSink(
            receiveCompletion: { log.note(.completion($0)) },
            receiveValue: { value in
                log.note(.value(value))
                return value.isMultiple(of: 2)
            })
        let timer = scheduler.schedule(after: .init(seconds: 2), interval: .seconds(2)) { if sink.paused { sink.resume() } }

        scheduler.advance(to: .init(seconds: 20))
        timer.cancel()

        #expect(
            log.entries == [
                .at(0, .value(1)), .at(2, .value(2)), .at(2, .value(3)), .at(4, .value(4)), .at(4, .value(5)), .at(6, .value(6)),
                .at(6, .completion(.finished)),
            ])
    }

    @Test func `scenario 2 live: pausing leaves one value to come, resuming drains the buffer at ten a second`() {
        let log = SignalLog<Int, Never>(on: scheduler)
        let sink = Publishers.timer(scheduler: scheduler, interval: .seconds(0.25))
            .buffer(size: 20, prefetch: .byRequest, whenFull: .dropOldest)
            .pace(.seconds(0.1), scheduler: scheduler)
            .pausableSink(
                receiveCompletion: { _ in },
                receiveValue: { value in
                    log.note(.value(value))
                    return true
                })
        scheduler.schedule(after: .init(seconds: 0.6)) { sink.pause() }
        scheduler.schedule(after: .init(seconds: 1.6)) { sink.resume() }

        scheduler.advance(to: .init(seconds: 2.3))
        sink.cancel()

        #expect(
            log.entries == [
                .at(0.25, .value(1)), .at(0.5, .value(2)), .at(0.75, .value(3)), .at(1.6, .value(4)), .at(1.7, .value(5)),
                .at(1.8, .value(6)), .at(1.9, .value(7)), .at(2, .value(8)), .at(2.25, .value(9)),
            ])
    }

    @Test func `a value that comes while paused does not undo the pause`() {
        let sink = pausable { _ in true }

        sink.pause()
        source.send(1)

        #expect(sink.paused)
        #expect(source.history == [.at(0, .subscribed), .at(0, .requested(.max(1))), .at(0, .value(1))])
    }

    @Test func `pausing and resuming over and over asks for one value at a time`() {
        let sink = pausable { _ in true }

        for _ in 0..<5 {
            sink.pause()
            sink.resume()
            sink.resume()
        }
        source.send(1)
        sink.pause()
        source.send(2)
        for _ in 0..<5 {
            sink.pause()
            sink.resume()
            sink.resume()
        }

        #expect(
            source.history == [
                .at(0, .subscribed), .at(0, .requested(.max(1))), .at(0, .value(1)), .at(0, .returned(.max(1))),
                .at(0, .value(2)), .at(0, .requested(.max(1))),
            ])
    }

    @Test func `inside the closure pause and resume work, and what it returns comes last`() {
        var sink: (any Pausable & Cancellable & Sendable)?
        sink = pausable { value in
            switch value {
            case 1: sink?.pause()
            case 2: sink?.resume()
            case 3:
                sink?.pause()
                sink?.resume()
                return false
            default:
                sink?.pause()
                sink?.resume()
            }
            return true
        }

        var paused: [Bool] = []
        for value in 1...4 {
            source.send(value)
            paused.append(sink?.paused ?? false)
            if value == 3 { sink?.resume() }
        }

        #expect(paused == [true, false, true, false])
        #expect(
            source.history == [
                .at(0, .subscribed), .at(0, .requested(.max(1))), .at(0, .value(1)), .at(0, .value(2)),
                .at(0, .returned(.max(1))), .at(0, .value(3)), .at(0, .requested(.max(1))), .at(0, .value(4)),
                .at(0, .returned(.max(1))),
            ])
    }

    @Test func `resuming a synchronous source over and over does not grow the stack`() {
        var count = 0
        let sink = (1...1_000_000).publisher.pausableSink(receiveCompletion: { _ in }) { _ in
            count += 1
            return true
        }

        #expect(count == 1_000_000)
        #expect(!sink.paused)
    }

    @Test func `a completion comes while paused, once, and nothing is asked for afterwards`() {
        var completions: [Subscribers.Completion<TestFailure>] = []
        let sink = source.pausableSink(receiveCompletion: { completions.append($0) }, receiveValue: { _ in false })

        source.send(1)
        source.send(completion: .failure(.broken))
        source.send(completion: .finished)
        sink.resume()
        sink.cancel()

        #expect(completions == [.failure(.broken)])
        #expect(
            source.history == [
                .at(0, .subscribed), .at(0, .requested(.max(1))), .at(0, .value(1)), .at(0, .completion(.failure(.broken))),
                .at(0, .completion(.finished)),
            ])
    }

    @Test func `cancel inside the closure cancels once and requests nothing`() {
        var received: [Int] = []
        var sink: (any Pausable & Cancellable & Sendable)?
        sink = pausable {
            received.append($0)
            sink?.cancel()
            sink?.cancel()
            return true
        }

        source.send(1)
        source.send(2)
        sink?.resume()
        source.sendSubscription()

        #expect(received == [1])
        #expect(
            source.history == [
                .at(0, .subscribed), .at(0, .requested(.max(1))), .at(0, .value(1)), .at(0, .cancelled), .at(0, .value(2)),
                .at(0, .subscribed), .at(0, .cancelled),
            ])
    }

    @Test func `8 threads that pause and resume lose nothing and never have two values outstanding`() {
        let upstream = CountingPublisher()
        let received = Shared<[Int]>([])
        let inClosure = Atomic<Int>(0)
        let sink = upstream.pausableSink(receiveCompletion: { _ in }) { value in
            #expect(inClosure.add(1, ordering: .relaxed).newValue == 1)
            received.withLock { $0.append(value) }
            inClosure.subtract(1, ordering: .relaxed)
            return !value.isMultiple(of: 7)
        }
        let count = operationsPerThread
        let done = Atomic<Bool>(false)

        onThreads(9) { index in
            if index == 8 {
                upstream.produce(count)
                done.store(true, ordering: .releasing)
            } else {
                var patience = Patience()
                while !done.load(ordering: .acquiring), patience.wait() {
                    if index.isMultiple(of: 2) { sink.pause() }
                    sink.resume()
                }
            }
        }
        onThreads { _ in sink.cancel() }

        #expect(received.withLock { $0 } == Array(1...count))
        #expect(upstream.demand - count <= 1)
        #expect(upstream.peakDemand == 1)
        #expect(upstream.emptyRequests == 0)
        #expect(upstream.cancellations == 1)
    }

    private func pausable(_ receiveValue: @escaping (Int) -> Bool) -> any Pausable & Cancellable & Sendable {
        source.pausableSink(receiveCompletion: { _ in }, receiveValue: receiveValue)
    }
}

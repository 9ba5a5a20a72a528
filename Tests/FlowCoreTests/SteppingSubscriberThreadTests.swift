import FlowCore
import FlowTestSupport
import FlowCombine
import Synchronization
import Testing

@Suite("SteppingSubscriber on threads")
struct SteppingSubscriberThreadTests {
    @Test func `8 threads that answer the same promises get one value for each accepted answer`() {
        let upstream = CountingPublisher()
        let current = Shared<StepPromise?>(nil)
        let received = Shared<[Int]>([])
        let subscriber = SteppingSubscriber<Int, Never> { event in
            switch event {
            case .subscription(let promise):
                current.withLock { $0 = promise }
            case .value(let value, let promise):
                received.withLock { $0.append(value) }
                current.withLock { $0 = promise }
            case .completion: break
            }
        }
        let count = operationsPerThread
        let accepted = Atomic<Int>(0)
        upstream.subscribe(subscriber)

        onThreads(9) { index in
            if index == 8 {
                upstream.produce(count)
            } else {
                var patience = Patience()
                while accepted.load(ordering: .acquiring) <= count, patience.wait() {
                    guard let promise = current.withLock({ $0 }) else { continue }
                    if promise(.more) == .accepted { accepted.add(1, ordering: .releasing) }
                }
            }
        }

        #expect(received.withLock { $0 } == Array(1...count))
        #expect(accepted.load(ordering: .acquiring) == count + 1)
        #expect(upstream.demand == count + 1)
        #expect(upstream.peakDemand == 1)
        #expect(upstream.emptyRequests == 0)
        #expect(subscriber.state == .subscribed)
    }

    @Test func `8 threads that step, cancel and finish at once end it once`() {
        for round in 0..<max(10, operationsPerThread / 100) {
            let upstream = CountingPublisher()
            let current = Shared<StepPromise?>(nil)
            let completions = Atomic<Int>(0)
            let afterEnd = Atomic<Int>(0)
            let subscriber = SteppingSubscriber<Int, Never> { event in
                if completions.load(ordering: .relaxed) > 0 { afterEnd.add(1, ordering: .relaxed) }
                switch event {
                case .subscription(let promise), .value(_, let promise): current.withLock { $0 = promise }
                case .completion: completions.add(1, ordering: .relaxed)
                }
            }
            upstream.subscribe(subscriber)
            let cancels = Atomic<Int>(0)

            onThreads { index in
                switch index {
                case 0:
                    upstream.produce(20 + round % 20)
                    upstream.finish()
                case 1, 2:
                    for _ in 0..<(round % 50) { yieldThread() }
                    subscriber.cancel()
                default:
                    var patience = Patience()
                    while subscriber.state != .dead, patience.wait() {
                        guard let promise = current.withLock({ $0 }) else { continue }
                        if index == 3, promise.id.rawValue == 15 {
                            if promise(.cancel) == .accepted { cancels.add(1, ordering: .relaxed) }
                        } else {
                            promise(.more)
                        }
                    }
                }
            }

            #expect(upstream.cancellations + completions.load(ordering: .relaxed) == 1)
            #expect(afterEnd.load(ordering: .relaxed) == 0)
            #expect(upstream.peakDemand <= 1)
        }
    }
}

import Dispatch
import FlowTestSupport
import FlowCombine
import Testing

@testable import FlowCore

@Suite("timer on threads and queues")
struct TimerThreadTests {
    @Test func `8 threads that ask get a value for each, and no source is left over`() {
        let source = ManualTicks()
        let received = Shared<[Int]>([])
        let sink = CustomDemandSink<Int, Never>(
            demand: .none, receiveValue: { value in received.withLock { $0.append(value) } })
        let count = 8 * operationsPerThread
        sink.receive(
            subscription: TimerSubscription(
                downstream: sink, source: source, interval: 1, times: .unlimited))

        onThreads(10) { index in
            if index >= 8 {
                // Two threads tick, so that ticks overlap too.
                var patience = Patience()
                while received.withLock({ $0.count }) < count, patience.wait() { source.tick() }
            } else {
                for _ in 0..<operationsPerThread { sink.increaseDemand(.max(1)) }
            }
        }
        onThreads { _ in sink.cancel() }
        source.tickAll()

        #expect(received.withLock { $0 } == Array(1...count))
        #expect(source.cancels == source.starts)
        #expect(source.doubleCancels == 0)
    }

    @Test func `8 threads that cancel while others ask and tick cancel every source once`() {
        for round in 0..<max(10, operationsPerThread / 100) {
            let source = ManualTicks()
            let sink = CustomDemandSink<Int, Never>(demand: .max(3), receiveValue: { _ in })
            sink.receive(
                subscription: TimerSubscription(
                    downstream: sink, source: source, interval: 1, times: .max(40)))

            onThreads { index in
                for operation in 0..<50 {
                    switch index {
                    case 0...2: source.tick()
                    case 3...6: sink.increaseDemand(.max(1))
                    default: if operation == round % 50 { sink.cancel() }
                    }
                    yieldThread()
                }
            }
            sink.cancel()

            #expect(source.cancels == source.starts)
            #expect(source.doubleCancels == 0)
        }
    }

    // MARK: Dispatch

    @Test func `on a queue it counts, heeds returned demand and finishes once`() {
        let queue = DispatchQueue(label: "timer")
        let received = Shared<[Int]>([])
        let finished = DispatchSemaphore(value: 0)
        let sink = CustomDemandSink<Int, Never>(
            demand: .max(5), receiveValue: { value in received.withLock { $0.append(value) } },
            receiveCompletion: { _ in finished.signal() })

        Publishers.timer(queue: queue, interval: .milliseconds(1), times: .max(5)).subscribe(sink)
        finished.wait()
        sink.increaseDemand(.max(3))
        count(to: 5, on: queue)

        #expect(received.withLock { $0 } == [1, 2, 3, 4, 5])
        #expect(finished.wait(timeout: .now()) == .timedOut)
    }

    @Test func `on a queue nothing comes after cancel, nor while nothing is asked for`() {
        let queue = DispatchQueue(label: "timer")
        let received = Shared<[Int]>([])
        let idle = CustomDemandSink<Int, Never>(
            demand: .max(2), receiveValue: { value in received.withLock { $0.append(value) } })
        let cancelled = CustomDemandSink<Int, Never>(
            demand: .unlimited, receiveValue: { value in received.withLock { $0.append(-value) } })
        Publishers.timer(queue: queue, interval: .milliseconds(1)).subscribe(idle)
        Publishers.timer(queue: queue, interval: .milliseconds(1)).subscribe(cancelled)

        count(to: 5, on: queue)
        let seen: [Int] = queue.sync {
            cancelled.cancel()
            return received.withLock { $0 }
        }
        count(to: 5, on: queue)

        #expect(seen.filter { $0 > 0 } == [1, 2])
        #expect(received.withLock { $0 } == seen)
    }

    /// Waits until another timer on `queue` has ticked `last` times, so that any other timer of 1 ms would have ticked too.
    private func count(to last: Int, on queue: DispatchQueue) {
        let finished = DispatchSemaphore(value: 0)
        let sink = CustomDemandSink<Int, Never>(
            demand: .unlimited, receiveValue: { _ in }, receiveCompletion: { _ in finished.signal() })
        Publishers.timer(queue: queue, interval: .milliseconds(2), times: .max(last)).subscribe(sink)
        finished.wait()
    }
}

import Dispatch
import FlowCore
import FlowCombine

/// Fifty sensors merge into one stream that is paired with a clock; the pairs come too fast for the store, and a buffer overflows.
enum SensorFanIn {
    static func run() {
        let queue = DispatchQueue(label: "sensors")
        let sensors = (0..<50).map { _ in PassthroughSubject<Double, Never>() }
        let clock = PassthroughSubject<Int, Never>()
        let store =
            Publishers.MergeMany(sensors)
            .zip(clock)
            .buffer(size: 100, prefetch: .byRequest, whenFull: .dropNewest)
            .flatMap(maxPublishers: .max(1)) { pair in
                Just(pair).delay(for: .milliseconds(5), scheduler: DispatchQueue.OCombine(queue))
            }
            .sink { _ in }
        for tick in 0..<500 {
            queue.sync {
                sensors[tick % 50].send(Double(tick) / 10)
                clock.send(tick)
            }
            _ = DispatchSemaphore(value: 0).wait(timeout: .now() + .milliseconds(2))
        }
        _ = DispatchSemaphore(value: 0).wait(timeout: .now() + .milliseconds(300))
        store.cancel()
    }
}

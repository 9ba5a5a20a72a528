import Dispatch
import FlowCombine

/// Ships log lines to a collector that takes one every 50 ms. Lines come faster than that.
///
/// Where do they pile up, and which are dropped? `FLOWVIZ=file:/tmp/log.fvz` and `flowviz replay` tell.
enum LogShipper {
    static func run() {
        let lines = PassthroughSubject<String, Never>()
        let collector = DispatchQueue(label: "collector")
        let shipper =
            lines
            .filter { !$0.hasPrefix("debug") }
            .buffer(size: 16, prefetch: .byRequest, whenFull: .dropOldest)
            .flatMap(maxPublishers: .max(1)) { line in
                Just(line).delay(for: .milliseconds(50), scheduler: DispatchQueue.OCombine(collector))
            }
            .collect(4)
            .sink { batch in print("shipped", batch) }
        for number in 1...200 {
            collector.sync { lines.send(number % 5 == 0 ? "debug \(number)" : "line \(number)") }
            _ = DispatchSemaphore(value: 0).wait(timeout: .now() + .milliseconds(10))
        }
        collector.sync { lines.send(completion: .finished) }
        _ = DispatchSemaphore(value: 0).wait(timeout: .now() + .seconds(1))
        shipper.cancel()
    }
}

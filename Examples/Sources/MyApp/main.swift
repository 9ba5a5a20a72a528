import Dispatch
import OpenCombine
import OpenCombineDispatch

/// Sends 50 lines a second to a collector that takes 10 a second.
enum MyApp {
    static func run() {
        let collector = DispatchQueue(label: "collector")
        let over = DispatchSemaphore(value: 0)
        let lines = PassthroughSubject<String, Never>()
        let shipped = lines
            .buffer(size: 8, prefetch: .byRequest, whenFull: .dropOldest)
            .flatMap(maxPublishers: .max(1)) { line in
                Just(line).delay(for: .milliseconds(100), scheduler: collector.ocombine)
            }
            .sink(receiveCompletion: { _ in over.signal() }, receiveValue: { print("shipped", $0) })
        for number in 1...100 {
            collector.sync { lines.send("line \(number)") }
            _ = DispatchSemaphore(value: 0).wait(timeout: .now() + .milliseconds(20))
        }
        collector.sync { lines.send(completion: .finished) }
        over.wait()
        shipped.cancel()
    }
}

MyApp.run()

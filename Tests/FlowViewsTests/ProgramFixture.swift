import FlowTrace
import Foundation
import Synchronization

/// The trace of a small shop for golden frames: orders that overflow a buffer, prices, and a greeting that has ended.
///
/// The file is kept beside the frames, because they show the number of the process that wrote it. `FLOWVIZ_RECORD=1` also keeps
/// it.
enum ProgramFixture {
    private final class Clock: Sendable {
        let milliseconds = Atomic<UInt64>(0)
    }

    /// The path of the file.
    static let path = GoldenFile("x").url.deletingLastPathComponent().appending(path: "shop.fvz").path

    /// Writes the file.
    static func write(to path: String) throws {
        let clock = Clock()
        let recorder = try Recorder(
            file: path, options: TraceFileOptions(size: 1 << 20), command: ["Shop"],
            clock: .custom { clock.milliseconds.load(ordering: .relaxed) * 1_000_000 })
        greeting(recorder)
        let orders = orders(recorder)
        let prices = prices(recorder)
        for tick in 1...200 as ClosedRange<UInt64> {
            clock.milliseconds.store(tick * 10, ordering: .relaxed)
            if tick % 4 == 0 { recorder.record(.value, on: prices, value: .double(Double(tick) / 4)) }
            if tick % 10 == 0 { orders.arrive(Int(tick / 10), recorder) }
            if tick % 30 == 0 { orders.leave(recorder) }
        }
        recorder.close()
        try TraceFile(path).trim()
    }

    private static func greeting(_ recorder: Recorder) {
        let just = recorder.declareNode(.source, name: "Just")
        let sink = recorder.declareNode(.sink, name: "sink")
        let edge = recorder.declareEdge(.link, label: "Just", upstream: just, downstream: sink)
        recorder.record(.subscribed, on: edge)
        recorder.record(.request, on: edge, demand: .unlimited)
        recorder.record(.value, on: edge, value: .string("welcome"))
        recorder.record(.finished, on: edge)
    }

    private static func prices(_ recorder: Recorder) -> EdgeID {
        let timer = recorder.declareNode(.source, name: "timer")
        let sink = recorder.declareNode(.sink, name: "assign")
        let edge = recorder.declareEdge(.link, label: "timer", upstream: timer, downstream: sink)
        recorder.record(.subscribed, on: edge)
        recorder.record(.request, on: edge, demand: .unlimited)
        return edge
    }

    private static func orders(_ recorder: Recorder) -> Orders {
        let source = recorder.declareNode(.source, name: "PassthroughSubject")
        let buffer = recorder.declareNode(.buffer, name: "buffer", capacity: 4, overflow: .dropOldest, prefetch: .byRequest)
        let sink = recorder.declareNode(.sink, name: "sink")
        let orders = Orders(
            input: recorder.declareEdge(.link, label: "in", upstream: source, downstream: buffer),
            store: recorder.declareEdge(.store, label: "buffer", upstream: buffer, downstream: buffer),
            output: recorder.declareEdge(.link, label: "out", upstream: buffer, downstream: sink))
        for edge in [orders.output, orders.input] { recorder.record(.subscribed, on: edge) }
        recorder.record(.request, on: orders.input, demand: .unlimited)
        return orders
    }

    /// The pipeline of orders: an order arrives every 100 ms, and one leaves every 300 ms.
    private final class Orders {
        let input: EdgeID
        let store: EdgeID
        let output: EdgeID
        private var held: [Int] = []

        init(input: EdgeID, store: EdgeID, output: EdgeID) {
            self.input = input
            self.store = store
            self.output = output
        }

        func arrive(_ order: Int, _ recorder: Recorder) {
            let mark = recorder.record(.value, on: input, value: .int(order))
            recorder.causing(mark) {
                if held.count == 4 {
                    recorder.record(.dropped, on: store, value: .int(held.removeFirst()), reason: .overflowOldest)
                }
                held.append(order)
                recorder.record(.buffered, on: store, value: .int(order))
            }
        }

        func leave(_ recorder: Recorder) {
            let mark = recorder.record(.request, on: output, demand: .max(1))
            recorder.causing(mark) {
                let order = held.removeFirst()
                recorder.record(.unbuffered, on: store, value: .int(order))
                recorder.record(.value, on: output, value: .int(order))
            }
        }
    }
}

import Dispatch
import FlowTrace
import Foundation
import OpenCombineShim
import Testing

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

@testable import FlowCore
@testable import FlowGraph

/// The tracer's conclusions agree with spies in real time, with many threads.
@Suite("pipelines on real schedulers, traced", .serialized)
struct RealTimeTests {
    /// Traces the whole process, other tests too, until the pipeline's end gets a completion and `settle` has waited for queued
    /// work.
    private func trace(
        _ expected: [String], drive: (Gate) -> Void = { _ in }, settle: () -> Void = {}, _ build: (Bench) -> Void
    ) {
        let recorder = Recorder()
        let tracer = FlowTracer(recorder: recorder)
        let bench = Bench(.returning)
        let gate = Gate()
        bench.whenOver = gate.open
        tracer.start()
        build(bench)
        drive(gate)
        gate.wait()
        settle()
        tracer.stop()
        // Each spy's counts are compared separately: the number of subscriptions that end before others begin depends on the
        // threads.
        var found = Reconstruction(keeping: .max)
        recorder.drain(into: &found)

        #expect(bench.mismatches(with: found) == [])
        #expect(GraphText.chain(found, endingWith: bench.last) == expected)
    }

    @Test func `dispatch queues`() {
        let (front, back) = (DispatchQueue(label: "front"), DispatchQueue(label: "back"))
        trace(
            ["publisher", "spy", "subscribe(on:)", "spy", "map", "spy", "receive(on:)", "spy", "end"],
            settle: { [back, front].forEach { $0.sync {} } }
        ) { b in
            (1...200).publisher.spied(b).subscribe(on: front).spied(b).map { $0 + 1 }.spied(b).receive(on: back)
                .ended(b)
        }
    }

    @Test func `flatMap over two queues`() {
        let (front, back) = (DispatchQueue(label: "front"), DispatchQueue(label: "back"))
        trace(
            ["publisher", "spy", "receive(on:)", "spy", "flatMap", "spy", "end"],
            settle: { [back, front].forEach { $0.sync {} } }
        ) { b in
            (1...50).publisher.spied(b).receive(on: front).spied(b)
                .flatMap { n in (0..<n).publisher.spied(b).receive(on: back).spied(b) }
                .ended(b)
        }
    }

    @Test func `an operation queue`() {
        let queue = OperationQueue()
        queue.maxConcurrentOperationCount = 1
        trace(
            ["publisher", "spy", "receive(on:)", "spy", "end"], settle: { queue.waitUntilAllOperationsAreFinished() }
        ) { b in
            (1...50).publisher.spied(b).receive(on: queue).ended(b)
        }
    }

    @Test func `a timer`() {
        let ticks = Timer.publish(every: 0.001, on: .current, in: .default)
        trace(
            ["Timer.publish", "connectableSpy", "autoconnect", "spy", "prefix", "spy", "end"], drive: { turnRunLoop(until: $0) }
        ) { b in
            ConnectableSpy(ticks, b.spy(ticks)).autoconnect().spied(b).prefix(3).ended(b) { _ in "tick" }
        }
    }

    /// Lets the run loop of this thread fire its timers until the stream has ended, however long they take.
    private func turnRunLoop(until gate: Gate) {
        while !gate.isOpen { RunLoop.current.run(until: Date().addingTimeInterval(0.01)) }
    }

    @Test func `notifications`() {
        let name = Notification.Name("flowviz test")
        let center = NotificationCenter()
        trace(
            ["publisher(for:)", "spy", "first", "spy", "end"],
            drive: { _ in center.post(name: name, object: nil) }
        ) { b in
            center.publisher(for: name).spied(b).first().ended(b) { _ in "posted" }
        }
    }

    @Test func `a data task that fails`() throws {
        let url = try #require(URL(string: "nowhere:nothing"))
        trace(["dataTaskPublisher", "spy", "map", "spy", "end"]) { b in
            URLSession.shared.dataTaskPublisher(for: url).spied(b).map { $0.data }.ended(b)
        }
    }

    @Test func `async values`() async {
        let recorder = Recorder()
        let bench = Bench(.unlimited)
        var (tracer, iterator) = FlowTracer.tracing(into: recorder) {
            bench.lastSpy((1...20).publisher.spied(bench).map { $0 * 2 }).values.makeAsyncIterator()
        }
        var values: [Int] = []
        while let value = await iterator.next() { values.append(value) }
        tracer.stop()
        var found = Reconstruction(keeping: .max)
        recorder.drain(into: &found)

        #expect(values == (1...20).map { $0 * 2 })
        #expect(bench.mismatches(with: found) == [])
        #expect(GraphText.chain(found, endingWith: bench.last) == ["publisher", "spy", "map", "spy", "values"])
    }

    @Test func `async values of a failing stream`() async {
        let recorder = Recorder()
        let bench = Bench(.unlimited)
        var (tracer, iterator) = FlowTracer.tracing(into: recorder) {
            bench.lastSpy(Record<Int, TestFailure>(output: [1, 2], completion: .failure(TestFailure()))).values
                .makeAsyncIterator()
        }
        var values: [Int] = []
        await #expect(throws: TestFailure.self) {
            while let value = try await iterator.next() { values.append(value) }
        }
        tracer.stop()
        var found = Reconstruction(keeping: .max)
        recorder.drain(into: &found)

        #expect(values == [1, 2])
        #expect(bench.mismatches(with: found) == [])
        #expect(GraphText.chain(found, endingWith: bench.last) == ["Record", "spy", "values"])
    }
}

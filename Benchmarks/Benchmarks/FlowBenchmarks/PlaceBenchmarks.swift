import Benchmark
import FlowAsync
import FlowCombine
import FlowCore
import FlowTrace

/// The cost of a subscription, of a stream that is made and consumed, and of a yield, traced without and with places in the code.
func placeBenchmarks() {
    let count = 2_000
    for places in [false, true] {
        let traced = places ? "traced with places" : "traced"
        Benchmark("subscriptions, \(traced), \(count) subscriptions") { benchmark in
            let recorder = Recorder(chunkLimit: 4096)
            let tracer = FlowTracer(recorder: recorder, places: places)
            tracer.start()
            benchmark.startMeasurement()
            subscribe(count)
            benchmark.stopMeasurement()
            tracer.stop()
            precondition(recorder.missed == 0)
        }
        Benchmark("streams, \(traced), \(count) streams") { benchmark in
            await measure(benchmark, places) { await consume(count) }
        }
        Benchmark("yields, \(traced), \(count) values") { benchmark in
            await measure(benchmark, places) { yield(count) }
        }
    }
}

private func measure(_ benchmark: Benchmark, _ places: Bool, _ body: @Sendable () async -> Void) async {
    let target = TraceTarget(recorder: Recorder(chunkLimit: 4096), places: places)
    benchmark.startMeasurement()
    await CurrentTarget.with(target) { await body() }
    benchmark.stopMeasurement()
    precondition(target.recorder.missed == 0)
}

private func subscribe(_ count: Int) {
    let subject = PassthroughSubject<Int, Never>()
    for _ in 0..<count { subject.sink { _ in }.cancel() }
}

private func consume(_ count: Int) async {
    for _ in 0..<count {
        let (stream, continuation) = AsyncStream.makeStream(of: Int.self)
        continuation.finish()
        for await _ in stream {}
    }
}

private func yield(_ count: Int) {
    let (_, continuation) = AsyncStream.makeStream(of: Int.self)
    for value in 1...count { continuation.yield(value) }
}

import Benchmark
import FlowTrace

/// A trace file of ten million events: open it, and read it all. `ratios.py` has a row for every benchmark called `file, …`.
func fileBenchmarks() {
    Benchmark("file, open, \(TraceSamples.count) events") { benchmark in
        let path = TraceSamples.large
        benchmark.startMeasurement()
        blackHole(try! TraceFile(path).command)
        benchmark.stopMeasurement()
    }
    Benchmark("file, read, \(TraceSamples.count) events", configuration: .init(warmupIterations: 0, maxDuration: .seconds(20), maxIterations: 3)) { benchmark in
        let file = try! TraceFile(TraceSamples.large)
        var sink = CountingSink()
        benchmark.startMeasurement()
        file.read(into: &sink)
        benchmark.stopMeasurement()
        precondition(sink.count == TraceSamples.count)
    }
}

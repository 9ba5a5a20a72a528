import Benchmark
import FlowTrace

/// Ten million events in a file: open it, and read it all.
func fileBenchmarks() {
    Benchmark("open 10 M events") { benchmark in
        let path = TraceSamples.large
        benchmark.startMeasurement()
        blackHole(try! TraceFile(path).command)
        benchmark.stopMeasurement()
    }
    Benchmark("read 10 M events", configuration: .init(warmupIterations: 0, maxDuration: .seconds(20), maxIterations: 3)) { benchmark in
        let file = try! TraceFile(TraceSamples.large)
        var sink = CountingSink()
        benchmark.startMeasurement()
        file.read(into: &sink)
        benchmark.stopMeasurement()
        precondition(sink.count == TraceSamples.count)
    }
}

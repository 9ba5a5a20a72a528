import Benchmark
import FlowTrace

/// Records in memory, on one thread and two, and into a file; drains what two threads recorded.
func recorderBenchmarks() {
    let count = 500_000
    let shortCount = 50_000
    for threads in [1, 2] {
        Benchmark("recorder, \(threads) threads, \(threads * shortCount) events") { benchmark in
            let recorder = Recorder(chunkLimit: 4096)
            let edge = recorder.declareEdge(.link, label: "edge")
            measure(benchmark, threads: threads) {
                { for number in 0..<shortCount { recorder.record(.value, on: edge, value: .int(number)) } }
            }
            precondition(recorder.missed == 0)
        }
    }
    Benchmark("recorder, drain, \(2 * count) events") { benchmark in
        let recorder = Recorder(chunkLimit: 4096)
        let edge = recorder.declareEdge(.link, label: "edge")
        onThreads(2) { for number in 0..<count { recorder.record(.value, on: edge, value: .int(number)) } }
        var sink = CountingSink()
        benchmark.startMeasurement()
        recorder.drain(into: &sink)
        benchmark.stopMeasurement()
        precondition(sink.count == 2 * count)
    }
    // Small enough to have come round before it is measured.
    for (name, size, isRing) in [("file", 64 << 20, false), ("ring", 8 << 20, true)] {
        Benchmark("recorder, \(name), \(count) events") { benchmark in
            let path = TraceSample.path(name)
            let recorder = try! Recorder(file: path, options: TraceFileOptions(size: size, isRing: isRing))
            let edge = recorder.declareEdge(.link, label: "edge")
            if isRing { for number in 0..<count { recorder.record(.value, on: edge, value: .int(number)) } }
            benchmark.startMeasurement()
            for number in 0..<count { recorder.record(.value, on: edge, value: .int(number)) }
            benchmark.stopMeasurement()
            TraceSample.remove(path)
        }
    }
}

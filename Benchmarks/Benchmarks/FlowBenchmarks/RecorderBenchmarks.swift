import Benchmark
import FlowTrace

/// Records in memory and into a file, on one thread and two.
func recorderBenchmarks() {
    let count = 500_000
    for threads in [1, 2] {
        Benchmark("recorder, \(threads) threads") { benchmark in
            let recorder = Recorder(chunkLimit: 4096)
            let edge = recorder.declareEdge(.link, label: "edge")
            benchmark.startMeasurement()
            onThreads(threads) { for number in 0..<count { recorder.record(.value, on: edge, value: .int(number)) } }
            benchmark.stopMeasurement()
            precondition(recorder.missed == 0)
        }
    }
    Benchmark("recorder, file") { benchmark in
        let path = TraceSamples.path("recorder")
        let recorder = try! Recorder(file: path, options: TraceFileOptions(size: 64 << 20))
        let edge = recorder.declareEdge(.link, label: "edge")
        benchmark.startMeasurement()
        for number in 0..<count { recorder.record(.value, on: edge, value: .int(number)) }
        benchmark.stopMeasurement()
        TraceSamples.remove(path)
    }
}

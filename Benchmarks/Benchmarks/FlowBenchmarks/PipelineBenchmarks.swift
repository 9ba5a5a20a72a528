import Benchmark
import FlowCore
import FlowTrace
import OpenCombineShim

/// The cost of an element, watched in each way, on one, three and six edges, and on two threads.
func pipelineBenchmarks() {
    for edges in [1, 3, 6] {
        for watching in Watching.allCases {
            Benchmark("\(edges) edges, \(watching.rawValue)") { benchmark in
                measure(benchmark, edges: edges, watching, threads: 1)
            }
        }
    }
    for watching in Watching.allCases where watching != .print {
        Benchmark("3 edges on 2 threads, \(watching.rawValue)") { benchmark in
            measure(benchmark, edges: 3, watching, threads: 2)
        }
    }
}

private func measure(_ benchmark: Benchmark, edges: Int, _ watching: Watching, threads: Int) {
    let recorder = Recorder(chunkLimit: 4096)
    let hook = EmptyHook()
    let tracer = FlowTracer(recorder: recorder)
    if watching == .hookEmpty { hook.enable() }
    if watching == .tracer { tracer.start() }
    benchmark.startMeasurement()
    onThreads(threads) { Pipelines.run(edges: edges, watching, recorder: recorder) }
    benchmark.stopMeasurement()
    hook.disable()
    tracer.stop()
}

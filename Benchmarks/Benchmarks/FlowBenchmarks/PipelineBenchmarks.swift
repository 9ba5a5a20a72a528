import Benchmark
import FlowCore
import FlowTrace
import FlowCombine

/// The cost of an element, watched in each way, on one, three and six edges, and on two threads.
func pipelineBenchmarks() {
    // So few that a run seldom loses the processor to another process.
    let values = 2_000
    // So many that one thread's start before the other does not count.
    let longValues = 10_000
    for edges in [1, 3, 6] {
        for watching in Watching.allCases {
            Benchmark("\(edges) edges, \(watching.rawValue), \(values) values") { benchmark in
                measure(benchmark, edges: edges, watching, threads: 1, values: values)
            }
        }
    }
    for watching in Watching.allCases where watching != .print {
        Benchmark("2 threads, \(watching.rawValue), \(2 * longValues) values") { benchmark in
            measure(benchmark, edges: 3, watching, threads: 2, values: longValues)
        }
    }
}

private func measure(_ benchmark: Benchmark, edges: Int, _ watching: Watching, threads: Int, values: Int) {
    let recorder = Recorder(chunkLimit: 4096)
    let hook = EmptyHook()
    let tracer = FlowTracer(recorder: recorder)
    if watching == .hookEmpty { hook.enable() }
    if watching == .tracer { tracer.start() }
    measure(benchmark, threads: threads) { Pipelines.sending(values, edges: edges, watching, recorder: recorder) }
    hook.disable()
    tracer.stop()
}

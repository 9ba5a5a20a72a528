import Benchmark

/// What tracing costs, what the recorder does in a second, and how fast a trace is opened, sought and read.
///
/// Every benchmark does a fixed amount of work; `ratios.py` divides those of one run by each other, since machines differ and are noisy.
let benchmarks: @Sendable () -> Void = {
    Benchmark.defaultConfiguration = .init(metrics: [.wallClock], warmupIterations: 2, maxDuration: .seconds(2), maxIterations: 60)
    pipelineBenchmarks()
    recorderBenchmarks()
    fileBenchmarks()
}

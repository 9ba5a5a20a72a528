import Benchmark

/// What tracing costs, what the recorder does in a second, and how fast a trace is opened, sought and read, and a chain checked.
///
/// Every benchmark does a fixed amount of work, which its name ends with; `ratios.py` divides the fastest of several rounds by each
/// other, since machines differ and are noisy.
let benchmarks: @Sendable () -> Void = {
    Benchmark.defaultConfiguration = .init(
        metrics: [.wallClock], warmupIterations: 2, maxDuration: .seconds(1), maxIterations: 1_000)
    pipelineBenchmarks()
    recorderBenchmarks()
    fileBenchmarks()
    playgroundBenchmarks()
    asyncBenchmarks()
    placeBenchmarks()
}

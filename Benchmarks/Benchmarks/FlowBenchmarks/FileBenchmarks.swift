import Benchmark
import FlowAnalysis
import FlowModel
import FlowTrace
import FlowVerdict

/// A trace file of ten million records: open it, fold its beginning, build the index, go to a moment, read it all. With the steps and the
/// reach of `flowviz replay`; what it draws then is not measured here.
///
/// Every benchmark runs in a process of its own, which writes its file first.
func fileBenchmarks() {
    let once = Benchmark.Configuration(warmupIterations: 0, maxDuration: .seconds(20), maxIterations: 3)
    Benchmark("file, open, \(TraceSample.count) events") { benchmark in
        let path = TraceSample.probes.path
        benchmark.startMeasurement()
        blackHole(try! TraceFile(path).command)
        benchmark.stopMeasurement()
    }
    Benchmark("file, first look, \(TraceSample.count) events") { benchmark in
        let path = TraceSample.probes.path
        benchmark.startMeasurement()
        var fold = TraceFold(try! TraceFile(path))
        fold.read(limit: TraceIndex.firstLook)
        let opened = openFirst(of: fold)
        benchmark.stopMeasurement()
        precondition(opened.model.log.count > 0)
    }
    Benchmark("file, read, \(TraceSample.count) events", configuration: once) { benchmark in
        let file = try! TraceFile(TraceSample.probes.path)
        var sink = CountingSink()
        benchmark.startMeasurement()
        file.read(into: &sink)
        benchmark.stopMeasurement()
        precondition(sink.count == TraceSample.count)
    }
    let samples: [(String, @Sendable () -> TraceSample)] = [
        ("probes", { TraceSample.probes }), ("tracer", { TraceSample.tracer }),
    ]
    for (name, sample) in samples {
        Benchmark("file, index \(name), \(TraceSample.count) events", configuration: once) { benchmark in
            let sample = sample()
            benchmark.startMeasurement()
            let index = sample.index()
            benchmark.stopMeasurement()
            precondition(index.end.time > .zero)
        }
        Benchmark("file, diagnose \(name), \(TraceSample.count) events", configuration: once) { benchmark in
            let file = try! TraceFile(sample().path)
            benchmark.startMeasurement()
            var reader = BottleneckReader(file, isOneRun: false, derivesEvents: true)
            reader.read()
            let reports = reader.reports()
            benchmark.stopMeasurement()
            precondition(!reports.isEmpty)
        }
        diagnosisMemoryBenchmark("memory, diagnose \(name), \(TraceSample.count) events", sample)
        jumpBenchmark("file, jump \(name), \(TraceSample.count) events", sample)
        seekBenchmark("file, seek \(name), \(TraceSample.count) events", sample)
        memoryBenchmark("memory, \(name), \(TraceSample.count) events", sample)
    }
}

/// The oldest pipeline, folded into its lanes.
private func openFirst(of fold: TraceFold, past: [FlowModel.Pipelines] = []) -> PipelineModel {
    let log = fold.reconstruction.log
    var pipelines = fold.pipelines
    var opened = PipelineModel(pipelines.ids(by: .age, in: log)[0], past: past)
    opened.update(from: log, in: &pipelines)
    return opened
}

/// To fifty random moments, each seen with as much before it as a view may show: from a keyframe to the moment, measured for verdicts, and a
/// pipeline opened there.
private func seekBenchmark(_ name: String, _ sample: @escaping @Sendable () -> TraceSample) {
    nonisolated(unsafe) var index: TraceIndex?  // one process, one thread, one benchmark
    nonisolated(unsafe) var random = SplitMix(state: 1)
    Benchmark(name, configuration: .init(warmupIterations: 0, maxDuration: .seconds(60), maxIterations: 50)) { benchmark in
        let known = index ?? sample().index()
        index = known
        // Before the first keyframe there may be no pipeline yet.
        let times = known.keyframes[1].end.time.nanoseconds..<known.end.time.nanoseconds
        let time = TraceTime(nanoseconds: .random(in: times, using: &random))
        benchmark.startMeasurement()
        let keyframe = known.keyframe(at: time, from: .zero, reach: TraceIndex.reach)
        var fold = keyframe
        fold.read(until: time.nanoseconds)
        var flow = FoldHistory(UtilizationMeter(), after: keyframe.end.sequence)
        flow.update(from: fold.reconstruction.log)
        let opened = openFirst(of: fold, past: known.moments(from: .zero, upTo: keyframe.end.sequence))
        benchmark.stopMeasurement()
        precondition(fold.end.time <= time && opened.model.lanes.count > 0)
    }
}

/// To fifty random events: from the keyframe before each to the event.
private func jumpBenchmark(_ name: String, _ sample: @escaping @Sendable () -> TraceSample) {
    nonisolated(unsafe) var index: TraceIndex?  // one process, one thread, one benchmark
    nonisolated(unsafe) var random = SplitMix(state: 2)
    Benchmark(name, configuration: .init(warmupIterations: 0, maxDuration: .seconds(60), maxIterations: 50)) { benchmark in
        let known = index ?? sample().index()
        index = known
        let event = Int.random(in: 1...known.end.sequence, using: &random)
        benchmark.startMeasurement()
        let place = known.keyframes.lastIndex { $0.end.sequence < event } ?? 0
        var fold = known.keyframes[place]
        while fold.end.sequence < event, fold.read(limit: 256) > 0 {}
        let found = fold.reconstruction.log[sequence: event]
        benchmark.stopMeasurement()
        precondition(found != nil)
    }
}

/// What the process has of its own, in MiB, while a trace is diagnosed: as much as after it, since what was read is forgotten.
private func diagnosisMemoryBenchmark(_ name: String, _ sample: @escaping @Sendable () -> TraceSample) {
    let memory = BenchmarkMetric.custom("memory")
    Benchmark(name, configuration: .init(metrics: [memory], warmupIterations: 0, maxIterations: 1)) { benchmark in
        var reader = BottleneckReader(try! TraceFile(sample().path), isOneRun: false, derivesEvents: true)
        let before = ProcessMemory.anonymous
        reader.read()
        benchmark.measurement(memory, max(0, ProcessMemory.anonymous - before) >> 20)
        withExtendedLifetime(reader) {}
    }
}

/// What the process has of its own, in MiB, with the whole index.
private func memoryBenchmark(_ name: String, _ sample: @escaping @Sendable () -> TraceSample) {
    let memory = BenchmarkMetric.custom("memory")
    Benchmark(name, configuration: .init(metrics: [memory], warmupIterations: 0, maxIterations: 1)) { benchmark in
        let index = sample().index()
        benchmark.measurement(memory, ProcessMemory.anonymous >> 20)
        withExtendedLifetime(index) {}
    }
}

import Benchmark
import FlowAnalysis
import FlowCore
import FlowTrace
import FlowCombine

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// A trace file to measure with.
struct TraceSample {
    static let count = 10_000_000
    private static let size = 345 << 20

    let path: String

    static func path(_ name: String) -> String {
        "/tmp/flowviz-bench-\(getpid())-\(name).fvz"
    }

    static func remove(_ path: String) {
        unlink(path)
    }

    /// What explicit probes record of a buffer between two threads: a source, two links and a store, which take turns.
    static let probes: TraceSample = {
        atexit { TraceSample.remove(TraceSample.path("probes")) }
        let clock = TurnClock()
        let recorder = try! Recorder(
            file: path("probes"), options: TraceFileOptions(size: size), clock: .custom { clock.next() })
        let (source, buffer, sink) = (
            recorder.declareNode(.source, name: "source"), recorder.declareNode(.buffer, name: "buffer"),
            recorder.declareNode(.sink, name: "sink")
        )
        let offered = recorder.declareEdge(.source, label: "source", downstream: source)
        let input = recorder.declareEdge(.link, label: "input", upstream: source, downstream: buffer)
        let store = recorder.declareEdge(.store, label: "buffer", upstream: buffer, downstream: buffer)
        let output = recorder.declareEdge(.link, label: "output", upstream: buffer, downstream: sink)
        // Ten in a turn go in, ten in the next go out; what remains of ten million are requests.
        let values = count / 6
        let taking = startThread {
            for number in 0..<values {
                recorder.record(.request, on: output, demand: .max(1))
                recorder.record(.unbuffered, on: store, value: .int(number))
                recorder.record(.value, on: output, value: .int(number))
            }
        }
        for number in 0..<values {
            recorder.record(.offered, on: offered, value: .int(number))
            recorder.record(.value, on: input, value: .int(number))
            recorder.record(.buffered, on: store, value: .int(number))
        }
        pthread_join(taking, nil)
        for _ in (6 * values)..<count { recorder.record(.request, on: input, demand: .max(1)) }
        recorder.close()
        precondition(recorder.missed == 0)
        return TraceSample(path: path("probes"))
    }()

    /// What the tracer records of a pipeline of four edges, on one thread: two records a value and edge.
    static let tracer: TraceSample = {
        atexit { TraceSample.remove(TraceSample.path("tracer")) }
        let recorder = try! Recorder(file: path("tracer"), options: TraceFileOptions(size: size))
        let tracer = FlowTracer(recorder: recorder)
        tracer.start()
        let subject = PassthroughSubject<Int, Never>()
        let end = subject.map { $0 &+ 1 }.filter { $0 >= 0 }
            .buffer(size: 16, prefetch: .keepFull, whenFull: .dropOldest).sink { blackHole($0) }
        withExtendedLifetime(end) {
            for number in 0..<count / 8 { subject.send(number) }
        }
        tracer.stop()
        recorder.close()
        precondition(recorder.missed == 0)
        return TraceSample(path: path("tracer"))
    }()

    /// The index of the whole file, built as a replay builds it.
    func index() -> TraceIndex {
        var fold = TraceFold(try! TraceFile(path))
        var index = TraceIndex(fold)
        while fold.read(limit: TraceIndex.step) > 0 {
            fold.forget(upTo: .max)
            index.record(fold)
        }
        return index
    }
}

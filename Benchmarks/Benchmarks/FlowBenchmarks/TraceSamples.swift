import FlowTrace

#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// Trace files to measure with.
enum TraceSamples {
    static let count = 10_000_000

    static func path(_ name: String) -> String {
        "/tmp/flowviz-bench-\(getpid())-\(name).fvz"
    }

    static func remove(_ path: String) {
        unlink(path)
    }

    /// Ten million events on eight edges of two threads, written once.
    static let large: String = {
        let file = path("large")
        let recorder = try! Recorder(file: file, options: TraceFileOptions(size: 340 << 20))
        let edges = (0..<8).map { recorder.declareEdge(.link, label: "edge \($0)") }
        onThreads(2) { for number in 0..<count / 2 { recorder.record(.value, on: edges[number & 7], value: .int(number)) } }
        recorder.close()
        atexit { TraceSamples.remove(TraceSamples.large) }
        return file
    }()
}

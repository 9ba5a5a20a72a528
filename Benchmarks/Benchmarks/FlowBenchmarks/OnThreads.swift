import Benchmark

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// Runs `body` on so many threads at once and waits for all.
///
/// Threads of its own: a dispatch queue runs one after the other where it thinks the machine busy.
func onThreads(_ count: Int, _ body: @escaping @Sendable () -> Void) {
    let threads = (0..<count).map { _ in startThread(body) }
    for thread in threads { pthread_join(thread, nil) }
}

/// Measures work that so many threads do at once, each what `prepare` gave it; on this thread where it is one.
func measure(_ benchmark: Benchmark, threads count: Int, prepare: @escaping @Sendable () -> () -> Void) {
    guard count > 1 else {
        let work = prepare()
        benchmark.startMeasurement()
        work()
        benchmark.stopMeasurement()
        return
    }
    let gate = Gate()
    let threads = (0..<count).map { _ in
        startThread {
            let work = prepare()
            gate.pass()
            work()
        }
    }
    gate.open(for: count) { benchmark.startMeasurement() }
    for thread in threads { pthread_join(thread, nil) }
    benchmark.stopMeasurement()
}

private final class Work {
    let body: () -> Void

    init(_ body: @escaping () -> Void) {
        self.body = body
    }
}

/// Runs `body` on a thread of its own, for `pthread_join`.
func startThread(_ body: @escaping () -> Void) -> pthread_t {
    let work = Unmanaged.passRetained(Work(body)).toOpaque()
    #if canImport(Glibc)
        var thread = pthread_t()
        let status = pthread_create(&thread, nil, { run($0) }, work)
        precondition(status == 0, "pthread_create failed with \(status)")
        return thread
    #else  // Musl, Darwin
        var thread: pthread_t?
        let status = pthread_create(&thread, nil, { run($0) }, work)
        guard status == 0, let thread else { preconditionFailure("pthread_create failed with \(status)") }
        return thread
    #endif
}

private func run(_ work: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
    guard let work else { return nil }
    Unmanaged<Work>.fromOpaque(work).takeRetainedValue().body()
    return nil
}

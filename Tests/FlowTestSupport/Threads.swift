#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

/// The number of operations of each thread in a concurrency test: 1,000, or 100,000 if `FLOWVIZ_LONG` is set.
public let operationsPerThread = Rounds.isLong ? 100_000 : 1_000

/// Runs `body` on `count` new threads at the same time, gives each its number from 0, and waits for all.
///
/// Uses real threads instead of a queue, because a queue has no more threads than the machine has cores. `body` need not be
/// `@Sendable`: such a test checks whether its state may be shared.
public func onThreads(_ count: Int = 8, _ body: (Int) -> Void) {
    withoutActuallyEscaping(body) { body in
        let threads = (0..<count).map { index in startThread { body(index) } }
        for thread in threads { pthread_join(thread, nil) }
    }
}

private func startThread(_ body: @escaping () -> Void) -> pthread_t {
    let start = Unmanaged.passRetained(ThreadStart(body: body))
    #if canImport(Glibc)
        var thread = pthread_t()
    #else  // Musl, Darwin
        var thread: pthread_t?
    #endif
    let result = pthread_create(&thread, nil, runThread, start.toOpaque())
    precondition(result == 0, "pthread_create must give a thread, got error \(result)")
    #if canImport(Glibc)
        return thread
    #else  // Musl, Darwin
        return thread!
    #endif
}

/// Lets other threads run while this one has nothing to do.
public func yieldThread() {
    sched_yield()
}

#if canImport(Darwin)
    private func runThread(_ argument: UnsafeMutableRawPointer) -> UnsafeMutableRawPointer? {
        Unmanaged<ThreadStart>.fromOpaque(argument).takeRetainedValue().body()
        return nil
    }
#else
    private func runThread(_ argument: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
        Unmanaged<ThreadStart>.fromOpaque(argument!).takeRetainedValue().body()
        return nil
    }
#endif

private final class ThreadStart {
    let body: () -> Void

    init(body: @escaping () -> Void) {
        self.body = body
    }
}

/// Limits the wait of a test's thread for others, in turns instead of time, so that a lost value makes the test fail instead of
/// hang.
public struct Patience {
    private var turns = 10_000 * operationsPerThread

    /// Creates patience for one wait.
    public init() {}

    /// Lets other threads run.
    ///
    /// - Returns: Whether to go on waiting.
    public mutating func wait() -> Bool {
        turns -= 1
        yieldThread()
        return turns > 0
    }
}

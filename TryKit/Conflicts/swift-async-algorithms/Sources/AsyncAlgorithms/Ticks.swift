/// Returns a stream of the numbers below a limit.
public func ticks(below limit: Int) -> AsyncStream<Int> {
    AsyncStream { continuation in
        for tick in 0..<limit { continuation.yield(tick) }
        continuation.finish()
    }
}

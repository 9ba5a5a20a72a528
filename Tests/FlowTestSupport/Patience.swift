/// Bounds how long a test's thread waits for others, in turns and not in time, so that a lost value fails instead of hanging.
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

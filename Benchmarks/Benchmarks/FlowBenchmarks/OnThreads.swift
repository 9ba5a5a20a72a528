import Dispatch

/// Runs `body` on so many threads at once and waits for all; on this one where it is one.
func onThreads(_ count: Int, _ body: @escaping @Sendable () -> Void) {
    guard count > 1 else { return body() }
    DispatchQueue.concurrentPerform(iterations: count) { _ in body() }
}

import Dispatch
import Testing

/// Opens when a stream has ended.
final class Gate: Sendable {
    private let semaphore = DispatchSemaphore(value: 0)

    func open() {
        semaphore.signal()
    }

    /// Waits for the end, ten seconds at most.
    func wait() {
        #expect(semaphore.wait(timeout: .now() + 10) == .success, "the stream did not end")
    }
}

import Dispatch
import Testing

/// Opens when a stream has ended.
final class Gate: Sendable {
    private let semaphore = DispatchSemaphore(value: 0)

    func open() {
        semaphore.signal()
    }

    /// Whether the stream has ended.
    var isOpen: Bool {
        guard semaphore.wait(timeout: .now()) == .success else { return false }
        semaphore.signal()
        return true
    }

    /// Waits for the end, ten seconds at most.
    func wait() {
        #expect(semaphore.wait(timeout: .now() + 10) == .success, "the stream did not end")
    }
}

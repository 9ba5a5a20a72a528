import Dispatch

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

    /// Waits for the end.
    func wait() {
        semaphore.wait()
    }
}

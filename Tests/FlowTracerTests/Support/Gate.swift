import Dispatch
import FlowTestSupport
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

    /// Waits for the end.
    func wait() {
        let limit = DispatchTimeInterval.milliseconds(Int(PTY.patienceInMilliseconds))
        #expect(semaphore.wait(timeout: .now() + limit) == .success, "the stream did not end")
    }
}

import FlowTestSupport
import FlowTrace
import Synchronization
import Testing

@testable import FlowAgent

#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

@Suite("ViewerServer", .timeLimit(.minutes(5)))
struct ViewerServerTests {
    /// Whether a server that listens there comes to its end.
    private func ends(_ listener: Int32) throws -> Bool {
        let folder = try TemporaryFolder()
        let recorder = try Recorder(file: folder.path("a.fvz"), options: TraceFileOptions(size: TraceFileOptions.minimumSize))
        let trace = try TraceFile(folder.path("a.fvz"))
        let hasEnded = Shared(false)
        DetachedThread.run {
            ViewerServer(listener: listener, process: getpid(), trace: trace).run()
            hasEnded.value.withLock { $0 = true }
        }
        var patience = Patience()
        while !hasEnded.value.withLock(\.self), patience.wait() {}
        withExtendedLifetime(recorder) {}
        return hasEnded.value.withLock(\.self)
    }

    private final class Shared: Sendable {
        let value: Mutex<Bool>

        init(_ value: Bool) {
            self.value = Mutex(value)
        }
    }

    @Test func `it ends when the program has closed the socket it listens on`() throws {
        #expect(try ends(1 << 20))
    }

    @Test func `it ends when the socket's number has become another file`() throws {
        let zero = open("/dev/zero", O_RDONLY | O_CLOEXEC)

        #expect(try ends(zero))

        close(zero)
    }
}

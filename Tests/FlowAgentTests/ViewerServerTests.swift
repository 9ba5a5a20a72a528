import FlowTestSupport
import FlowTrace
import Synchronization
import Testing

@testable import FlowAgent

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// The server while its descriptors are in the program's table, and the program closes them and reuses their numbers for other
/// files.
@Suite("ViewerServer", .notForever)
final class ViewerServerTests {
    private let folder: TemporaryFolder
    private let recorder: Recorder
    private let trace: TraceFile
    private let hasEnded = Shared(false)

    private final class Shared<Value: Sendable>: Sendable {
        let value: Mutex<Value>

        init(_ value: Value) {
            self.value = Mutex(value)
        }
    }

    init() throws {
        folder = try TemporaryFolder()
        recorder = try Recorder(file: folder.path("a.fvz"), options: TraceFileOptions(size: TraceFileOptions.minimumSize))
        trace = try TraceFile(folder.path("a.fvz"))
    }

    private var path: String { folder.path("s") }

    /// Starts a server.
    private func serve(_ listener: Int32, _ gates: GateTable? = nil) {
        let listener = FileDescriptor(owning: listener, path: path)
        DetachedThread.run { [trace, hasEnded] in
            ViewerServer(listener: listener, process: getpid(), trace: trace, gates: gates).run()
            hasEnded.value.withLock { $0 = true }
        }
    }

    /// Starts a server that listens at ``path``, and returns its listening socket.
    private func serve(_ gates: GateTable? = nil) throws -> Int32 {
        let listener = try UnixSocket.listening(at: path).release()
        serve(listener, gates)
        return listener
    }

    /// Whether the server comes to its end.
    private func ends() -> Bool {
        var patience = Patience()
        while !hasEnded.value.withLock(\.self), patience.wait() {}
        return hasEnded.value.withLock(\.self)
    }

    /// A viewer that was welcomed, and the server's end of its connection.
    private func welcomed(by listener: Int32) throws -> (viewer: FileDescriptor, number: Int32) {
        let viewer = FileDescriptor(owning: try UnixSocket.connected(to: path).release(), path: path)
        say(.hello(major: WireMessage.version, minor: 0), viewer)
        var buffer = [UInt8](repeating: 0, count: 4096)
        #expect(recv(viewer.number, &buffer, buffer.count, 0) > 0)
        let number = try #require((3..<4096).first { $0 != listener && name(of: $0) == path })
        return (viewer, number)
    }

    /// The address of a socket, where it has one in the file system.
    private func name(of number: Int32) -> String {
        var address = sockaddr_un()
        var length = socklen_t(MemoryLayout<sockaddr_un>.size)
        let status = withUnsafeMutablePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { getsockname(number, $0, &length) }
        }
        guard status == 0, address.sun_family == AF_UNIX else { return "" }
        return withUnsafeBytes(of: &address.sun_path) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
    }

    /// Returns whether the other end is still open.
    @discardableResult private func say(_ message: WireMessage, _ socket: FileDescriptor) -> Bool {
        let bytes = message.encoded
        return send(socket.number, bytes, bytes.count, Int32(MSG_NOSIGNAL)) == bytes.count
    }

    /// A viewer that holds a stage until its deadline, with a socket that has room for less than a page of the trace, and the server's
    /// end of its connection.
    private func holder(of stage: UInt64, for time: UInt64, _ listener: Int32) throws -> (viewer: FileDescriptor, number: Int32) {
        let ends = try welcomed(by: listener)
        var room: Int32 = 1
        setsockopt(ends.number, SOL_SOCKET, SO_SNDBUF, &room, socklen_t(MemoryLayout<Int32>.size))
        say(.command(.hold(time), stage: stage), ends.viewer)
        var buffer = [UInt8](repeating: 0, count: 64)
        let count = recv(ends.viewer.number, &buffer, buffer.count, 0)
        #expect(WireMessage.decode(buffer[..<max(count, 0)]) == .message(.answer(.done), length: count))
        return ends
    }

    /// Whether a socket takes no more bytes.
    private func isFull(_ number: Int32) -> Bool {
        var item = pollfd(fd: number, events: Int16(POLLOUT), revents: 0)
        return poll(&item, 1, 0) == 0
    }

    @Test func `it ends when the program has closed the socket it listens on`() {
        serve(1 << 20)

        #expect(ends())
    }

    @Test func `it takes no connection of a socket that has got the number of its own, and serves those it has`() throws {
        let listener = try serve()
        var viewer: ViewerConnection? = try ViewerConnection(path)
        let own = try UnixSocket.listening(at: folder.path("t"))
        _ = fcntl(own.number, F_SETFL, O_NONBLOCK)
        dup2(own.number, listener)
        let visitor = try UnixSocket.connected(to: folder.path("t"))

        // Wakes a server that waits for the old one, which lives until then.
        _ = try? UnixSocket.connected(to: path)
        #expect(viewer?.isAlive == true)
        viewer = nil

        #expect(ends())
        let taken = UnixSocket(owning: accept(own.number, nil, nil))
        #expect(taken.number >= 0 && name(of: listener) == folder.path("t"))
        close(listener)
        withExtendedLifetime(visitor.number) {}
    }

    @Test func `it neither hears nor says anything where a viewer's number has become the program's`() throws {
        let listener = try serve()
        let (viewer, number) = try welcomed(by: listener)
        let own = socketPair(isWaiting: false)
        dup2(own.0, number)
        #expect(send(own.1, "word", 4, 0) == 4)

        // Wakes a server that waits for the old one, which lives until then. Who is welcomed later is heard later.
        say(.ask, viewer)
        let other = try welcomed(by: listener)

        var heard = [UInt8](repeating: 0, count: 100)
        #expect(recv(number, &heard, 100, 0) == 4 && Array("word".utf8) == Array(heard[..<4]))
        #expect(recv(own.1, &heard, 100, 0) == -1 && errno == EAGAIN)
        for end in [own.0, own.1, number] { close(end) }
        shutdown(listener, Int32(SHUT_RDWR))
        shutdown(other.viewer.number, Int32(SHUT_RDWR))
        #expect(ends())
    }

    @Test func `it does not send what another file has that has got the trace's number`() throws {
        let listener = try serve()
        let (viewer, _) = try welcomed(by: listener)
        let own = open("/proc/self/exe", O_RDONLY | O_CLOEXEC)
        dup2(own, trace.descriptor.number)

        say(.ask, viewer)

        var buffer = [UInt8](repeating: 0, count: 100)
        #expect(recv(viewer.number, &buffer, 100, 0) == 0)
        close(own)
        close(trace.descriptor.number)
        shutdown(listener, Int32(SHUT_RDWR))
        #expect(ends())
    }

    @Test func `a viewer that wants the trace and reads none of it holds until its deadline, and others are served`() throws {
        let now = Shared<UInt64>(0)
        let gates = GateTable(recorder: recorder) { now.value.withLock(\.self) }
        let gate = gates.makeGate(of: 1)
        let listener = try serve(gates)
        let (viewer, number) = try holder(of: 1, for: 10, listener)
        var other: ViewerConnection? = try ViewerConnection(path)

        say(.ask, viewer)
        // The server has read the request by the second answer.
        for _ in 1...2 { #expect(try other?.command(.hold(10), at: 1) == .heldByOther) }
        #expect(isFull(number) && gate.isClosed)
        now.value.withLock { $0 = 10 }
        #expect(try other?.command(.pass, at: 2) == .noStage)
        #expect(try other?.command(.hold(10), at: 1) == .done)
        #expect(isFull(number) && gate.isClosed)

        other = nil
        shutdown(listener, Int32(SHUT_RDWR))
        shutdown(viewer.number, Int32(SHUT_RDWR))
        #expect(ends() && !gate.isClosed)
    }

    @Test func `a viewer that commands and reads no answer is dropped, and what it held is released`() throws {
        let gates = GateTable(recorder: recorder) { 0 }
        let gate = gates.makeGate(of: 1)
        let listener = try serve(gates)
        let (viewer, _) = try holder(of: 1, for: 10, listener)
        var other: ViewerConnection? = try ViewerConnection(path)

        // The server has read a command before the next one is sent: it has answered another viewer twice.
        while say(.command(.hold(10), stage: 1), viewer) {
            for _ in 1...2 { #expect(try other?.command(.pass, at: 2) == .noStage) }
        }

        #expect(try other?.command(.release, at: 1) == .notHeld)
        #expect(!gate.isClosed)
        other = nil
        shutdown(listener, Int32(SHUT_RDWR))
        #expect(ends())
    }
}

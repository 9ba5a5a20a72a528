import LibC

/// A viewer's connection to a traced process: its id, its trace, and whether it is alive.
public final class ViewerConnection: Sendable {
    public let process: Int32
    /// The path of the trace that the process writes.
    public let tracePath: String

    private let startTime: UInt64
    private let wallClock: UInt64
    private let socket: Int32
    /// The path at which the process answers.
    package let path: String
    private let sent = LockedBox(Sent.unasked)

    /// The path at which a process answers that flowviz has started, and that writes a trace at `path`.
    package static func socket(beside path: String) -> String { path + ".sock" }

    /// Connects to the process that answers at `path`.
    ///
    /// - Throws: ``TraceFileError`` if no process answers in this protocol and version.
    public init(_ path: String) throws(TraceFileError) {
        let connection = try UnixSocket.connected(to: path)
        guard UnixSocket.isPeerTrusted(connection.number) else {
            throw .system(operation: "attach to", path: path, reason: "it belongs to another user")
        }
        let hello = WireMessage.hello(major: TraceFormat.major, minor: TraceFormat.minor).encoded
        // Errors are ignored: a program that hangs up immediately may have sent the reason.
        _ = send(connection.number, hello, hello.count, Int32(MSG_NOSIGNAL))
        let answer = try ViewerConnection.answer(connection.number, path)
        guard case .welcome(let process, let startTime, let wallClock, let tracePath) = answer else {
            throw ViewerConnection.failure(answer, path)
        }
        self.process = process
        self.tracePath = tracePath
        self.startTime = startTime
        self.wallClock = wallClock
        self.path = path
        socket = connection.release()
    }

    deinit { close(socket) }

    /// The trace that the process writes, `nil` if it cannot be opened: the same path may name another file in another container.
    public var trace: TraceFile? {
        let file = try? TraceFile(tracePath)
        return file.flatMap { $0.process == process && $0.startTime == startTime && $0.wallClock == wallClock ? $0 : nil }
    }

    /// Sends a message without confirmation.
    func say(_ message: WireMessage) {
        let bytes = message.encoded
        _ = send(socket, bytes, bytes.count, Int32(MSG_NOSIGNAL))
    }

    /// The received bytes; empty at the end of the connection, `nil` if none have arrived.
    func receive() -> [UInt8]? {
        let room = 1 << 18
        var count = 0
        let bytes = [UInt8](unsafeUninitializedCapacity: room) { buffer, filled in
            repeat {
                count = recv(socket, buffer.baseAddress, room, Int32(MSG_DONTWAIT))
            } while count < 0 && errno == EINTR
            filled = max(0, count)
        }
        if count < 0, errno == EAGAIN { return nil }
        return bytes
    }

    /// Commands a stage, and waits for the program's answer. A hold ends with this connection.
    ///
    /// - Parameters:
    ///   - command: The command.
    ///   - stage: The number of the stage's consumer in the trace.
    /// - Throws: ``TraceFileError`` if the program gives no answer in time, or has exited.
    /// - Important: Call it on one thread at a time, on a connection that requests no trace.
    public func command(_ command: HandCommand, at stage: UInt64) throws(TraceFileError) -> HandAnswer {
        say(.command(command, stage: stage))
        guard case .answer(let answer) = try ViewerConnection.answer(socket, path) else {
            throw .system(operation: "command", path: path, reason: "the program has exited, or its flowviz cannot hold stages")
        }
        return answer
    }

    /// The socket, for `poll`.
    var descriptor: Int32 { socket }

    /// Whether the process still keeps its end of the connection open.
    public var isAlive: Bool { ViewerConnection.isOpen(socket, milliseconds: 0) }

    /// Calls `body` once, on a new thread, after the process closes its end of the connection.
    public func whenEnded(_ body: @escaping @Sendable () -> Void) {
        DetachedThread.run { [self] in
            while ViewerConnection.isOpen(socket, milliseconds: -1) {}
            body()
        }
    }

    /// Waits for the other end to close. Returns whether it is still open.
    private static func isOpen(_ socket: Int32, milliseconds: Int32) -> Bool {
        #if canImport(Glibc) || canImport(Musl)
            let hangup: Int16 = 0x2000  // POLLRDHUP: the other end is closed, even if unread bytes remain
        #else
            let hangup = Int16(POLLHUP)
        #endif
        var item = pollfd(fd: socket, events: hangup, revents: 0)
        return poll(&item, 1, milliseconds) <= 0 || item.revents == 0
    }

    /// Requests the contents of a trace that cannot be opened, and waits for their beginning, so that a later reader need not
    /// wait.
    public func awaitTrace() {
        if trace == nil { _ = beginning() }
    }

    /// The beginning of the sent trace; `nil` if it does not come in time.
    ///
    /// - Important: Call it on one thread at a time.
    func beginning() -> SentBeginning? {
        if case .beginning(let known) = sent.withLock(\.self) { return known }
        say(.ask)
        let found = readBeginning()
        sent.withLock { $0 = .beginning(found) }
        return found
    }

    /// Reads the header, which is the first message, and keeps the bytes received after it.
    private func readBeginning() -> SentBeginning? {
        var bytes: [UInt8] = []
        let end = ViewerConnection.endOfPatience
        while bytes.count < 1 << 16, ViewerConnection.hears(socket, until: end), let more = receive(), !more.isEmpty {
            bytes += more
            switch WireMessage.decode(bytes[...]) {
            case .message(.data(0, let page), let length) where page.count == TraceFormat.pageSize:
                return SentBeginning(page: page, rest: Array(bytes[length...]))
            case .message, .nonsense: return nil
            case .incomplete: continue
            }
        }
        return nil
    }

    /// The deadline of a peer, which cannot extend it by sending a little now and then.
    private static var endOfPatience: UInt64 { TraceClock.machineNanoseconds() + UInt64(UnixSocket.patience) * 1_000_000_000 }

    /// Whether bytes, or the end of the connection, arrive before a time.
    private static func hears(_ socket: Int32, until end: UInt64) -> Bool {
        while true {
            let now = TraceClock.machineNanoseconds()
            guard now < end else { return false }
            var item = pollfd(fd: socket, events: Int16(POLLIN), revents: 0)
            let count = poll(&item, 1, Int32((end - now) / 1_000_000 + 1))
            if count > 0 { return true }
            if count < 0, errno != EINTR { return false }
        }
    }

    /// The first message; `nil` if invalid bytes arrive, or none.
    private static func answer(_ socket: Int32, _ path: String) throws(TraceFileError) -> WireMessage? {
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 4096)
        let end = endOfPatience
        while bytes.count <= WireMessage.limit {
            guard hears(socket, until: end) else { throw .noAnswer(path: path, seconds: UnixSocket.patience) }
            let count = recv(socket, &buffer, buffer.count, Int32(MSG_DONTWAIT))
            if count < 0, errno == EINTR || errno == EAGAIN { continue }
            guard count > 0 else { return nil }
            bytes += buffer[..<count]
            switch WireMessage.decode(bytes[...]) {
            case .message(let message, _): return message
            case .nonsense: return nil
            case .incomplete: continue
            }
        }
        return nil
    }

    /// The received part of the trace.
    private enum Sent {
        case unasked
        case beginning(SentBeginning?)
    }

    private static func failure(_ answer: WireMessage?, _ path: String) -> TraceFileError {
        if case .reject(let lowest, let highest) = answer {
            let versions = lowest == highest ? "version \(lowest)" : "versions \(lowest) to \(highest)"
            return .system(
                operation: "attach to", path: path,
                reason: "it speaks \(versions), this flowviz version \(TraceFormat.major); use the flowviz it was built with")
        }
        return .system(operation: "attach to", path: path, reason: "it does not answer as a traced program does")
    }
}

/// The beginning of a trace that a process sends.
struct SentBeginning: Sendable {
    /// The header page.
    let page: [UInt8]
    /// The bytes after it.
    let rest: [UInt8]
}

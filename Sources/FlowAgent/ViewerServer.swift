import CFlowAgent
import FlowTrace
import LibC

/// The loop that answers viewers.
///
/// Without a separate table of descriptors (``AgentThread``), the program may close the agent's descriptors, and its next files
/// may get their numbers. So each number is checked right before use: a number that now belongs to another file is neither used
/// nor closed.
///
/// A race remains: if another thread closes and reuses the number between check and use, one call may accept the program's
/// connection, or read or write its bytes. High numbers make that unlikely. The sent trace is safe even then: its descriptor is
/// checked after each read, and a lost number is never used again.
final class ViewerServer {
    private struct Viewer {
        let socket: FileDescriptor
        /// Tells its commands from those of other viewers.
        let id: UInt64
        var bytes: [UInt8] = []
        var isWelcome = false
        /// Sends the trace to a viewer that cannot open it.
        var sender: TraceSender?
        /// The message being sent, and the number of bytes sent.
        var message: [UInt8] = []
        var sent = 0
    }

    /// `nil` after the program has closed its descriptor.
    private var listener: FileDescriptor?
    private let process: Int32
    private let trace: TraceFile
    private let gates: GateTable?
    private let writer: TraceWriter?
    private var viewers: [Viewer] = []
    private var viewerCount: UInt64 = 0
    private static let viewerLimit = 16
    /// The interval of checks for new records, in milliseconds.
    private static let interval: Int32 = 33
    /// The maximum number of messages sent to one viewer before the others get their turn.
    private static let turnLimit = 16

    /// - Parameters:
    ///   - trace: The open trace of this process; being open, it can be sent even after its file is moved.
    ///   - gates: The stages that viewers may hold; `nil` without control.
    ///   - writer: Records a sign of life from time to time; `nil` for a trace that needs none.
    init(
        listener: FileDescriptor, process: Int32, trace: TraceFile, gates: GateTable? = nil, writer: TraceWriter? = nil
    ) {
        self.listener = listener
        self.process = process
        self.trace = trace
        self.gates = gates
        self.writer = writer
    }

    /// Answers viewers until none is left and none can connect, for example after the program closes all unknown descriptors.
    func run() {
        defer { gates?.leaveAll() }
        while listener != nil || !viewers.isEmpty {
            // `poll` ignores -1, the number without a listener.
            var polled = [pollfd(fd: listener?.number ?? -1, events: Int16(POLLIN), revents: 0)]
            polled += viewers.map { viewer in
                pollfd(fd: viewer.socket.number, events: Int16(viewer.message.isEmpty ? POLLIN : POLLIN | POLLOUT), revents: 0)
            }
            guard poll(&polled, nfds_t(polled.count), wait) >= 0 || errno == EINTR else { return }
            writer?.beat()
            for (index, viewer) in polled.dropFirst().enumerated().reversed() {
                let wants = viewer.revents & ~Int16(POLLOUT) != 0
                if wants && !read(index) || !pump(index) {
                    let gone = viewers.remove(at: index)
                    gates?.leave(gone.id)
                }
            }
            if polled[0].revents != 0, !acceptViewer() { listener = nil }
        }
    }

    /// The time until records or values may be due, in milliseconds, rounded up; -1 for no limit.
    private var wait: Int32 {
        let due = gates?.settle().map { Int32(clamping: $0 / 1_000_000 + 1) }
        let isSending = viewers.contains { $0.sender != nil }
        let beat = writer == nil ? nil : TraceWriter.interval
        return [due, isSending ? ViewerServer.interval : nil, beat].compactMap(\.self).min() ?? -1
    }

    /// Accepts a viewer. Returns whether more can connect.
    private func acceptViewer() -> Bool {
        guard let listener, listener.isOurs else { return false }
        let number = flowviz_agent_accept(listener.number)
        guard number >= 0 else { return canAccept(after: errno) }
        let socket = FileDescriptor(owning: number, path: listener.path)
        // If the listener is lost, the connection may be the program's. It cannot be given back; closing it informs the client.
        guard listener.isOurs else { return false }
        // A viewer without a hello makes room for the next.
        if viewers.count == ViewerServer.viewerLimit, let silent = viewers.firstIndex(where: { !$0.isWelcome }) {
            viewers.remove(at: silent)
        }
        guard viewers.count < ViewerServer.viewerLimit, UnixSocket.isPeerTrusted(number) else { return true }
        viewerCount += 1
        viewers.append(Viewer(socket: socket, id: viewerCount))
        return true
    }

    /// Whether viewers can still connect after an error.
    private func canAccept(after error: Int32) -> Bool {
        switch error {
        case EAGAIN, EINTR, ECONNABORTED: return true
        case EMFILE, ENFILE, ENOBUFS, ENOMEM:
            // The connection stays pending: pause before polling again.
            poll(nil, 0, 100)
            return true
        default: return false
        }
    }

    /// Reads from a viewer. Returns whether to keep it.
    private func read(_ index: Int) -> Bool {
        var buffer = [UInt8](repeating: 0, count: 256)
        guard viewers[index].socket.isOurs else { return false }
        let count = recv(viewers[index].socket.number, &buffer, buffer.count, Int32(MSG_DONTWAIT))
        guard count > 0 else { return count < 0 && (errno == EAGAIN || errno == EINTR) }
        viewers[index].bytes += buffer[..<count]
        switch WireMessage.decode(viewers[index].bytes[...]) {
        case .incomplete: return viewers[index].bytes.count < 64
        case .nonsense: return false
        case .message(let message, let length):
            viewers[index].bytes.removeFirst(length)
            return answer(message, from: index) && viewers[index].bytes.isEmpty
        }
    }

    /// Answers a message: first hello, then at most one request for the trace, or commands.
    private func answer(_ message: WireMessage, from index: Int) -> Bool {
        switch message {
        case .hello(let major, _) where !viewers[index].isWelcome:
            guard major == WireMessage.version else {
                _ = reply(.reject(lowest: WireMessage.version, highest: WireMessage.version), to: viewers[index].socket)
                return false
            }
            viewers[index].isWelcome = true
            let welcome = WireMessage.welcome(
                process: process, startTime: trace.startTime, wallClock: trace.wallClock, path: trace.path)
            return reply(welcome, to: viewers[index].socket)
        case .ask where viewers[index].isWelcome && viewers[index].sender == nil:
            viewers[index].sender = TraceSender(trace)
            return true
        case .command(let command, let stage) where viewers[index].isWelcome && viewers[index].sender == nil:
            let answer = gates?.obey(command, at: stage, from: viewers[index].id) ?? .noControl
            return reply(.answer(answer), to: viewers[index].socket)
        case .hello, .ask, .welcome, .reject, .data, .command, .answer: return false
        }
    }

    /// Sends new records, as far as the socket accepts them. Returns whether to keep the viewer.
    private func pump(_ index: Int) -> Bool {
        for _ in 0..<ViewerServer.turnLimit {
            if viewers[index].message.isEmpty { viewers[index].message = viewers[index].sender?.next() ?? [] }
            guard trace.descriptor.isOurs else { return viewers[index].sender == nil }
            let message = viewers[index].message
            guard !message.isEmpty else { return true }
            let sent = viewers[index].sent
            let count = write(message[sent...], to: viewers[index].socket)
            guard count >= 0 else { return errno == EAGAIN || errno == EINTR }
            viewers[index].sent += count
            guard viewers[index].sent == message.count else { return true }
            viewers[index].message = []
            viewers[index].sent = 0
        }
        return true
    }

    private func reply(_ message: WireMessage, to socket: FileDescriptor) -> Bool {
        let bytes = message.encoded
        return write(bytes[...], to: socket) == bytes.count
    }

    /// Writes without waiting, and without a signal if the viewer is gone. Returns the number of bytes written, or -1 with
    /// `errno`.
    private func write(_ bytes: ArraySlice<UInt8>, to socket: FileDescriptor) -> Int {
        guard socket.isOurs else {
            errno = EBADF
            return -1
        }
        return bytes.withUnsafeBytes {
            send(socket.number, $0.baseAddress, $0.count, Int32(MSG_DONTWAIT) | Int32(MSG_NOSIGNAL))
        }
    }
}

/// The socket at which viewers find this process's trace.
///
/// The agent's thread waits for viewers and sends them the trace on request, without involving the traced threads. A viewer that
/// sends anything else is dropped. With control, viewers may hold stages while they are connected.
final class AgentSocket: Sendable {
    private let path: String
    private let trace: String

    /// Answers at `path` from now on.
    ///
    /// - Throws: ``FlowTrace/TraceFileError`` if it cannot listen.
    init(_ path: String, serving trace: String, _ gates: GateTable?) throws(TraceFileError) {
        // From here on both files are removed with this object, even if the next line throws.
        self.path = path
        self.trace = trace
        try AgentThread.hold(trace, answeringAt: path, gates)
        flowviz_agent_remove_at_signals(trace, path)
    }

    deinit {
        unlink(path)
        unlink(trace)
    }
}

import CFlowAgent
import FlowTrace

#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// The loop that answers viewers.
final class ViewerServer {
    private struct Viewer {
        let socket: Int32
        var bytes: [UInt8] = []
        var isWelcome = false
        /// Sends the trace to a viewer that cannot open it.
        var sender: TraceSender?
        /// What was begun to be sent, and how much of it is.
        var message: [UInt8] = []
        var sent = 0
    }

    private let listener: Int32
    private let process: Int32
    private let trace: TraceFile
    private var viewers: [Viewer] = []
    /// More viewers than this at a time are not taken.
    private static let viewerLimit = 16
    /// How often it is looked whether there is something new to send, in milliseconds.
    private static let interval: Int32 = 33
    /// The most messages sent to one viewer before the others are heard.
    private static let turnLimit = 16

    /// - Parameter trace: What this process records, open, so that it can be sent wherever it is moved.
    init(listener: Int32, process: Int32, trace: TraceFile) {
        self.listener = listener
        self.process = process
        self.trace = trace
    }

    /// Answers until the listening socket is gone, as where the program closes all files that it does not know.
    ///
    /// What is open then stays open: its number may be somebody else's by now.
    func run() {
        while true {
            var polled = [pollfd(fd: listener, events: Int16(POLLIN), revents: 0)]
            polled += viewers.map { viewer in
                pollfd(fd: viewer.socket, events: Int16(viewer.message.isEmpty ? POLLIN : POLLIN | POLLOUT), revents: 0)
            }
            let isSending = viewers.contains { $0.sender != nil }
            guard poll(&polled, nfds_t(polled.count), isSending ? ViewerServer.interval : -1) >= 0 || errno == EINTR else {
                return
            }
            for (index, viewer) in polled.dropFirst().enumerated().reversed() {
                let wants = viewer.revents & ~Int16(POLLOUT) != 0
                if wants && !hear(index) || !pump(index) { drop(index) }
            }
            guard polled[0].revents & Int16(POLLNVAL | POLLERR | POLLHUP) == 0 else { return }
            guard polled[0].revents & Int16(POLLIN) == 0 || take() else { return }
        }
    }

    /// Takes a viewer. Returns whether more can come.
    private func take() -> Bool {
        let socket = flowviz_agent_accept(listener)
        guard socket >= 0 else { return canAccept(after: errno) }
        // Who connects and does not say who it is makes way for who comes after.
        if viewers.count == ViewerServer.viewerLimit, let silent = viewers.firstIndex(where: { !$0.isWelcome }) { drop(silent) }
        guard viewers.count < ViewerServer.viewerLimit, UnixSocket.isPeerTrusted(socket) else {
            close(socket)
            return true
        }
        viewers.append(Viewer(socket: socket))
        return true
    }

    /// Whether there will be viewers after an error.
    private func canAccept(after error: Int32) -> Bool {
        switch error {
        case EAGAIN, EINTR, ECONNABORTED: return true
        case EMFILE, ENFILE, ENOBUFS, ENOMEM:
            // The connection goes on waiting: not to ask for it all the time.
            poll(nil, 0, 100)
            return true
        default: return false
        }
    }

    /// Reads what a viewer says. Returns whether to keep it.
    private func hear(_ index: Int) -> Bool {
        var buffer = [UInt8](repeating: 0, count: 256)
        let count = recv(viewers[index].socket, &buffer, buffer.count, Int32(MSG_DONTWAIT))
        guard count > 0 else { return count < 0 && (errno == EAGAIN || errno == EINTR) }
        viewers[index].bytes += buffer[..<count]
        switch WireMessage.decode(viewers[index].bytes[...]) {
        case .incomplete: return viewers[index].bytes.count < 64
        case .nonsense: return false
        case .message(let message, let length):
            viewers[index].bytes.removeFirst(length)
            return take(message, from: index) && viewers[index].bytes.isEmpty
        }
    }

    /// Answers a message: the first has to be hello, the only other is to ask for the trace, once.
    private func take(_ message: WireMessage, from index: Int) -> Bool {
        switch message {
        case .hello(let major, _) where !viewers[index].isWelcome:
            guard major == WireMessage.version else {
                _ = say(.reject(lowest: WireMessage.version, highest: WireMessage.version), to: viewers[index].socket)
                return false
            }
            viewers[index].isWelcome = true
            let welcome = WireMessage.welcome(
                process: process, startTime: trace.startTime, wallClock: trace.wallClock, path: trace.path)
            return say(welcome, to: viewers[index].socket)
        case .ask where viewers[index].isWelcome && viewers[index].sender == nil:
            viewers[index].sender = TraceSender(trace)
            return true
        case .hello, .ask, .welcome, .reject, .data: return false
        }
    }

    /// Sends what is new, as far as the socket takes it. Returns whether to keep the viewer.
    private func pump(_ index: Int) -> Bool {
        for _ in 0..<ViewerServer.turnLimit {
            if viewers[index].message.isEmpty { viewers[index].message = viewers[index].sender?.next() ?? [] }
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

    private func say(_ message: WireMessage, to socket: Int32) -> Bool {
        let bytes = message.encoded
        return write(bytes[...], to: socket) == bytes.count
    }

    /// Never waits, and never ends this process because a viewer is gone.
    private func write(_ bytes: ArraySlice<UInt8>, to socket: Int32) -> Int {
        bytes.withUnsafeBytes { send(socket, $0.baseAddress, $0.count, Int32(MSG_DONTWAIT) | Int32(MSG_NOSIGNAL)) }
    }

    private func drop(_ index: Int) {
        close(viewers[index].socket)
        viewers.remove(at: index)
    }
}

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
    }

    private let listener: Int32
    private let welcome: WireMessage
    private var viewers: [Viewer] = []
    /// More viewers than this at a time are not taken.
    private static let viewerLimit = 16

    init(listener: Int32, welcome: WireMessage) {
        self.listener = listener
        self.welcome = welcome
    }

    /// Answers until the listening socket is gone.
    func run() {
        while true {
            var polled = [pollfd(fd: listener, events: Int16(POLLIN), revents: 0)]
            polled += viewers.map { pollfd(fd: $0.socket, events: Int16(POLLIN), revents: 0) }
            guard poll(&polled, nfds_t(polled.count), -1) > 0 || errno == EINTR else { return }
            for (index, viewer) in polled.dropFirst().enumerated().reversed() where viewer.revents != 0 {
                if !hear(index) { drop(index) }
            }
            if polled[0].revents & Int16(POLLIN) != 0 { take() }
        }
    }

    private func take() {
        let socket = accept(listener, nil, nil)
        guard socket >= 0 else {
            // Where the process has no descriptor left, the connection goes on waiting: not to ask for it all the time.
            if errno == EMFILE || errno == ENFILE { poll(nil, 0, 100) }
            return
        }
        _ = fcntl(socket, F_SETFD, FD_CLOEXEC)
        // Who connects and does not say who it is makes way for who comes after.
        if viewers.count == ViewerServer.viewerLimit, let silent = viewers.firstIndex(where: { !$0.isWelcome }) { drop(silent) }
        guard viewers.count < ViewerServer.viewerLimit, UnixSocket.isPeerTrusted(socket) else {
            close(socket)
            return
        }
        viewers.append(Viewer(socket: socket))
    }

    /// Reads what a viewer says. Returns whether to keep it.
    private func hear(_ index: Int) -> Bool {
        var buffer = [UInt8](repeating: 0, count: 256)
        let count = recv(viewers[index].socket, &buffer, buffer.count, Int32(MSG_DONTWAIT))
        guard count > 0, !viewers[index].isWelcome else { return count < 0 && (errno == EAGAIN || errno == EINTR) }
        viewers[index].bytes += buffer[..<count]
        switch WireMessage.decode(viewers[index].bytes) {
        case .incomplete: return viewers[index].bytes.count < 64
        case .message(.hello(let major, _), let length) where major == WireMessage.version:
            guard length == viewers[index].bytes.count else { return false }
            viewers[index].isWelcome = true
            return say(welcome, to: viewers[index].socket)
        case .message(.hello, _):
            _ = say(.reject(lowest: WireMessage.version, highest: WireMessage.version), to: viewers[index].socket)
            return false
        case .message, .nonsense: return false
        }
    }

    private func say(_ message: WireMessage, to socket: Int32) -> Bool {
        let bytes = message.encoded
        return send(socket, bytes, bytes.count, Int32(MSG_DONTWAIT) | Int32(MSG_NOSIGNAL)) == bytes.count
    }

    private func drop(_ index: Int) {
        close(viewers[index].socket)
        viewers.remove(at: index)
    }
}

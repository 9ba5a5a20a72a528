import LibC

/// A socket in the file system.
public struct UnixSocket: ~Copyable {
    public let number: Int32

    /// Takes over an open socket.
    public init(owning number: Int32) { self.number = number }

    deinit { close(number) }

    /// Returns the open socket; the caller closes it.
    public consuming func release() -> Int32 {
        let number = number
        discard self
        return number
    }

    /// The time limit for a process to accept a viewer and to send something, in seconds. A stopped process does neither.
    static let patience = 2

    /// A socket connected to the one at `path`, on which no call waits longer than `patience`.
    ///
    /// - Throws: ``TraceFileError/system(operation:path:reason:)``, ``TraceFileError/noAnswer(path:seconds:)`` if the queue of
    ///   connections at `path` is full.
    public static func connected(to path: String) throws(TraceFileError) -> UnixSocket {
        let socket = try open(path, isWaiting: true)
        var timeout = timeval(tv_sec: patience, tv_usec: 0)
        for option in [SO_RCVTIMEO, SO_SNDTIMEO] {
            setsockopt(socket.number, SOL_SOCKET, option, &timeout, socklen_t(MemoryLayout<timeval>.size))
        }
        let end = TraceClock.machineNanoseconds() + UInt64(patience) * 1_000_000_000
        var status: Int32
        repeat {
            status = try withAddress(path) { connect(socket.number, $0, $1) }
        } while status != 0 && errno == EINTR && TraceClock.machineNanoseconds() < end
        guard status == 0 else {
            throw errno == EAGAIN ? .noAnswer(path: path, seconds: patience) : FileDescriptor.failure("connect to", path)
        }
        return socket
    }

    /// Whether a process listens at `path`; `nil` if unknown. Never waits.
    static func isAnswered(_ path: String) -> Bool? {
        guard let socket = try? open(path, isWaiting: false),
            let error = try? withAddress(path, { connect(socket.number, $0, $1) == 0 ? 0 : errno })
        else { return nil }
        switch error {
        // Connected, or its queue is full: a process listens.
        case 0, EAGAIN: return true
        case ECONNREFUSED, ENOENT: return false
        default: return nil
        }
    }

    /// Whether the process at the other end is this user's, or root's.
    public static func isPeerTrusted(_ number: Int32) -> Bool {
        #if canImport(Glibc) || canImport(Musl)
            var peer: (process: Int32, user: UInt32, group: UInt32) = (0, .max, .max)
            var length = socklen_t(MemoryLayout.size(ofValue: peer))
            guard getsockopt(number, SOL_SOCKET, SO_PEERCRED, &peer, &length) == 0 else { return false }
            return peer.user == geteuid() || peer.user == 0
        #else
            var user: uid_t = .max
            var group: gid_t = .max
            return getpeereid(number, &user, &group) == 0 && (user == geteuid() || user == 0)
        #endif
    }

    /// A socket that a concurrently started child process does not inherit.
    private static func open(_ path: String, isWaiting: Bool) throws(TraceFileError) -> UnixSocket {
        #if canImport(Musl)
            let flags = SOCK_CLOEXEC | (isWaiting ? 0 : SOCK_NONBLOCK)
            let number = FileDescriptor.lifted(socket(AF_UNIX, SOCK_STREAM | flags, 0))
        #elseif canImport(Glibc)
            let flags = SOCK_CLOEXEC.rawValue | (isWaiting ? 0 : SOCK_NONBLOCK.rawValue)
            let number = FileDescriptor.lifted(socket(AF_UNIX, Int32(SOCK_STREAM.rawValue | flags), 0))
        #else
            let number = FileDescriptor.lifted(socket(AF_UNIX, SOCK_STREAM, 0))
        #endif
        guard number >= 0 else { throw FileDescriptor.failure("open a socket for", path) }
        #if !canImport(Glibc) && !canImport(Musl)
            _ = fcntl(number, F_SETFD, FD_CLOEXEC)
            if !isWaiting { _ = fcntl(number, F_SETFL, O_NONBLOCK) }
        #endif
        return UnixSocket(owning: number)
    }

    /// Calls `body` with the address of a socket in the file system.
    ///
    /// - Throws: ``TraceFileError/system(operation:path:reason:)`` if the path is too long for an address.
    package static func withAddress<Result>(
        _ path: String, _ body: (UnsafePointer<sockaddr>, socklen_t) -> Result
    ) throws(TraceFileError) -> Result {
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        let room = MemoryLayout.size(ofValue: address.sun_path)
        guard path.utf8.count < room else {
            throw .system(operation: "use", path: path, reason: "longer than the \(room - 1) bytes of a socket's name")
        }
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
        return withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { body($0, socklen_t(MemoryLayout<sockaddr_un>.size)) }
        }
    }
}

import FlowTrace

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

extension UnixSocket {
    /// A socket that waits for connections at `path`, as a traced program's does.
    public static func listening(at path: String) throws -> UnixSocket {
        let socket = UnixSocket(owning: streamSocket(AF_UNIX))
        let bound = try withAddress(path) { bind(socket.number, $0, $1) }
        guard bound == 0, listen(socket.number, 8) == 0 else { throw SystemFailure(call: "bind", number: errno) }
        return socket
    }
}

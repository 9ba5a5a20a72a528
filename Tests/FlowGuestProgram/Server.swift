import FlowTestSupport

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// A socket that the program listens on.
final class Server {
    enum Family {
        case internet
        case local
    }

    private(set) var listener: Int32
    private let belongings: Belongings
    private let family: Family
    private let path: String

    /// - Parameter path: Where it is found, if it is a local one.
    init(_ family: Family, at path: String, of belongings: Belongings) {
        self.belongings = belongings
        self.family = family
        self.path = path
        listener = belongings.make { streamSocket(family == .internet ? AF_INET : AF_UNIX) }
        _ = fcntl(listener, F_SETFL, O_NONBLOCK)
        let bound = withAddress(port: 0) { bind(listener, $0, $1) }
        guard bound == 0, listen(listener, 128) == 0 else { fail("cannot listen: \(String(cString: strerror(errno)))") }
    }

    deinit {
        belongings.close(listener)
        unlink(path)
    }

    func move(to number: Int32) {
        listener = belongings.move(listener, to: number)
    }

    /// The port it listens on.
    var port: UInt16 {
        var address = sockaddr_in()
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let status = withUnsafeMutablePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { getsockname(listener, $0, &length) }
        }
        guard status == 0 else { fail("the listener is no socket any more") }
        return UInt16(bigEndian: address.sin_port)
    }

    /// Takes the next connection, and echoes bytes until the other side is done.
    func answer() {
        let line = accepted()
        var buffer = [UInt8](repeating: 0, count: 256)
        while true {
            let count = recv(line, &buffer, buffer.count, 0)
            guard count > 0 else { break }
            _ = send(line, buffer, count, Int32(MSG_NOSIGNAL))
        }
        belongings.close(line)
    }

    /// Connects to itself: both ends of the connection.
    func connect() -> (Int32, Int32) {
        let client = belongings.make { streamSocket(family == .internet ? AF_INET : AF_UNIX) }
        let port = family == .internet ? port : 0
        #if canImport(Glibc)
            let status = withAddress(port: port) { Glibc.connect(client, $0, $1) }
        #elseif canImport(Musl)
            let status = withAddress(port: port) { Musl.connect(client, $0, $1) }
        #else
            let status = withAddress(port: port) { Darwin.connect(client, $0, $1) }
        #endif
        guard status == 0 else { fail("cannot connect to itself: \(String(cString: strerror(errno)))") }
        return (client, accepted())
    }

    private func accepted() -> Int32 {
        var item = pollfd(fd: listener, events: Int16(POLLIN), revents: 0)
        guard poll(&item, 1, -1) == 1, item.revents == Int16(POLLIN) else {
            fail("a connection was lost")
        }
        let line = belongings.make { accept(listener, nil, nil) }
        _ = fcntl(line, F_SETFL, 0)
        return line
    }

    private func withAddress(port: UInt16, _ body: (UnsafePointer<sockaddr>, socklen_t) -> Int32) -> Int32 {
        switch family {
        case .internet:
            var address = sockaddr_in()
            address.sin_family = sa_family_t(AF_INET)
            address.sin_port = port.bigEndian
            address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
            return withRebound(&address, body)
        case .local:
            var address = sockaddr_un()
            address.sun_family = sa_family_t(AF_UNIX)
            withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
            return withRebound(&address, body)
        }
    }

    private func withRebound<Address>(
        _ address: inout Address, _ body: (UnsafePointer<sockaddr>, socklen_t) -> Int32
    ) -> Int32 {
        withUnsafeMutableBytes(of: &address) { bytes in
            body(bytes.assumingMemoryBound(to: sockaddr.self).baseAddress!, socklen_t(bytes.count))
        }
    }
}

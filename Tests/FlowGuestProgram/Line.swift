import FlowTestSupport

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// Two ends of a connection, both the program's.
final class Line {
    private var ends: (Int32, Int32)
    private let belongings: Belongings

    init(_ ends: (Int32, Int32), of belongings: Belongings) {
        self.ends = ends
        self.belongings = belongings
    }

    deinit {
        belongings.close(ends.0)
        belongings.close(ends.1)
    }

    func move(to number: Int32) {
        ends.0 = belongings.move(ends.0, to: number)
    }

    /// The other end hears exactly the bytes that one end sends.
    func talk(_ byte: UInt8) {
        say(byte, from: ends.0, to: ends.1)
        say(byte ^ 0xFF, from: ends.1, to: ends.0)
    }

    private func say(_ byte: UInt8, from sender: Int32, to receiver: Int32) {
        let bytes = [UInt8](repeating: byte, count: 100)
        var heard = [UInt8](repeating: 0, count: 65_536)
        let before = recv(receiver, &heard, heard.count, Int32(MSG_DONTWAIT))
        guard before < 0, errno == EAGAIN else { fail("\(before) foreign bytes in a connection") }
        guard send(sender, bytes, bytes.count, Int32(MSG_NOSIGNAL)) == bytes.count else { fail("a connection cannot be written") }
        var item = pollfd(fd: receiver, events: Int16(POLLIN), revents: 0)
        guard poll(&item, 1, -1) == 1 else { fail("what was written to a connection did not arrive") }
        let count = recv(receiver, &heard, heard.count, Int32(MSG_DONTWAIT))
        guard count == bytes.count, Array(heard[..<bytes.count]) == bytes else { fail("a connection has \(count) other bytes") }
    }
}

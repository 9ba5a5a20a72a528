import NIOCore
import NIOPosix

/// Three clients over loopback, which stop at a deadline.
struct Clients: Sendable {
    let port: Int
    let deadline: ContinuousClock.Instant

    func run() async throws {
        try await withThrowingTaskGroup(of: Void.self) { group in
            let (fast, slow, upload) = (try await connect(), try await connect(), try await connect())
            group.addTask { try await read(fast, every: nil) }
            group.addTask { try await read(slow, every: .milliseconds(100)) }
            group.addTask { try await self.upload(upload) }
            group.addTask { try await Task.sleep(until: deadline) }
            // Only the clock comes to an end.
            try await group.next()
            group.cancelAll()
        }
    }

    private typealias Connection = NIOAsyncChannel<ByteBuffer, ByteBuffer>

    /// Small socket buffers, so that a client that reads slowly is felt at once.
    private func connect() async throws -> Connection {
        // One after the other, so that the server numbers them in this order.
        try await Task.sleep(for: .milliseconds(100))
        return try await ClientBootstrap(group: .singletonMultiThreadedEventLoopGroup)
            .channelOption(.socketOption(.so_rcvbuf), value: 65_536)
            .connect(host: "127.0.0.1", port: port) { channel in
                channel.eventLoop.makeCompletedFuture { try NIOAsyncChannel(wrappingChannelSynchronously: channel) }
            }
    }

    /// Asks for rows, and reads them with a pause after each read.
    private func read(_ connection: Connection, every pause: Duration?) async throws {
        try await connection.executeThenClose { inbound, outbound in
            try await outbound.write(ByteBuffer(string: "GET /rows HTTP/1.1\r\nhost: localhost\r\n\r\n"))
            for try await _ in inbound {
                if let pause { try await Task.sleep(for: pause) }
            }
        }
    }

    /// Sends parts of 16 KiB as fast as they are taken.
    private func upload(_ connection: Connection) async throws {
        try await connection.executeThenClose { inbound, outbound in
            try await outbound.write(
                ByteBuffer(string: "POST /upload HTTP/1.1\r\nhost: localhost\r\ntransfer-encoding: chunked\r\n\r\n"))
            let part = ByteBuffer(string: "4000\r\n" + String(repeating: ".", count: 0x4000) + "\r\n")
            while !Task.isCancelled { try await outbound.write(part) }
        }
    }
}

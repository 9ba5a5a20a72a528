import Hummingbird
import Logging
import NIOCore

/// A server that streams rows to whoever asks for them and takes uploads, with clients of its own over loopback: one reads as fast as it
/// can, one reads slowly, and one uploads more than the server's handler can take. It ends by itself.
///
/// Which connection is held back, and by which stage? `FLOWVIZ=file:/tmp/server.fvz` and `flowviz diagnose` tell, and `flowviz attach`
/// while it runs.
@main
struct StreamServer {
    static func main() async throws {
        let seconds = CommandLine.arguments.dropFirst().first.flatMap(Int.init) ?? 10
        let (ports, port) = AsyncStream.makeStream(of: Int.self)
        let server = Application(
            router: Routes.router(), server: .http1(configuration: .init(additionalChannelHandlers: Connections.next())),
            configuration: .init(address: .hostname("127.0.0.1", port: 0)),
            onServerRunning: { port.yield($0.localAddress?.port ?? 0) }, logger: quiet)
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { try await server.run() }
            var iterator = ports.makeAsyncIterator()
            guard let port = await iterator.next() else { return }
            print("serving on 127.0.0.1:\(port) for \(seconds) s")
            try await Clients(port: port, deadline: .now + .seconds(seconds)).run()
            group.cancelAll()
        }
    }

    private static var quiet: Logger {
        var logger = Logger(label: "server")
        logger.logLevel = .critical
        return logger
    }
}

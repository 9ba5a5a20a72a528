import FlowNIO
import Hummingbird
import Logging
import NIOCore
import NIOHTTPTypes
import Synchronization

typealias HTTPReporter = ChannelReporter<HTTPRequestPart, HTTPResponsePart>

/// The handlers of new connections, which are numbered as they come.
enum Connections {
    private static let count = Atomic<Int>(0)

    static func next() -> [any RemovableChannelHandler] {
        let number = count.wrappingAdd(1, ordering: .relaxed).newValue
        return [HTTPReporter("#\(number)", holdsInbound: true, inbound: part, outbound: part)]
    }

    /// Bodies are counted by their bytes. With another request, nobody takes what is left of the one before.
    private static func part(_ part: HTTPRequestPart) -> ChannelPart {
        switch part {
        case .head: .beginning
        case .body(let buffer): .bytes(buffer.readableBytes)
        case .end: .aside
        }
    }

    private static func part(_ part: HTTPResponsePart) -> ChannelPart {
        if case .body(let buffer) = part { .bytes(buffer.readableBytes) } else { .aside }
    }
}

/// A request with the report of its connection.
struct ConnectionContext: RequestContext {
    var coreContext: CoreRequestContextStorage
    private let channel: any Channel

    init(source: ApplicationRequestContextSource) {
        coreContext = .init(source: source)
        channel = source.channel
        // With the kernel's own size, megabytes go to a client that does not read before anybody feels it.
        channel.setOption(.socketOption(.so_sndbuf), value: 65_536).whenFailure { _ in }
    }

    func report() async throws -> ChannelReport {
        try await channel.eventLoop.submit { [channel] in
            try channel.pipeline.syncOperations.handler(type: HTTPReporter.self).report
        }.get()
    }
}

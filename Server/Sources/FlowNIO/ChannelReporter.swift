import FlowAsync
import FlowTrace
import NIOCore

/// What a ``ChannelReporter`` counts of what passes it.
public enum ChannelPart: Sendable {
    /// A value of so many bytes.
    case bytes(Int)
    /// Nothing that is counted, such as the head of a response.
    case aside
    /// The beginning of something new: nobody will take what was read before. It is not counted itself.
    case beginning

    /// A buffer is counted by its bytes, anything else as a value without any.
    public static func ofAny<Value>(_ value: Value) -> ChannelPart {
        .bytes((value as? ByteBuffer)?.readableBytes ?? 0)
    }
}

/// What is recorded of a channel; both are `nil` where nothing is traced.
public struct ChannelReport: Sendable {
    /// What the trace calls the connection.
    public let name: String
    /// What was read and waits to be taken: for `probe(_:takingFrom:)` on the channel's inbound stream.
    public let inbound: StreamReporter?
    /// What was written and waits to be sent: for ``StreamReporter/feeding(isolation:_:)`` around what writes.
    public let outbound: StreamReporter?
}

/// Records, where the program is traced, what a channel is asked to read, what it reads, what is written to it, and how much of that waits
/// because the peer does not take it.
///
/// It belongs behind the handlers that decode and encode, so that it sees what the program sees. A read is demand for one value or more.
/// The channel asks for writes as long as it is writable. Nothing is changed, but that each counted write gets a promise where it has none.
///
/// - Important: Create it for one channel, on any thread; NIO calls it on the channel's event loop.
public final class ChannelReporter<Inbound, Outbound>: ChannelDuplexHandler, RemovableChannelHandler {
    public typealias InboundIn = Inbound
    public typealias InboundOut = Inbound
    public typealias OutboundIn = Outbound
    public typealias OutboundOut = Outbound

    /// What the program's probes take from and feed.
    public let report: ChannelReport

    private let holdsInbound: Bool
    private let partOfInbound: (Inbound) -> ChannelPart
    private let partOfOutbound: (Outbound) -> ChannelPart
    private var peer: StreamReporter.Consumer?
    private var writes = _SwiftNIO.WriteQueue()
    /// Whether the trace shows a request that is not answered, for a read and for a write.
    private var (isReadAsked, isWriteAsked) = (false, false)
    private var isWritable = true
    private var (isInboundOver, isOver) = (false, false)

    /// Creates a handler for one channel.
    ///
    /// - Parameters:
    ///   - name: What the trace calls the connection.
    ///   - holdsInbound: Whether what is read waits until a `probe(_:takingFrom:)` takes it, as behind a `NIOAsyncChannel`. If not, the
    ///     handlers behind get it at once.
    ///   - partOfInbound: What is counted of a value that is read.
    ///   - partOfOutbound: What is counted of a value that is written.
    ///   - target: What the channel is recorded in.
    public init(
        _ name: String, holdsInbound: Bool = false,
        inbound partOfInbound: @escaping (Inbound) -> ChannelPart = ChannelPart.ofAny,
        outbound partOfOutbound: @escaping (Outbound) -> ChannelPart = ChannelPart.ofAny,
        in target: TraceTarget? = CurrentTarget.value, fileID: String = #fileID, line: Int = #line
    ) {
        self.holdsInbound = holdsInbound
        self.partOfInbound = partOfInbound
        self.partOfOutbound = partOfOutbound
        let inbound = StreamReporter(
            "\(name) read", from: ChannelRead.self, to: holdsInbound ? ChannelInbound.self : Pipeline.self, of: Inbound.self,
            in: target, fileID: fileID, line: line)
        let outbound = StreamReporter(
            "\(name) write", from: ChannelWrite.self, to: ChannelOutbound.self, of: Outbound.self, in: target, fileID: fileID,
            line: line)
        report = ChannelReport(name: name, inbound: inbound, outbound: outbound)
    }

    public func handlerAdded(context: ChannelHandlerContext) {
        isWritable = context.channel.isWritable
        askForWrite()
    }

    // MARK: Inbound

    public func read(context: ChannelHandlerContext) {
        if !isReadAsked {
            isReadAsked = true
            report.inbound?.request()
        }
        context.read()
    }

    public func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        if let inbound = report.inbound, !isInboundOver {
            switch partOfInbound(unwrapInboundIn(data)) {
            case .bytes(let count):
                isReadAsked = false
                inbound.yield(count)
            case .beginning: inbound.dropHeld()
            case .aside: break
            }
        }
        context.fireChannelRead(data)
    }

    public func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        if case ChannelEvent.inputClosed = event { finishInbound() }
        context.fireUserInboundEventTriggered(event)
    }

    public func errorCaught(context: ChannelHandlerContext, error: any Error) {
        // A NIOAsyncChannel ends with it; other handlers may go on.
        if holdsInbound, !isInboundOver {
            isInboundOver = true
            report.inbound?.fail(error)
        }
        context.fireErrorCaught(error)
    }

    public func channelInactive(context: ChannelHandlerContext) {
        end()
        context.fireChannelInactive()
    }

    public func handlerRemoved(context: ChannelHandlerContext) { end() }

    private func end() {
        guard !isOver else { return }
        isOver = true
        finishInbound()
        report.outbound?.dropHeld()
        report.outbound?.finish()
        peer?.finish()
        for settle in writes.clear() { settle() }
    }

    private func finishInbound() {
        guard !isInboundOver else { return }
        isInboundOver = true
        report.inbound?.finish()
    }

    // MARK: Outbound

    public func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        guard let outbound = report.outbound, !isOver, case .bytes(let count) = partOfOutbound(unwrapOutboundIn(data)) else {
            return context.write(data, promise: promise)
        }
        if peer == nil {
            peer = outbound.makeConsumer("\(report.name) sent", Peer.self)
            peer?.request()
        }
        isWriteAsked = false
        outbound.yield(count)
        let isOwn = promise == nil
        let promise = promise ?? context.eventLoop.makePromise()
        // A handler may drop a write that had no promise, and so this promise.
        let number = writes.append(bytes: count) { if isOwn { promise.succeed() } }
        // A write that fails ends with the channel.
        promise.futureResult.assumeIsolated().whenSuccess { self.show(self.writes.complete(number)) }
        context.write(data, promise: promise)
        askForWrite()
    }

    public func flush(context: ChannelHandlerContext) {
        show(writes.flush())
        context.flush()
    }

    public func channelWritabilityChanged(context: ChannelHandlerContext) {
        isWritable = context.channel.isWritable
        report.outbound?.report(state: "\(isWritable ? "writable" : "unwritable"), bytes \(writes.bytes)")
        askForWrite()
        context.fireChannelWritabilityChanged()
    }

    private func askForWrite() {
        guard isWritable, !isWriteAsked, !isOver else { return }
        isWriteAsked = true
        report.outbound?.request()
    }

    private func show(_ steps: [_SwiftNIO.WriteQueue.Step]) {
        guard !isOver else { return }
        for step in steps {
            switch step {
            case .begin(let bytes): peer?.take(bytes ?? 0)
            case .end: peer?.request()
            }
        }
    }
}

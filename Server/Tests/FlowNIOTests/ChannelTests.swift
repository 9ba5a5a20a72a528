import FlowAlgorithms
import FlowAsync
import FlowNIO
import FlowTrace
import NIOCore
import NIOEmbedded
import Testing

@Suite("ChannelReporter")
struct ChannelTests {
    /// A handler at the socket's side: counts what reaches it, and keeps the promises of writes.
    private final class Socket: ChannelOutboundHandler {
        typealias OutboundIn = ByteBuffer

        private(set) var history: [String] = []
        private(set) var reads = 0
        private(set) var writesWithPromise = 0
        private var waiting: [EventLoopPromise<Void>] = []

        func read(context: ChannelHandlerContext) {
            reads += 1
            history.append("read")
        }

        func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
            history.append("write \(unwrapOutboundIn(data).readableBytes)")
            if promise != nil { writesWithPromise += 1 }
            waiting.append(promise ?? context.eventLoop.makePromise())
        }

        func flush(context: ChannelHandlerContext) { history.append("flush") }

        /// Sends the oldest write.
        func send() {
            if !waiting.isEmpty { waiting.removeFirst().succeed() }
        }

        /// Drops all writes, as the end of a connection does.
        func fail() {
            for promise in waiting { promise.fail(ChannelError.ioOnClosedChannel) }
            waiting = []
        }
    }

    /// A handler at the program's side: counts what reaches it.
    private final class Application: ChannelInboundHandler {
        typealias InboundIn = ByteBuffer

        private(set) var history: [String] = []

        func channelRead(context: ChannelHandlerContext, data: NIOAny) {
            history.append("got \(unwrapInboundIn(data).readableBytes)")
        }

        func channelReadComplete(context: ChannelHandlerContext) { history.append("complete") }

        func channelWritabilityChanged(context: ChannelHandlerContext) {
            history.append("writable \(context.channel.isWritable)")
        }
    }

    /// What a pseudorandom use of a channel shows on both sides, and what must have been counted.
    private struct Run {
        private(set) var history: [String] = []
        private(set) var (reads, values, asks, writes, held) = (1, 0, 1, 0, [Int]())
        private(set) var writability = 0
        private(set) var writesWithPromise = 0

        init(_ seed: Int, isReported: Bool) throws {
            let (socket, application) = (Socket(), Application())
            let channel = EmbeddedChannel()
            try channel.pipeline.syncOperations.addHandler(socket)
            let reporter = isReported ? ChannelReporter<ByteBuffer, ByteBuffer>("c") : nil
            if let reporter { try channel.pipeline.syncOperations.addHandler(reporter) }
            try channel.pipeline.syncOperations.addHandler(application)
            var chance = Chance(seed)
            var (isReadAsked, isWriteAsked, flushed, sent) = (true, true, 0, 0)
            channel.read()
            for _ in 0..<60 {
                switch chance.next(7) {
                case 0:
                    channel.read()
                    if !isReadAsked { reads += 1 }
                    isReadAsked = true
                case 1:
                    // One read brings up to three values.
                    for _ in 0...chance.next(3) {
                        channel.pipeline.fireChannelRead(ByteBuffer(repeating: 0, count: chance.next(100)))
                        values += 1
                    }
                    isReadAsked = false
                    channel.pipeline.fireChannelReadComplete()
                case 2, 3:
                    channel.write(ByteBuffer(repeating: 0, count: chance.next(100)), promise: nil)
                    writes += 1
                    isWriteAsked = channel.isWritable
                    if isWriteAsked { asks += 1 }
                case 4:
                    channel.flush()
                    flushed = writes
                case 5:
                    // A write that is not flushed is not sent.
                    guard sent < flushed else { continue }
                    socket.send()
                    sent += 1
                default:
                    channel.isWritable.toggle()
                    channel.pipeline.fireChannelWritabilityChanged()
                    writability += 1
                    if channel.isWritable, !isWriteAsked { (asks, isWriteAsked) = (asks + 1, true) }
                }
                let isSending = sent < flushed
                held.append((reporter?.report.outbound?.held ?? -1) - (writes - sent - (isSending ? 1 : 0)))
            }
            socket.fail()
            _ = try channel.finish(acceptAlreadyClosed: true)
            history = socket.history + application.history
            writesWithPromise = socket.writesWithPromise
        }
    }

    @Test(arguments: 0..<200)
    func `reads, values, writes and what is held are counted as they pass, and pass as without`(seed: Int) throws {
        let bare = try Run(seed, isReported: false)
        let untraced = try Run(seed, isReported: true)
        var run: Run?
        let traced = try Traced.recording { run = try Run(seed, isReported: true) }
        let seen = try #require(run)

        #expect(untraced.history == bare.history && untraced.writesWithPromise == 0)
        #expect(seen.history == bare.history)
        #expect(traced.count(.request, on: "c read") == seen.reads)
        #expect(traced.count(.value, on: "c read") == seen.values)
        #expect(traced.count(.request, on: "c write") == seen.asks)
        #expect(traced.count(.value, on: "c write") == seen.writes)
        #expect(traced.count(.state, on: "c write") == seen.writability)
        #expect(seen.held.allSatisfy { $0 == 0 })
        #expect(traced.count(.dropped, on: "c sent held") + traced.count(.value, on: "c sent") == seen.writes)
        #expect(traced.faults == [])
    }

    @Test func `a write waits until the one before is sent, and the high mark is a state with the bytes that wait`() throws {
        let socket = Socket()
        let traced = try Traced.recording {
            let channel = EmbeddedChannel()
            try channel.pipeline.syncOperations.addHandler(socket)
            try channel.pipeline.syncOperations.addHandler(ChannelReporter<ByteBuffer, ByteBuffer>("c"))
            for count in [10, 20] { channel.writeAndFlush(ByteBuffer(repeating: 0, count: count), promise: nil) }
            channel.isWritable = false
            channel.pipeline.fireChannelWritabilityChanged()
            channel.write(ByteBuffer(repeating: 0, count: 30), promise: nil)
            socket.send()
            channel.isWritable = true
            channel.pipeline.fireChannelWritabilityChanged()
            _ = try channel.finish(acceptAlreadyClosed: true)
        }

        #expect(
            traced.graph == [
                "c write: write -> outbound", "c sent held: outbound -> outbound",
                "c sent: outbound -> peer",
            ])
        #expect(
            traced.lines.filter { !$0.hasPrefix("c read") } == [
                "c write subscribed", "c write request 1", "c sent subscribed", "c sent request 1", "c write value 10",
                "c sent held buffered 10", "c write request 1", "c sent held unbuffered 10", "c sent value 10",
                "c write value 20", "c sent held buffered 20", "c write request 1", "c write state unwritable, bytes 30",
                "c write value 30", "c sent held buffered 30", "c sent request 1", "c sent held unbuffered 20",
                "c sent value 20", "c write state writable, bytes 50", "c write request 1",
                "c sent held dropped 30 cancelled", "c write finished", "c sent finished",
            ])
    }

    @Test func `what a NIOAsyncChannel has read waits for its probe, and what it writes is one pipeline with its source`()
        async throws
    {
        let traced = try await Traced.recording {
            let channel = NIOAsyncTestingChannel()
            let target = CurrentTarget.value
            let (async, report) = try await channel.testingEventLoop.submit {
                let reporter = ChannelReporter<ByteBuffer, ByteBuffer>("c", holdsInbound: true, in: target)
                try channel.pipeline.syncOperations.addHandler(reporter)
                let async = try NIOAsyncChannel<ByteBuffer, ByteBuffer>(wrappingChannelSynchronously: channel)
                return (async, reporter.report)
            }.get()
            try await channel.connect(to: SocketAddress(ipAddress: "127.0.0.1", port: 1))
            try await async.executeThenClose { inbound, outbound in
                for count in 1...3 { try await channel.writeInbound(ByteBuffer(repeating: 0, count: count)) }
                #expect(report.inbound?.held == 3)
                var iterator = inbound.probe("c in", takingFrom: report).makeAsyncIterator()
                for count in 1...2 { #expect(try await iterator.next()?.readableBytes == count) }
                #expect(report.inbound?.held == 1)
                let rows = [ByteBuffer(string: "a"), ByteBuffer(string: "bc")].async.probe("rows")
                try await outbound.write(contentsOf: rows, to: report)
                for text in ["a", "bc"] {
                    #expect(try await channel.waitForOutboundWrite(as: ByteBuffer.self) == ByteBuffer(string: text))
                }
            }
        }

        #expect(traced.graph.contains("c in: inbound -> for await"))
        #expect(traced.graph.contains("rows: asyncSyncSequence -> write"))
        #expect(traced.graph.contains("c write: write -> outbound"))
        #expect(traced.lines(of: "c in").filter { $0.hasPrefix("value") } == ["value 1", "value 2"])
        #expect(traced.lines(of: "c sent").filter { $0.hasPrefix("value") } == ["value 1", "value 2"])
        #expect(traced.count(.dropped, on: "c in held") == 1)
        #expect(traced.faults == [])
    }

    @Test func `the beginning of another request lets go of what nobody took`() throws {
        let traced = try Traced.recording {
            let channel = EmbeddedChannel()
            let reporter = ChannelReporter<Int, Int>("c", holdsInbound: true, inbound: { $0 == 0 ? .beginning : .bytes($0) })
            try channel.pipeline.syncOperations.addHandler(reporter)
            for value in [0, 5, 6, 0, 7] { channel.pipeline.fireChannelRead(value) }
            #expect(reporter.report.inbound?.held == 1)
            _ = try channel.finish()
        }

        #expect(
            traced.lines(of: "inbound held") == [
                "buffered 5", "buffered 6", "dropped 5 cancelled", "dropped 6 cancelled", "buffered 7", "dropped 7 ended",
            ])
        #expect(traced.faults == [])
    }

    @Test(arguments: [
        (true, ["value 1", "failure Broken"]), (false, ["value 1", "value 2", "finished"]),
    ])
    func `an error ends what a NIOAsyncChannel takes, and nothing else`(holdsInbound: Bool, expected: [String]) throws {
        let traced = try Traced.recording {
            let channel = EmbeddedChannel()
            try channel.pipeline.syncOperations.addHandler(
                ChannelReporter<Int, Int>("c", holdsInbound: holdsInbound, inbound: { .bytes($0) }))
            channel.pipeline.fireChannelRead(1)
            channel.pipeline.fireErrorCaught(Broken())
            channel.pipeline.fireChannelRead(2)
            _ = try? channel.finish()
        }

        let lines = traced.lines(of: "c read").filter { !$0.hasPrefix("re") && !$0.hasPrefix("sub") }
        #expect(lines == expected)
        #expect(traced.faults == [])
    }

    struct Broken: Error {}
}

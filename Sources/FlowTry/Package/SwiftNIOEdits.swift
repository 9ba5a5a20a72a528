/// The changes by which SwiftNIO reports its streams and channels: the buffers of `NIOAsyncSequenceProducer`, and the writes of
/// `NIOAsyncChannel`.
///
/// The calls go to `FlowAsync._SwiftNIO`, which does nothing in a program that is not traced. Where a version of SwiftNIO has
/// another text, nothing of it is changed.
enum SwiftNIOEdits {
    /// The module with the changed files.
    static let module = "NIOCore"

    static let all = [producer, handler, writer, channel]

    private static let producer = SourceEdit(
        file: "NIOThrowingAsyncSequenceProducer.swift",
        changes: [
            .after(
                "internal let _state: NIOLockedValueBox<State>", 1,
                "; @usableFromInline internal let _flowviz: FlowAsync._SwiftNIO.Producer?"),
            .after(
                "self._state = NIOLockedValueBox(state)", 1,
                "; self._flowviz = FlowAsync._SwiftNIO.Producer(of: Element.self, "
                    + "highMark: _flowvizHighMark(of: backPressureStrategy))"),
            // The producer's side, within the lock.
            .replacing(
                "$0.stateMachine.yield(sequence)", 1,
                """
                if let report = self._flowviz { for value in sequence { _flowvizReport(value, report) } }; \
                let action = $0.stateMachine.yield(sequence); \
                if let report = self._flowviz { switch action { \
                case .returnProduceMore: report.answer(goesOn: true); \
                case .returnStopProducing: report.answer(goesOn: false); \
                case .returnDropped: report.drop(); \
                case .resumeContinuationAndReturnProduceMore: report.reserve(); report.answer(goesOn: true); \
                case .resumeContinuationAndReturnStopProducing: report.reserve(); report.answer(goesOn: false) } }; \
                return action
                """),
            .before(
                "let action = $0.stateMachine.finish(failure)", 1, "self._flowviz?.finish(failure.map { _flowvizError($0) }); "),
            // Of a finished source, a cancelled consumer still gets the values.
            .after(
                "let action = $0.stateMachine.cancelled()", 1,
                "; if case .callDidTerminate = action { self._flowviz?.drop() }"),
            .after(
                "let action = $0.stateMachine.sequenceDeinitialized()", 1,
                "; if case .callDidTerminate = action { self._flowviz?.drop() }"),
            .after("let action = $0.stateMachine.iteratorDeinitialized()", 1, "; self._flowviz?.drop()"),
            .before("delegate?.produceMore()", nil, "self._flowviz?.resume(); "),
            // The consumer's side.
            .after("$0.stateMachine.iteratorInitialized()\n            }", 1, "; self._flowviz?.begin()"),
            .before("self._storage.iteratorDeinitialized()", 1, "self._storage._flowviz?.leave(); "),
            .after("state.stateMachine.next(continuation: nil)", 1, reserve),
            .after("state.stateMachine.next(continuation: continuation)", 1, reserve),
            .replacing(
                "try await self._storage.next()", 1,
                """
                guard let report = self._storage._flowviz else { return try await self._storage.next() }; \
                await report.request(); \
                do { let value = try await self._storage.next(); \
                if let value { report.receive(value) } else { report.end() }; return value } \
                catch { report.fail(_flowvizError(error)); throw error }
                """),
        ],
        end: """
            @usableFromInline func _flowvizHighMark<Strategy>(of strategy: Strategy) -> Int? {
                (strategy as? NIOAsyncSequenceProducerBackPressureStrategies.HighLowWatermark).flatMap {
                    Mirror(reflecting: $0).children.first { $0.label == "highWatermark" }?.value as? Int
                }
            }

            /// Of SwiftNIO's own errors the text is known, and made without code of the program.
            @usableFromInline func _flowvizError(_ error: any Error) -> any Error {
                switch error {
                case let error as IOError: FlowAsync._SwiftNIO.Failure("\\(error)")
                case let error as ChannelError: FlowAsync._SwiftNIO.Failure("\\(error)")
                default: error
                }
            }

            @inlinable func _flowvizReport<Value>(_ value: Value, _ report: FlowAsync._SwiftNIO.Producer) {
                if let buffer = value as? ByteBuffer { report.yield(buffer.readableBytes) } else { report.yield(value) }
            }

            """)

    /// Notes the value that leaves the buffer.
    private static let reserve =
        "; if let report = self._flowviz { switch action { "
        + "case .returnElement, .returnElementAndCallProduceMore: report.reserve(); default: break } }"

    private static let handler = SourceEdit(
        file: "AsyncChannelHandler.swift",
        changes: [
            .after(
                "    let isOutboundHalfClosureEnabled: Bool\n", 1,
                "    @usableFromInline var _flowviz = FlowAsync._SwiftNIO.Writes(of: OutboundOut.self)"
            ),
            .after("self.context = context", 1, "; self._flowviz?.setWritable(context.channel.isWritable)"),
            .before("self.context = nil", 1, "self._flowviz?.end(); "),
            .before("self._finishSource(with: error, context: context)", 1, "self._flowviz?.fail(_flowvizError(error)); "),
            .before("context.fireChannelActive()", 1, "self._flowvizName(context.channel); "),
            .before("context.fireChannelInactive()", 1, "self._flowviz?.end(); "),
            .before("context.fireChannelWritabilityChanged()", 1, "self._flowviz?.setWritable(context.channel.isWritable); "),
            .replacing(
                "(NIOAsyncChannelHandler.wrapOutboundOut(write), promise: nil)", 2,
                "(NIOAsyncChannelHandler.wrapOutboundOut(write), promise: _flowvizPromise(for: write, self._flowviz, self.eventLoop))"
            ),
            .before("context.flush()", 2, "self._flowviz?.flush(); "),
        ],
        end: """
            @available(macOS 10.15, iOS 13, tvOS 13, watchOS 6, *)
            extension NIOAsyncChannelHandler {
                @usableFromInline func _flowvizName(_ channel: any Channel) {
                    let isSocket = channel._flowvizIsSocket
                    let name: @Sendable () -> String? = { [weak channel] in
                        channel.flatMap { isSocket || $0.eventLoop.inEventLoop ? $0._flowvizName : nil }
                    }
                    self.source?._storage._flowviz?.name(name)
                    self._flowviz?.name(name)
                }
            }

            extension Channel {
                /// Whether any thread may ask for its addresses: those of other channels may belong to their loop.
                var _flowvizIsSocket: Bool { String(reflecting: type(of: self)).hasPrefix("NIOPosix.") }

                /// The address of the peer, and that of this side if it made the connection.
                var _flowvizName: String? {
                    guard let peer = self.remoteAddress?._flowvizText else { return nil }
                    guard self.parent == nil, let own = self.localAddress?._flowvizText else { return peer }
                    return "\\(own) to \\(peer)"
                }
            }

            extension SocketAddress {
                var _flowvizText: String? {
                    guard let address = self.ipAddress, let port = self.port else { return self.pathname }
                    return address.contains(":") ? "[\\(address)]:\\(port)" : "\\(address):\\(port)"
                }
            }

            @usableFromInline func _flowvizPromise<Value>(
                for value: Value, _ report: FlowAsync._SwiftNIO.Writes?, _ eventLoop: any EventLoop
            ) -> EventLoopPromise<Void>? {
                guard let report, !report.writeEnd(value) else { return nil }
                let promise = eventLoop.makePromise(of: Void.self)
                let settle: @Sendable () -> Void = { promise.succeed(()) }
                let number: Int
                if let bytes = (value as? ByteBuffer)?.readableBytes {
                    number = report.write(bytes, bytes: bytes, settle: settle)
                } else {
                    number = report.write(value, bytes: nil, settle: settle)
                }
                promise.futureResult.whenSuccess { report.sent(number) }
                return promise
            }

            """)

    private static let writer = SourceEdit(
        file: "AsyncChannelOutboundWriter.swift",
        changes: [
            .after("internal let _backing: Backing", 1, "; @usableFromInline internal var _flowviz: FlowAsync._SwiftNIO.Writes?"),
            .before("handler.sink = writer.sink", 1, "self._flowviz = handler._flowviz; "),
            .before(
                "try await writer.yield(", 2,
                "let _flowvizWait = await self._flowviz?.begin(); defer { _flowvizWait?.end() }; "),
        ])

    private static let channel = SourceEdit(
        file: "AsyncChannel.swift",
        changes: [.before("return (inboundStream, writer)", 2, "handler._flowvizName(self); ")])
}

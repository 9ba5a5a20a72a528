import CFlowStack
import FlowTrace

extension _SwiftNIO {
    /// Reports the buffer of a `NIOAsyncSequenceProducer`, and its consumer.
    ///
    /// The trace shows it from its first value or consumer on. The producer serialises the calls with the lock of its state, except
    /// for ``request()``, ``receive(_:)``, ``end()`` and ``fail(_:)``, which its only consumer calls.
    public final class Producer: Sendable {
        private struct State {
            var connection: ConnectionName?
            var stream: StreamReporter?
            var consumer: ConsumerEdge?
            /// The number of the value on its way to the consumer, 0 for none.
            var reserved: UInt32 = 0
            /// Whether the producer has been told to stop, and not to go on again.
            var isStopped = false
        }

        private let target: TraceTarget
        private let value: Any.Type
        private let highMark: Int?
        private let made = StageLabel(placing: nil, line: 0)
        private let state = LockedBox(State())

        /// - Parameters:
        ///   - value: The type of its values.
        ///   - highMark: The number of held values at which it stops its producer; `nil` if that does not depend on the number.
        /// - Returns: `nil` if nothing is traced.
        public init?(of value: Any.Type, highMark: @autoclosure () -> Int?) {
            guard let target = CurrentTarget.value else { return nil }
            (self.target, self.value, self.highMark) = (target, value, highMark())
        }

        /// Names the connection whose reads it gets. Has an effect before the first value and the first consumer only.
        ///
        /// - Parameter name: Returns the name, `nil` while there is none.
        public func name(_ name: @escaping @Sendable () -> String?) {
            if let connection = state.withLock(\.connection) { return connection.look() }
            let connection = ConnectionName(name)
            state.withLock { $0.connection = connection }
        }

        private func stream(_ state: inout State) -> StreamReporter {
            if let stream = state.stream { return stream }
            var label = made
            label.name = state.connection?.known
            let source: Any.Type = state.connection == nil ? ProducerSource.self : ChannelRead.self
            let stream = StreamReporter(
                from: source, to: SequenceProducer.self, of: value, highMark: highMark, in: target, at: label)
            // A producer may begin at once.
            stream.request()
            state.stream = stream
            return stream
        }

        // MARK: The producer

        /// Reports that the buffer gets a value.
        @inline(never)
        public func yield<Value>(_ value: Value) {
            let site = flowviz_stack_caller()
            state.withLock { stream(&$0).yield(value, from: site) }
        }

        /// Reports the answer to a yield.
        ///
        /// - Parameter goesOn: Whether the producer may go on.
        public func answer(goesOn: Bool) {
            state.withLock {
                guard let stream = $0.stream else { return }
                $0.isStopped = !goesOn
                if goesOn { stream.request() } else { stream.report(state: "stopProducing, held \(stream.held)") }
            }
        }

        /// Reports that the producer may go on. SwiftNIO also says so at first, when it was not told to stop.
        public func resume() {
            state.withLock {
                guard let stream = $0.stream else { return }
                stream.report(state: "produceMore, held \(stream.held)")
                if $0.isStopped { stream.request() }
                $0.isStopped = false
            }
        }

        /// Reports that the buffer drops its values, because it has no consumer any more.
        public func drop() { state.withLock { $0.stream?.dropHeld() } }

        /// Reports that the producer has ended the stream.
        public func finish(_ failure: (any Error)?) {
            state.withLock {
                guard let stream = $0.stream else { return }
                if let failure { stream.fail(failure) } else { stream.finish() }
            }
        }

        // MARK: The consumer

        /// Reports that an iterator was made.
        public func begin() {
            state.withLock(\.connection)?.look()
            state.withLock {
                let stream = stream(&$0)
                $0.consumer = stream.makeConsumer($0.connection?.known.map { "\($0) inbound" })
            }
        }

        /// Reports that the oldest value leaves the buffer for the consumer.
        public func reserve() { state.withLock { $0.reserved = $0.stream?.take() ?? 0 } }

        /// Reports that the consumer asks for a value.
        public func request() async {
            guard let consumer = state.withLock(\.consumer) else { return }
            // Before the request, so that the channel's buffer fills and it stops reading.
            if consumer.isGated { await consumer.waitAtGate(isolation: nil) }
            if consumer.request() { await consumer.tellPlace(isolation: nil) }
        }

        /// Reports that the consumer has got a value.
        public func receive<Value>(_ value: Value) {
            let (consumer, mark) = state.withLock { ($0.consumer, $0.reserved) }
            consumer?.receive(value, mark: mark)
        }

        /// Reports that the consumer has got the end of the stream.
        public func end() { state.withLock(\.consumer)?.finish() }

        /// Reports that the consumer has got an error.
        public func fail(_ error: any Error) { state.withLock(\.consumer)?.fail(error) }

        /// Reports that the iterator was released.
        public func leave() {
            // The release of the consumer is the record.
            let consumer = state.withLock { state in
                defer { state.consumer = nil }
                return state.consumer
            }
            withExtendedLifetime(consumer) {}
        }
    }
}

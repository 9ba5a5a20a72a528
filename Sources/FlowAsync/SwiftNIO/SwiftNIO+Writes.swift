import FlowTrace

extension _SwiftNIO {
    /// Reports the writes of a channel, and how many of them wait because the peer does not take them.
    ///
    /// The channel's event loop calls it. A channel asks for writes while it is writable.
    public final class Writes: Sendable {
        private struct State {
            var connection: ConnectionName?
            var stream: StreamReporter?
            var peer: StreamReporter.Consumer?
            var queue = WriteQueue()
            var (isWritable, isAsked, isOver) = (true, false, false)
            /// The number of calls that wait until the channel is writable.
            var waiting = 0
            var failure: (any Error)?
        }

        private let target: TraceTarget
        private let value: Any.Type
        /// Whether the values are parts of HTTP messages.
        private let isHTTP: Bool
        private let made = StageLabel(placing: nil, line: 0)
        private let state = LockedBox(State())

        /// - Parameter value: The type of what is written.
        /// - Returns: `nil` if nothing is traced, or nothing can be written.
        public init?(of value: Any.Type) {
            guard value != Never.self, let target = CurrentTarget.value else { return nil }
            (self.target, self.value) = (target, value)
            isHTTP = Writes.httpParts.contains(String(_typeName(value, qualified: false).prefix { $0 != "<" }))
        }

        /// The types of the parts of HTTP messages, in SwiftNIO and in swift-nio-extras.
        private static let httpParts: Set = ["HTTPPart", "HTTPRequestPart", "HTTPResponsePart"]

        deinit { end() }

        /// Names the connection. Has an effect before the first write only.
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
            let name = state.connection?.known
            label.name = name.map { "\($0) write" }
            let stream = StreamReporter(
                from: ChannelWrite.self, to: ChannelOutbound.self, of: value, highMark: nil, in: target, at: label)
            state.stream = stream
            ask(&state)
            let peer = stream.makeConsumer(name.map { "\($0) outbound" } ?? "outbound", Peer.self)
            peer.request()
            state.peer = peer
            return stream
        }

        private func ask(_ state: inout State) {
            guard state.isWritable, !state.isAsked, let stream = state.stream else { return }
            state.isAsked = true
            stream.request()
        }

        /// Reports a write.
        ///
        /// - Parameters:
        ///   - value: Its bytes, or the value.
        ///   - bytes: The number of its bytes; `nil` if unknown.
        ///   - settle: Completes the promise of the write. Called at the end of the channel, for a promise that no handler has
        ///     completed: its release would be an error.
        /// - Returns: The number of the write, for ``sent(_:)``.
        public func write<Value>(_ value: Value, bytes: Int?, settle: @escaping @Sendable () -> Void) -> Int {
            state.withLock {
                let stream = stream(&$0)
                // The task that writes has told its place.
                if !$0.isOver { stream.yield(value, from: 0) }
                $0.isAsked = false
                return $0.queue.append(bytes: bytes, settle)
            }
        }

        /// Reports the write of a value that must have no promise: the end of an HTTP message. For an end with a promise, SwiftNIO's
        /// encoder writes an empty buffer, which it does not for one without. The end counts as sent with the part before it.
        ///
        /// - Returns: `false` for any other value, which is not reported.
        public func writeEnd<Value>(_ value: Value) -> Bool {
            guard isHTTP, Mirror(reflecting: value).children.first?.label == "end" else { return false }
            sent(write(value, bytes: nil) {})
            return true
        }

        /// A call that waits until the channel is writable.
        public struct Wait: Sendable {
            fileprivate let writes: Writes

            /// Reports that the call goes on, or ends.
            public func end() { writes.changeWaiting(by: -1) }
        }

        /// Reports that a task is about to write: the first call from a place tells the place in the code.
        ///
        /// - Returns: The call, if it has to wait; otherwise `nil`.
        public func begin() async -> Wait? {
            state.withLock(\.connection)?.look()
            await state.withLock { stream(&$0) }.tellFeeding()
            guard state.withLock({ !$0.isWritable && !$0.isOver }) else { return nil }
            changeWaiting(by: 1)
            return Wait(writes: self)
        }

        private func changeWaiting(by change: Int) {
            state.withLock {
                $0.waiting += change
                report($0)
            }
        }

        /// Reports that everything written so far may be sent. A channel that is still writable requests the next.
        public func flush() {
            state.withLock {
                ask(&$0)
                show($0.queue.flush(), $0)
            }
        }

        /// Reports that the socket has taken a write.
        public func sent(_ number: Int) { state.withLock { show($0.queue.complete(number), $0) } }

        private func show(_ steps: [WriteQueue.Step], _ state: State) {
            guard !state.isOver else { return }
            for step in steps {
                switch step {
                case .begin(let bytes?): state.peer?.take(bytes)
                case .begin(nil): state.peer?.take()
                case .end: state.peer?.request()
                }
            }
        }

        /// Reports whether the channel is writable.
        public func setWritable(_ isWritable: Bool) {
            state.withLock {
                guard $0.isWritable != isWritable, !$0.isOver else { return }
                $0.isWritable = isWritable
                report($0)
                ask(&$0)
            }
        }

        private func report(_ state: State) {
            guard !state.isOver else { return }
            let facts = [
                state.isWritable ? "writable" : "unwritable", state.waiting > 0 ? "waits \(state.waiting)" : nil,
                state.queue.bytes > 0 ? "bytes \(state.queue.bytes)" : nil,
            ]
            state.stream?.report(state: facts.compactMap(\.self).joined(separator: ", "))
        }

        /// Reports an error of the channel, with which its writes end. The first one counts.
        public func fail(_ error: any Error) { state.withLock { $0.failure = $0.failure ?? error } }

        /// Reports the end of the channel: the peer gets no write that still waits.
        public func end() {
            let open = state.withLock { state -> [@Sendable () -> Void] in
                if !state.isOver {
                    state.isOver = true
                    if let failure = state.failure {
                        state.stream?.fail(failure)
                        state.stream?.dropHeld()
                        state.peer?.fail(failure)
                    } else {
                        state.stream?.dropHeld()
                        state.stream?.finish()
                        state.peer?.finish()
                    }
                }
                return state.queue.clear()
            }
            for settle in open { settle() }
        }
    }
}

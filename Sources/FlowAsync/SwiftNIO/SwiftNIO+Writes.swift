import FlowTrace
internal import Synchronization

extension _SwiftNIO {
    /// Reports the writes of a channel, and how many of them wait because the peer does not take them.
    ///
    /// The channel's event loop calls it. A channel asks for writes while it is writable.
    public final class Writes: Sendable {
        private struct State {
            var name: String?
            var stream: StreamReporter?
            var peer: StreamReporter.Consumer?
            var queue = WriteQueue()
            var (isWritable, isAsked, isOver) = (true, false, false)
        }

        private let target: TraceTarget
        private let value: Any.Type
        private let made = StageLabel(placing: nil, line: 0)
        private let state = LockedBox(State())
        private let isPlaced = Atomic<Bool>(false)

        /// - Parameter value: The type of what is written.
        /// - Returns: `nil` if nothing is traced, or nothing can be written.
        public init?(of value: Any.Type) {
            guard value != Never.self, let target = CurrentTarget.value else { return nil }
            (self.target, self.value) = (target, value)
        }

        deinit { end() }

        /// Names the connection. Has an effect before the first write only.
        public func name(_ connection: String?) { state.withLock { $0.name = connection ?? $0.name } }

        private func stream(_ state: inout State) -> StreamReporter {
            if let stream = state.stream { return stream }
            var label = made
            label.name = state.name.map { "\($0) write" }
            let stream = StreamReporter(
                from: ChannelWrite.self, to: ChannelOutbound.self, of: value, highMark: nil, in: target, at: label)
            state.stream = stream
            ask(&state)
            let peer = stream.makeConsumer(state.name.map { "\($0) outbound" } ?? "outbound", Peer.self)
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
                if !$0.isOver { stream.yield(value) }
                $0.isAsked = false
                ask(&$0)
                return $0.queue.append(bytes: bytes, settle)
            }
        }

        /// Reports that a task is about to write: the first such call tells the place in the code.
        public func begin() async {
            guard !isPlaced.load(ordering: .relaxed), !isPlaced.exchange(true, ordering: .relaxed) else { return }
            await state.withLock { stream(&$0) }.tellFeeding()
        }

        /// Reports that everything written so far may be sent.
        public func flush() { state.withLock { show($0.queue.flush(), $0) } }

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
                let bytes = $0.queue.bytes > 0 ? ", bytes \($0.queue.bytes)" : ""
                $0.stream?.report(state: (isWritable ? "writable" : "unwritable") + bytes)
                ask(&$0)
            }
        }

        /// Reports the end of the channel: the peer gets no write that still waits.
        public func end() {
            let open = state.withLock { state -> [@Sendable () -> Void] in
                if !state.isOver {
                    state.isOver = true
                    state.stream?.dropHeld()
                    state.stream?.finish()
                    state.peer?.finish()
                }
                return state.queue.clear()
            }
            for settle in open { settle() }
        }
    }
}

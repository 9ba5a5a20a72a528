#if AsyncAlgorithms
    import FlowAsync
    internal import Synchronization

    /// A value in flight through a channel.
    ///
    /// A channel does not report whether it delivers or drops a value. A value released without being opened was dropped.
    final class InFlightElement<Value: Sendable>: MarkedElement, Sendable {
        let mark: UInt32
        private let value: Value
        private let feed: ProducerEdge
        private let isOpen = Atomic<Bool>(false)

        init(_ value: Value, mark: UInt32, from feed: ProducerEdge) {
            self.value = value
            self.mark = mark
            self.feed = feed
        }

        deinit { if !isOpen.load(ordering: .relaxed) { feed.didRefuse(mark) } }

        func open() -> Value {
            isOpen.store(true, ordering: .relaxed)
            return value
        }
    }

    /// The type in traces for a channel's `send`.
    enum ChannelSend {}
#endif

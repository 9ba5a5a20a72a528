#if AsyncAlgorithms
    import FlowAsync
    internal import Synchronization

    /// A value on its way through a channel.
    ///
    /// A channel does not say whether it hands a value over or discards it. One that goes without having been opened was discarded.
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

    /// The type that a trace names where a channel gets its values.
    enum ChannelSend {}
#endif

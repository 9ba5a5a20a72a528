import FlowTrace
import FlowCombine

extension Publisher {
    /// Buffers values as `buffer(size:prefetch:whenFull:)` does, and records the held and dropped values.
    ///
    /// Every value is recorded as `buffered` and then as `unbuffered` or `dropped`, even if it passes straight through; a refused
    /// value is only `dropped`. Unlike OpenCombine's buffer, this one removes a value in O(1) at any size, keeps deliveries
    /// serial when one thread sends and another requests, delivers nothing after a cancel, and never fails before the
    /// subscription.
    ///
    /// - Parameters:
    ///   - size: The capacity, from 1.
    ///   - prefetch: Whether to request `size` values first and refill after each departure, or to request unlimited values.
    ///   - whenFull: The policy for a value that does not fit. A custom error waits for the next request, which delivers the
    ///     requested number of held values and then the error.
    ///   - label: The name of the store in the trace.
    ///   - recorder: Receives the records; the node and its store are declared immediately.
    @_disfavoredOverload
    public func buffer(
        size: Int, prefetch: Publishers.PrefetchStrategy, whenFull: Publishers.BufferingStrategy<Failure>,
        label: String = "buffer", recorder: Recorder
    ) -> Publishers.RecordedBuffer<Self> {
        Publishers.RecordedBuffer(
            upstream: self, size: size, prefetch: prefetch, whenFull: whenFull, label: label, recorder: recorder)
    }
}

extension Publishers {
    /// A publisher that buffers the values of its upstream and records the held and dropped values.
    ///
    /// Several threads may send, request and cancel: deliveries to one subscriber do not overlap, and a value sent during a
    /// delivery is delivered afterwards.
    public struct RecordedBuffer<Upstream: Publisher>: Publisher {
        public typealias Output = Upstream.Output
        public typealias Failure = Upstream.Failure

        public let upstream: Upstream
        /// The capacity.
        public let size: Int
        public let prefetch: PrefetchStrategy
        public let whenFull: BufferingStrategy<Failure>

        private let stores: Declarations<StoreDeclaration>

        /// The node of the first subscription's buffer.
        public var node: NodeID { stores.first.node }

        /// Creates a buffer and declares it; see ``OpenCombine/Publisher/buffer(size:prefetch:whenFull:label:recorder:)``.
        /// Further subscriptions declare separate buffers.
        public init(
            upstream: Upstream, size: Int, prefetch: PrefetchStrategy, whenFull: BufferingStrategy<Failure>,
            label: String = "buffer", recorder: Recorder
        ) {
            precondition(size >= 1, "buffer size must be positive, got \(size)")
            self.upstream = upstream
            self.size = size
            self.prefetch = prefetch
            self.whenFull = whenFull
            stores = StoreDeclaration.all(
                .buffer, .buffer, capacity: size, overflow: OverflowPolicy(whenFull), prefetch: Prefetch(prefetch), label: label,
                recorder: recorder)
        }

        public func receive(subscriber: some Subscriber<Output, Failure>) {
            upstream.subscribe(
                BufferStorage(
                    downstream: subscriber, size: size, prefetch: prefetch, whenFull: whenFull, probe: stores.next().probe))
        }
    }
}

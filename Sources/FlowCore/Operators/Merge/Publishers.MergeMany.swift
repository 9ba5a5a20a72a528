#if !canImport(Combine)
    import FlowCombine

    extension Publishers {
        /// A publisher that sends the values of several upstreams as they arrive: Combine's operator, missing in OpenCombine.
        ///
        /// It finishes when all upstreams have finished and the held values are sent. The first failure ends it immediately,
        /// drops the held values and cancels the other upstreams. It requests one value at a time from each upstream, and holds
        /// the value until the downstream requests it. Unlimited demand is passed on.
        ///
        /// Upstreams may send from several threads. Deliveries do not overlap. Values leave in order of arrival; a value that
        /// arrives during a delivery is delivered afterwards.
        public struct MergeMany<Upstream: Publisher>: Publisher {
            public typealias Output = Upstream.Output
            public typealias Failure = Upstream.Failure

            public let publishers: [Upstream]

            public init(_ upstream: Upstream...) { publishers = upstream }

            public init(_ upstream: some Swift.Sequence<Upstream>) { publishers = Array(upstream) }

            public func receive(subscriber: some Subscriber<Output, Failure>) {
                let storage = MergeStorage(downstream: subscriber, count: publishers.count)
                subscriber.receive(subscription: storage)
                guard !publishers.isEmpty else { return storage.begin() }
                for (index, publisher) in publishers.enumerated() {
                    publisher.subscribe(MergeInput(storage: storage, index: index))
                }
            }

            public func merge(with other: Upstream) -> MergeMany<Upstream> { MergeMany(publishers + [other]) }
        }
    }

    extension Publishers.MergeMany: Equatable where Upstream: Equatable {}

    extension Publisher {
        /// Sends the values of this publisher and another of the same type as they arrive.
        ///
        /// See ``OpenCombine/Publishers/MergeMany`` for demand, completion and order.
        @_disfavoredOverload
        public func merge(with other: Self) -> Publishers.MergeMany<Self> { Publishers.MergeMany(self, other) }

        /// Sends the values of this publisher and others as they arrive.
        @_disfavoredOverload
        public func merge(with others: any Publisher<Output, Failure>...) -> Publishers.MergeMany<AnyPublisher<Output, Failure>> {
            Publishers.MergeMany([eraseToAnyPublisher()] + others.map { $0.eraseToAnyPublisher() })
        }
    }
#endif

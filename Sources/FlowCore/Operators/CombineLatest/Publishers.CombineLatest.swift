#if !canImport(Combine)
    import OpenCombineShim

    extension Publishers {
        /// A publisher that sends the newest values of several upstreams together, with each value that one of them sends;
        /// Combine's own, which OpenCombine lacks.
        ///
        /// Nothing is sent before every upstream has sent a value. What the downstream asks for is asked of every upstream; values
        /// beyond the demand are not sent, but are the newest from then on. It finishes when all upstreams have, and fails with the
        /// first that fails, which cancels the others.
        ///
        /// Upstreams may send from several threads: deliveries do not overlap.
        public struct CombineLatest<Output, Failure: Error>: Publisher {
            private let upstreams: [AnyPublisher<Any, Failure>]
            private let combine: ([Any]) -> Output

            /// - Parameter combine: Makes the output of the newest values, one of each upstream in their order.
            init(_ upstreams: [AnyPublisher<Any, Failure>], combine: @escaping ([Any]) -> Output) {
                self.upstreams = upstreams
                self.combine = combine
            }

            public func receive<Downstream: Subscriber>(subscriber: Downstream)
            where Downstream.Input == Output, Downstream.Failure == Failure {
                let storage = CombineLatestStorage(downstream: subscriber, count: upstreams.count, combine: combine)
                subscriber.receive(subscription: storage)
                for (index, upstream) in upstreams.enumerated() { storage.listen(to: upstream, at: index) }
            }
        }
    }
#endif

#if !canImport(Combine)
    import FlowCombine

    extension Publishers {
        /// A publisher that sends the newest values of several upstreams together whenever one of them sends: Combine's operator,
        /// missing in OpenCombine.
        ///
        /// It sends nothing before every upstream has sent a value, and requests its subscriber's demand from each upstream. A
        /// value without demand is not sent, but becomes the newest value. It finishes when all upstreams have finished. The
        /// first failure ends it and cancels the other upstreams.
        ///
        /// Upstreams may send from several threads: deliveries do not overlap.
        public struct CombineLatest<Output, Failure: Error>: Publisher {
            private let upstreams: [CombineLatestUpstream<Failure>]
            private let combine: ([Any]) -> Output

            /// - Parameter combine: Makes the output from the newest values, one from each upstream, in the order of the
            ///   upstreams.
            init(_ upstreams: [CombineLatestUpstream<Failure>], combine: @escaping ([Any]) -> Output) {
                self.upstreams = upstreams
                self.combine = combine
            }

            public func receive(subscriber: some Subscriber<Output, Failure>) {
                let storage = CombineLatestStorage(downstream: subscriber, count: upstreams.count, combine: combine)
                subscriber.receive(subscription: storage)
                for (index, upstream) in upstreams.enumerated() { upstream.subscribe(storage, index) }
            }
        }
    }

    extension Publisher {
        /// Sends the newest value of this publisher and of another together, whenever one of them sends.
        ///
        /// See ``OpenCombine/Publishers/CombineLatest`` for demand and completion.
        @_disfavoredOverload
        public func combineLatest<P: Publisher>(_ other: P) -> Publishers.CombineLatest<(Output, P.Output), Failure>
        where P.Failure == Failure {
            combineLatest(other) { ($0, $1) }
        }

        /// Sends the result of a closure for the newest values of two publishers, whenever one of them sends.
        @_disfavoredOverload
        public func combineLatest<P: Publisher, T>(
            _ other: P, _ transform: @escaping (Output, P.Output) -> T
        ) -> Publishers.CombineLatest<T, Failure> where P.Failure == Failure {
            Publishers.CombineLatest([.init(self), .init(other)]) { values in
                guard let first = values[0] as? Output, let second = values[1] as? P.Output else {
                    preconditionFailure("combineLatest holds values of other types: \(values)")
                }
                return transform(first, second)
            }
        }

        /// Sends the newest values of this publisher and two others together, whenever one of them sends.
        @_disfavoredOverload
        public func combineLatest<P: Publisher, Q: Publisher>(
            _ b: P, _ c: Q
        ) -> Publishers.CombineLatest<(Output, P.Output, Q.Output), Failure> where P.Failure == Failure, Q.Failure == Failure {
            combineLatest(b, c) { ($0, $1, $2) }
        }

        /// Sends the result of a closure for the newest values of three publishers, whenever one of them sends.
        @_disfavoredOverload
        public func combineLatest<P: Publisher, Q: Publisher, T>(
            _ b: P, _ c: Q, _ transform: @escaping (Output, P.Output, Q.Output) -> T
        ) -> Publishers.CombineLatest<T, Failure> where P.Failure == Failure, Q.Failure == Failure {
            Publishers.CombineLatest([.init(self), .init(b), .init(c)]) { values in
                guard let first = values[0] as? Output, let second = values[1] as? P.Output, let third = values[2] as? Q.Output
                else {
                    preconditionFailure("combineLatest holds values of other types: \(values)")
                }
                return transform(first, second, third)
            }
        }
    }
#endif

#if !canImport(Combine)
    import FlowCombine

    extension Publishers {
        /// Combine's name for three upstreams.
        public typealias CombineLatest3 = CombineLatest
        public typealias CombineLatest4 = CombineLatest
    }

    extension Publishers.CombineLatest {
        /// Combines two publishers.
        public init<A: Publisher, B: Publisher>(_ a: A, _ b: B)
        where Output == (A.Output, B.Output), A.Failure == Failure, B.Failure == Failure {
            self = a.combineLatest(b)
        }

        /// Combines three publishers.
        public init<A: Publisher, B: Publisher, C: Publisher>(_ a: A, _ b: B, _ c: C)
        where Output == (A.Output, B.Output, C.Output), A.Failure == Failure, B.Failure == Failure, C.Failure == Failure {
            self = a.combineLatest(b, c)
        }

        /// Combines four publishers.
        public init<A: Publisher, B: Publisher, C: Publisher, D: Publisher>(_ a: A, _ b: B, _ c: C, _ d: D)
        where
            Output == (A.Output, B.Output, C.Output, D.Output), A.Failure == Failure, B.Failure == Failure, C.Failure == Failure,
            D.Failure == Failure
        {
            self = a.combineLatest(b, c, d)
        }
    }

    extension Publisher {
        /// Sends the newest values of this publisher and three others together, whenever one of them sends.
        @_disfavoredOverload
        public func combineLatest<P: Publisher, Q: Publisher, R: Publisher>(
            _ b: P, _ c: Q, _ d: R
        ) -> Publishers.CombineLatest<(Output, P.Output, Q.Output, R.Output), Failure>
        where P.Failure == Failure, Q.Failure == Failure, R.Failure == Failure {
            combineLatest(b, c, d) { ($0, $1, $2, $3) }
        }

        /// Sends the result of a closure for the newest values of four publishers, whenever one of them sends.
        @_disfavoredOverload
        public func combineLatest<P: Publisher, Q: Publisher, R: Publisher, T>(
            _ b: P, _ c: Q, _ d: R, _ transform: @escaping (Output, P.Output, Q.Output, R.Output) -> T
        ) -> Publishers.CombineLatest<T, Failure> where P.Failure == Failure, Q.Failure == Failure, R.Failure == Failure {
            Publishers.CombineLatest([.init(self), .init(b), .init(c), .init(d)]) { values in
                guard let first = values[0] as? Output, let second = values[1] as? P.Output, let third = values[2] as? Q.Output,
                    let fourth = values[3] as? R.Output
                else {
                    preconditionFailure("combineLatest holds values of other types: \(values)")
                }
                return transform(first, second, third, fourth)
            }
        }
    }
#endif

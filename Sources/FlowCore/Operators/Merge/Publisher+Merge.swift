#if !canImport(Combine)
    import OpenCombineShim

    extension Publisher {
        /// Sends the values of this publisher and another of the same type as they arrive.
        ///
        /// See ``OpenCombine/Publishers/MergeMany`` for demand, completion and order.
        public func merge(with other: Self) -> Publishers.MergeMany<Self> {
            Publishers.MergeMany(self, other)
        }

        /// Sends the values of this publisher and another as they arrive.
        public func merge<B: Publisher>(with other: B) -> Publishers.MergeMany<AnyPublisher<Output, Failure>>
        where B.Output == Output, B.Failure == Failure {
            Publishers.MergeMany(eraseToAnyPublisher(), other.eraseToAnyPublisher())
        }

        /// Sends the values of this publisher and two others as they arrive.
        public func merge<B: Publisher, C: Publisher>(
            with b: B, _ c: C
        ) -> Publishers.MergeMany<AnyPublisher<Output, Failure>>
        where B.Output == Output, B.Failure == Failure, C.Output == Output, C.Failure == Failure {
            Publishers.MergeMany(eraseToAnyPublisher(), b.eraseToAnyPublisher(), c.eraseToAnyPublisher())
        }

        /// Sends the values of this publisher and three others as they arrive.
        public func merge<B: Publisher, C: Publisher, D: Publisher>(
            with b: B, _ c: C, _ d: D
        ) -> Publishers.MergeMany<AnyPublisher<Output, Failure>>
        where
            B.Output == Output, B.Failure == Failure, C.Output == Output, C.Failure == Failure,
            D.Output == Output, D.Failure == Failure
        {
            Publishers.MergeMany(
                eraseToAnyPublisher(), b.eraseToAnyPublisher(), c.eraseToAnyPublisher(), d.eraseToAnyPublisher())
        }

        /// Sends the values of this publisher and four others as they arrive; for more, use `Publishers.MergeMany`.
        public func merge<B: Publisher, C: Publisher, D: Publisher, E: Publisher>(
            with b: B, _ c: C, _ d: D, _ e: E
        ) -> Publishers.MergeMany<AnyPublisher<Output, Failure>>
        where
            B.Output == Output, B.Failure == Failure, C.Output == Output, C.Failure == Failure,
            D.Output == Output, D.Failure == Failure, E.Output == Output, E.Failure == Failure
        {
            Publishers.MergeMany(
                eraseToAnyPublisher(), b.eraseToAnyPublisher(), c.eraseToAnyPublisher(), d.eraseToAnyPublisher(),
                e.eraseToAnyPublisher())
        }
    }
#endif

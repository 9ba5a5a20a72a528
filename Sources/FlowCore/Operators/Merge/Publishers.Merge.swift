#if !canImport(Combine)
    import FlowCombine

    extension Publishers {
        /// Combine has a separate type for each number of upstreams that a merge may have.
        public typealias Merge = MergeMany
        public typealias Merge3 = MergeMany
        public typealias Merge4 = MergeMany
        public typealias Merge5 = MergeMany
        public typealias Merge6 = MergeMany
        public typealias Merge7 = MergeMany
        public typealias Merge8 = MergeMany
    }

    extension Publishers.MergeMany {
        /// Merges two publishers of different types.
        public init<A: Publisher, B: Publisher>(
            _ a: A, _ b: B
        )
        where
            Upstream == AnyPublisher<A.Output, A.Failure>,
            B.Output == A.Output, B.Failure == A.Failure
        {
            self.init([a.eraseToAnyPublisher(), b.eraseToAnyPublisher()])
        }

        /// Merges three publishers of different types.
        public init<A: Publisher, B: Publisher, C: Publisher>(
            _ a: A, _ b: B, _ c: C
        )
        where
            Upstream == AnyPublisher<A.Output, A.Failure>,
            B.Output == A.Output, B.Failure == A.Failure,
            C.Output == A.Output, C.Failure == A.Failure
        {
            self.init([a.eraseToAnyPublisher(), b.eraseToAnyPublisher(), c.eraseToAnyPublisher()])
        }

        /// Merges four publishers of different types.
        public init<A: Publisher, B: Publisher, C: Publisher, D: Publisher>(
            _ a: A, _ b: B, _ c: C, _ d: D
        )
        where
            Upstream == AnyPublisher<A.Output, A.Failure>,
            B.Output == A.Output, B.Failure == A.Failure,
            C.Output == A.Output, C.Failure == A.Failure,
            D.Output == A.Output, D.Failure == A.Failure
        {
            self.init([a.eraseToAnyPublisher(), b.eraseToAnyPublisher(), c.eraseToAnyPublisher(), d.eraseToAnyPublisher()])
        }

        /// Merges five publishers of different types.
        public init<A: Publisher, B: Publisher, C: Publisher, D: Publisher, E: Publisher>(
            _ a: A, _ b: B, _ c: C, _ d: D, _ e: E
        )
        where
            Upstream == AnyPublisher<A.Output, A.Failure>,
            B.Output == A.Output, B.Failure == A.Failure,
            C.Output == A.Output, C.Failure == A.Failure,
            D.Output == A.Output, D.Failure == A.Failure,
            E.Output == A.Output, E.Failure == A.Failure
        {
            self.init([
                a.eraseToAnyPublisher(), b.eraseToAnyPublisher(), c.eraseToAnyPublisher(), d.eraseToAnyPublisher(),
                e.eraseToAnyPublisher(),
            ])
        }

        /// Merges six publishers of different types.
        public init<A: Publisher, B: Publisher, C: Publisher, D: Publisher, E: Publisher, F: Publisher>(
            _ a: A, _ b: B, _ c: C, _ d: D, _ e: E, _ f: F
        )
        where
            Upstream == AnyPublisher<A.Output, A.Failure>,
            B.Output == A.Output, B.Failure == A.Failure,
            C.Output == A.Output, C.Failure == A.Failure,
            D.Output == A.Output, D.Failure == A.Failure,
            E.Output == A.Output, E.Failure == A.Failure,
            F.Output == A.Output, F.Failure == A.Failure
        {
            self.init([
                a.eraseToAnyPublisher(), b.eraseToAnyPublisher(), c.eraseToAnyPublisher(), d.eraseToAnyPublisher(),
                e.eraseToAnyPublisher(), f.eraseToAnyPublisher(),
            ])
        }

        /// Merges seven publishers of different types.
        public init<A: Publisher, B: Publisher, C: Publisher, D: Publisher, E: Publisher, F: Publisher, G: Publisher>(
            _ a: A, _ b: B, _ c: C, _ d: D, _ e: E, _ f: F, _ g: G
        )
        where
            Upstream == AnyPublisher<A.Output, A.Failure>,
            B.Output == A.Output, B.Failure == A.Failure,
            C.Output == A.Output, C.Failure == A.Failure,
            D.Output == A.Output, D.Failure == A.Failure,
            E.Output == A.Output, E.Failure == A.Failure,
            F.Output == A.Output, F.Failure == A.Failure,
            G.Output == A.Output, G.Failure == A.Failure
        {
            self.init([
                a.eraseToAnyPublisher(), b.eraseToAnyPublisher(), c.eraseToAnyPublisher(), d.eraseToAnyPublisher(),
                e.eraseToAnyPublisher(), f.eraseToAnyPublisher(), g.eraseToAnyPublisher(),
            ])
        }

        /// Merges eight publishers of different types.
        public init<
            A: Publisher, B: Publisher, C: Publisher, D: Publisher, E: Publisher, F: Publisher, G: Publisher, H: Publisher
        >(
            _ a: A, _ b: B, _ c: C, _ d: D, _ e: E, _ f: F, _ g: G, _ h: H
        )
        where
            Upstream == AnyPublisher<A.Output, A.Failure>,
            B.Output == A.Output, B.Failure == A.Failure,
            C.Output == A.Output, C.Failure == A.Failure,
            D.Output == A.Output, D.Failure == A.Failure,
            E.Output == A.Output, E.Failure == A.Failure,
            F.Output == A.Output, F.Failure == A.Failure,
            G.Output == A.Output, G.Failure == A.Failure,
            H.Output == A.Output, H.Failure == A.Failure
        {
            self.init([
                a.eraseToAnyPublisher(), b.eraseToAnyPublisher(), c.eraseToAnyPublisher(), d.eraseToAnyPublisher(),
                e.eraseToAnyPublisher(), f.eraseToAnyPublisher(), g.eraseToAnyPublisher(), h.eraseToAnyPublisher(),
            ])
        }
    }
#endif

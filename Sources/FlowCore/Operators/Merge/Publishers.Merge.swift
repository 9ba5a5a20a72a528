#if !canImport(Combine)
    import FlowCombine

    extension Publishers {
        /// Combine's name for two upstreams.
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
        public init<O, F: Error>(_ a: some Publisher<O, F>, _ b: some Publisher<O, F>)
        where Upstream == AnyPublisher<O, F> {
            self.init([a.eraseToAnyPublisher(), b.eraseToAnyPublisher()])
        }

        /// Merges three publishers of different types.
        public init<O, F: Error>(_ a: some Publisher<O, F>, _ b: some Publisher<O, F>, _ c: some Publisher<O, F>)
        where Upstream == AnyPublisher<O, F> {
            self.init([a.eraseToAnyPublisher(), b.eraseToAnyPublisher(), c.eraseToAnyPublisher()])
        }

        /// Merges four publishers of different types.
        public init<O, F: Error>(
            _ a: some Publisher<O, F>, _ b: some Publisher<O, F>, _ c: some Publisher<O, F>, _ d: some Publisher<O, F>
        ) where Upstream == AnyPublisher<O, F> {
            self.init([a.eraseToAnyPublisher(), b.eraseToAnyPublisher(), c.eraseToAnyPublisher(), d.eraseToAnyPublisher()])
        }

        /// Merges five publishers of different types.
        public init<O, F: Error>(
            _ a: some Publisher<O, F>, _ b: some Publisher<O, F>, _ c: some Publisher<O, F>, _ d: some Publisher<O, F>,
            _ e: some Publisher<O, F>
        ) where Upstream == AnyPublisher<O, F> {
            self.init([
                a.eraseToAnyPublisher(), b.eraseToAnyPublisher(), c.eraseToAnyPublisher(), d.eraseToAnyPublisher(),
                e.eraseToAnyPublisher(),
            ])
        }

        /// Merges six publishers of different types.
        public init<O, F: Error>(
            _ a: some Publisher<O, F>, _ b: some Publisher<O, F>, _ c: some Publisher<O, F>, _ d: some Publisher<O, F>,
            _ e: some Publisher<O, F>, _ f: some Publisher<O, F>
        ) where Upstream == AnyPublisher<O, F> {
            self.init([
                a.eraseToAnyPublisher(), b.eraseToAnyPublisher(), c.eraseToAnyPublisher(), d.eraseToAnyPublisher(),
                e.eraseToAnyPublisher(), f.eraseToAnyPublisher(),
            ])
        }

        /// Merges seven publishers of different types.
        public init<O, F: Error>(
            _ a: some Publisher<O, F>, _ b: some Publisher<O, F>, _ c: some Publisher<O, F>, _ d: some Publisher<O, F>,
            _ e: some Publisher<O, F>, _ f: some Publisher<O, F>, _ g: some Publisher<O, F>
        ) where Upstream == AnyPublisher<O, F> {
            self.init([
                a.eraseToAnyPublisher(), b.eraseToAnyPublisher(), c.eraseToAnyPublisher(), d.eraseToAnyPublisher(),
                e.eraseToAnyPublisher(), f.eraseToAnyPublisher(), g.eraseToAnyPublisher(),
            ])
        }

        /// Merges eight publishers of different types.
        public init<O, F: Error>(
            _ a: some Publisher<O, F>, _ b: some Publisher<O, F>, _ c: some Publisher<O, F>, _ d: some Publisher<O, F>,
            _ e: some Publisher<O, F>, _ f: some Publisher<O, F>, _ g: some Publisher<O, F>, _ h: some Publisher<O, F>
        ) where Upstream == AnyPublisher<O, F> {
            self.init([
                a.eraseToAnyPublisher(), b.eraseToAnyPublisher(), c.eraseToAnyPublisher(), d.eraseToAnyPublisher(),
                e.eraseToAnyPublisher(), f.eraseToAnyPublisher(), g.eraseToAnyPublisher(), h.eraseToAnyPublisher(),
            ])
        }
    }
#endif

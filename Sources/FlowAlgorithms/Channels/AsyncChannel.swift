#if AsyncAlgorithms
    import AsyncAlgorithms
    import FlowAsync
    import FlowTrace

    /// The `AsyncChannel` of AsyncAlgorithms, which also records its events if the program is traced: which producers wait and
    /// for how long, which values are delivered, and which are discarded at the end.
    ///
    /// It takes the place of the other in a file that imports FlowAsync and not AsyncAlgorithms, and behaves in no way differently: it wraps
    /// one. Nothing is recorded of a channel that was made while nobody traced, but its iterators.
    public final class AsyncChannel<Element: Sendable>: _Operator.Channel, RelabelledSequence, Sendable {
        public typealias Element = Element
        public typealias AsyncIterator = Iterator

        typealias Real = AsyncAlgorithms.AsyncChannel<Element>
        typealias Traced = AsyncAlgorithms.AsyncChannel<InFlightElement<Element>>

        private let backing: StreamBacking<Real, Traced>
        private let label: StageLabel?

        private init(_ backing: StreamBacking<Real, Traced>, _ label: StageLabel?) {
            self.backing = backing
            self.label = label
        }

        /// Creates a channel that nobody sends to yet.
        public convenience init(fileID: String = #fileID, line: Int = #line) {
            self.init(at: StageLabel(fileID: fileID, line: line))
        }

        /// Creates a channel, as a function that is passed on: where is not known.
        @_disfavoredOverload
        public convenience init() { self.init(at: nil) }

        private convenience init(at label: StageLabel?) {
            guard let target = CurrentTarget.value else {
                self.init(.plain(Real()), label)
                return
            }
            let feed = ProducerEdge(
                target, from: ChannelSend.self, to: AsyncChannel.self, of: Element.self, limit: .unbounded, at: label)
            self.init(.traced(Traced(), feed), label)
        }

        /// Hands a value to a consumer, and waits until one takes it.
        ///
        /// It returns at once if the channel has finished. If the task is cancelled it returns without having sent the value.
        public func send(_ element: Element) async {
            switch backing {
            case .plain(let real): await real.send(element)
            case .traced(let real, let feed):
                let mark = feed.willYield(element)
                await real.send(InFlightElement(element, mark: mark, from: feed))
                feed.didResume(mark)
            }
        }

        /// Ends the channel. All who wait go on; values that nobody has taken are discarded.
        public func finish() {
            switch backing {
            case .plain(let real): real.finish()
            case .traced(let real, let feed):
                feed.finish()
                real.finish()
            }
        }

        public func makeAsyncIterator() -> Iterator {
            Iterator(traced: backing.makeIterator(of: AsyncChannel.self, label: label, isShared: true))
        }

        /// Iterates over the values. Several tasks may each have an iterator: a value goes to one of them.
        public struct Iterator: AsyncIteratorProtocol {
            fileprivate var traced: StreamIterator<Real.Iterator, Traced.Iterator>

            /// The next value; `nil` at the end of the channel, or if the task is cancelled.
            public mutating func next() async -> Element? { await traced.next(isolation: nil) }
        }

        package func labelled(_ label: StageLabel) -> AsyncChannel { AsyncChannel(backing, label) }
    }

    @available(*, unavailable)
    extension AsyncChannel.Iterator: Sendable {}
#endif

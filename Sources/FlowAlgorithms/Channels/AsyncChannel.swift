#if AsyncAlgorithms
    import AsyncAlgorithms
    import CFlowStack
    import FlowAsync
    import FlowTrace

    /// The `AsyncChannel` of AsyncAlgorithms, which also records its events if the program is traced: waiting producers,
    /// delivered values, and values dropped at the end.
    ///
    /// It replaces the original in a file that imports FlowAlgorithms and not AsyncAlgorithms. It wraps an original channel, so
    /// it behaves identically. If a channel was created before tracing, only its iterators are recorded.
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

        /// Creates a channel.
        public convenience init(fileID: String = #fileID, line: Int = #line) {
            self.init(at: StageLabel(fileID: fileID, line: line))
        }

        /// Creates a channel with an unknown location, if the initializer is used as a function value.
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

        /// Sends a value, and waits until a consumer receives it.
        ///
        /// Returns immediately if the channel has finished. If the task is cancelled, it returns without sending the value.
        @inline(never)
        public func send(_ element: Element) async {
            await _send(element, from: backing.recordsYields ? flowviz_stack_awaiter() : 0)
        }

        public func _send(_ element: Element, from site: UInt) async {
            switch backing {
            case .plain(let real): await real.send(element)
            case .traced(let real, let feed):
                feed.feed(from: site)
                let mark = feed.willYield(element)
                await real.send(InFlightElement(element, mark: mark, from: feed))
                feed.didResume(mark)
            }
        }

        /// Ends the channel. All waiting tasks resume; values not yet received are dropped.
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

        /// Iterates over the values. Several tasks may each have an iterator; a value goes to one of them.
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

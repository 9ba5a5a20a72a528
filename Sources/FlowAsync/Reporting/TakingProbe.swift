import FlowTrace

extension StreamReporter {
    /// An asynchronous sequence with the values of a reported stream; records the requests and values of its consumer.
    public struct TakingProbe<Base: AsyncSequence>: FlowSequence {
        public typealias Element = Base.Element
        public typealias Failure = Base.Failure

        fileprivate let base: Base
        fileprivate let stream: StreamReporter?
        fileprivate let label: StageLabel
        fileprivate let describe: @Sendable (Base.Element) -> TraceValue?

        /// Iterates over the base.
        public struct Iterator: AsyncIteratorProtocol {
            fileprivate var base: Base.AsyncIterator
            fileprivate let tracing:
                (stream: StreamReporter, pull: ConsumerEdge, describe: @Sendable (Base.Element) -> TraceValue?)?

            /// The base's next value.
            public mutating func next() async throws(Failure) -> Element? { try await next(isolation: nil) }

            /// The base's next value, requested on the executor of `actor`.
            public mutating func next(isolation actor: isolated (any Actor)?) async throws(Failure) -> Element? {
                guard let (stream, pull, describe) = tracing else { return try await base.next(isolation: actor) }
                if pull.request() { await pull.tellPlace(isolation: actor) }
                do {
                    let value = try await base.next(isolation: actor)
                    guard let value else {
                        pull.finish()
                        return nil
                    }
                    let mark = stream.take()
                    if let described = describe(value) {
                        pull.receive(described: described, mark: mark)
                    } else {
                        pull.receive(value, mark: mark)
                    }
                    if pull.isGated { await pull.waitAtGate(isolation: actor) }
                    return value
                } catch {
                    pull.fail(error)
                    throw error
                }
            }
        }

        public func makeAsyncIterator() -> Iterator {
            guard let stream else { return Iterator(base: base.makeAsyncIterator(), tracing: nil) }
            let (iterator, pull) = stream.probing(label) { base.makeAsyncIterator() }
            return Iterator(base: iterator, tracing: pull.map { (stream, $0, describe) })
        }
    }
}

extension StreamReporter.TakingProbe: Sendable where Base: Sendable {}

extension AsyncSequence {
    /// If the program is traced, records the requests of this sequence's consumer, and its values as taken from a reported
    /// stream.
    ///
    /// Each value of the sequence takes the stream's oldest held value. Values, errors, cancellation and the executor stay
    /// unchanged.
    ///
    /// - Parameters:
    ///   - name: Its name in the trace.
    ///   - stream: The stream in which the values wait; `nil` for an ordinary ``probe(_:fileID:line:)``.
    ///   - fileID: The file of this call, as in `#fileID`.
    ///   - line: The line there.
    ///   - describe: Describes a value for the trace; if it returns `nil`, numbers, truth values and text are recorded unchanged,
    ///     other values by their type.
    @_disfavoredOverload
    public func probe(
        _ name: String, takingFrom stream: StreamReporter?, fileID: String = #fileID, line: Int = #line,
        describe: @escaping @Sendable (Element) -> TraceValue? = { _ in nil }
    ) -> StreamReporter.TakingProbe<Self> {
        StreamReporter.TakingProbe(
            base: self, stream: stream, label: StageLabel(name: name, fileID: fileID, line: line), describe: describe)
    }
}

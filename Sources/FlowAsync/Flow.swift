import FlowTrace

/// A sequence whose iterators a trace shows.
///
/// The operators of the standard library and of AsyncAlgorithms give another one, so that a chain keeps its names and edges.
public protocol FlowSequence<Element, Failure>: AsyncSequence {}

/// Any asynchronous sequence, with what its consumer asks for and gets recorded where the program is traced.
///
/// It changes nothing else: values, errors, cancellation and the executor are the base's, and no task is added.
public struct Flow<Base: AsyncSequence>: FlowSequence {
    public typealias Element = Base.Element
    public typealias Failure = Base.Failure

    private let base: Base
    private var label: StageLabel?

    init(_ base: Base, label: StageLabel? = nil) {
        self.base = base
        self.label = label
    }

    /// Iterates over the base.
    public struct Iterator: AsyncIteratorProtocol {
        fileprivate var base: Base.AsyncIterator
        fileprivate let pull: Pull?

        /// The base's next value.
        public mutating func next() async throws(Failure) -> Element? { try await next(isolation: nil) }

        /// The base's next value, which is asked for on the executor of `actor`.
        public mutating func next(isolation actor: isolated (any Actor)?) async throws(Failure) -> Element? {
            guard let pull else { return try await base.next(isolation: actor) }
            pull.request()
            do {
                let value = try await base.next(isolation: actor)
                if let value { pull.receive(value) } else { pull.finish() }
                return value
            } catch {
                pull.fail(error)
                throw error
            }
        }
    }

    public func makeAsyncIterator() -> Iterator {
        let facts = StageFacts(type: Base.self, valueType: Element.self, label: label)
        let (iterator, pull) = Pull.tracing(facts, in: CurrentTarget.value) { base.makeAsyncIterator() }
        return Iterator(base: iterator, pull: pull)
    }

    /// Names the stage in traces.
    public func probe(_ name: String, fileID: String = #fileID, line: Int = #line) -> Flow {
        Flow(base, label: StageLabel(name: name, fileID: fileID, line: line))
    }
}

extension Flow: Sendable where Base: Sendable {}
extension Flow.Iterator: Sendable where Base.AsyncIterator: Sendable {}

extension AsyncSequence {
    /// Records, where the program is traced, what the consumer of this sequence asks for and gets, under a name.
    ///
    /// Values, errors, cancellation and the executor stay as they are, and no task is added.
    ///
    /// - Parameters:
    ///   - name: What the trace calls it.
    ///   - fileID: The file that the trace shows for it.
    ///   - line: The line, from 1.
    @_disfavoredOverload  // A channel, which is a class, has its own.
    public func probe(_ name: String, fileID: String = #fileID, line: Int = #line) -> Flow<Self> {
        Flow(self, label: StageLabel(name: name, fileID: fileID, line: line))
    }
}

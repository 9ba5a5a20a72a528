import FlowTrace

/// A sequence with traced iterators.
///
/// The operators of the standard library and of AsyncAlgorithms return another traced sequence, so that a chain keeps its names
/// and edges.
public protocol FlowSequence<Element, Failure>: AsyncSequence {}

/// A wrapper of any asynchronous sequence that records the requests and values of its consumer if the program is traced.
///
/// It changes nothing else: values, errors, cancellation and the executor are the base's, and no task is added.
public struct TracedAsyncSequence<Base: AsyncSequence>: _Operator.Naming {
    public typealias Element = Base.Element
    public typealias Failure = Base.Failure

    /// The traced sequence; it bears this sequence's name if possible.
    package let base: Base
    private var facts: StageFacts
    private let parts: (@Sendable (Element) -> Int)?
    /// Whether the base makes the edge.
    private var isBare = false

    /// - Parameters:
    ///   - type: The type in the trace, by which the catalogue of operators identifies the stage.
    ///   - parts: The number of upstream values in a value of this sequence, if it is always known.
    package init(
        _ base: Base, as type: Any.Type = Base.self, label: StageLabel? = nil, parts: (@Sendable (Element) -> Int)? = nil
    ) {
        self.base = base
        facts = StageFacts(type: type, valueType: Element.self, label: label)
        self.parts = parts
    }

    /// Creates a stage made by a line of the program.
    package init(
        _ base: Base, as type: Any.Type = Base.self, _ fileID: String, _ line: Int, parts: (@Sendable (Element) -> Int)? = nil
    ) {
        self.init(base, as: type, label: StageLabel(fileID: fileID, line: line), parts: parts)
    }

    /// The same stage with further facts.
    package func knowing(_ change: (inout StageFacts) -> Void) -> TracedAsyncSequence {
        var sequence = self
        change(&sequence.facts)
        return sequence
    }

    /// Iterates over the base.
    public struct Iterator: AsyncIteratorProtocol {
        // Released before the base, so that the consumer has left before the base releases its buffer.
        @usableFromInline let edge: ConsumerEdge?
        @usableFromInline let pull: UnretainedConsumer?
        @usableFromInline var base: Base.AsyncIterator
        @usableFromInline let parts: (@Sendable (Element) -> Int)?

        /// The base's next value.
        @inlinable public mutating func next() async throws(Failure) -> Element? { try await next(isolation: nil) }

        /// The base's next value, requested on the executor of `actor`.
        @inlinable @inline(__always)
        public mutating func next(isolation actor: isolated (any Actor)?) async throws(Failure) -> Element? {
            guard let pull else { return try await base.next(isolation: actor) }
            return try await next(recordedBy: pull, isolation: actor)
        }

        // Apart, since code that is not specialised allocates what it may need on entry.
        @inlinable mutating func next(
            recordedBy pull: UnretainedConsumer, isolation actor: isolated (any Actor)?
        ) async throws(Failure) -> Element? {
            // The optimizer does not see that `pull` needs it.
            defer { withExtendedLifetime(edge) {} }
            if pull.request() { await pull.retained.tellPlace(isolation: actor) }
            do throws(Failure) {
                guard let value = try await base.next(isolation: actor) else {
                    pull.retained.finish()
                    return nil
                }
                if let parts { pull.receive(value, madeOf: parts(value)) } else { pull.receive(value) }
                if pull.isGated { await pull.retained.waitAtGate(isolation: actor) }
                return value
            } catch {
                pull.retained.fail(error)
                throw error
            }
        }

        init(_ edge: ConsumerEdge?, _ base: Base.AsyncIterator, _ parts: (@Sendable (Element) -> Int)?) {
            (self.edge, pull, self.base, self.parts) = (edge, edge.map(UnretainedConsumer.init), base, parts)
        }

        /// Records the consumer's state; `nil` if nothing is traced.
        package var report: ((StreamState) -> Void)? { edge?.report }
    }

    /// Creates the base under another name if possible; otherwise a stage after the base.
    fileprivate init(naming base: Base, _ label: StageLabel) {
        let named = (base as? any RelabelledSequence)?.labelled(label) as? Base
        self.init(named ?? base, label: label)
        isBare = named != nil
    }

    public func makeAsyncIterator() -> Iterator {
        guard !isBare else { return makeBareIterator() }
        let (iterator, pull) = ConsumerEdge.tracing(facts, in: CurrentTarget.value) { base.makeAsyncIterator() }
        return Iterator(pull, iterator, parts)
    }

    /// Iterates without a separate edge, since the base makes the edge.
    func makeBareIterator() -> Iterator { Iterator(nil, base.makeAsyncIterator(), nil) }

    public func _named(_ name: String, fileID: String, line: Int) -> TracedAsyncSequence {
        let label = StageLabel(name: name, fileID: fileID, line: line)
        return isBare ? TracedAsyncSequence(naming: base, label) : knowing { $0.label = label }
    }
}

extension TracedAsyncSequence: Sendable where Base: Sendable {}
extension TracedAsyncSequence.Iterator: Sendable where Base.AsyncIterator: Sendable {}

/// A class that can return the same object under another name. The method `labelled` is no overload of `probe`: in a `for await`
/// in nested closures, the compiler of Swift 6.3 crashes on equally ranked overloads of a class's method.
package protocol RelabelledSequence: AsyncSequence {
    func labelled(_ label: StageLabel) -> Self
}

extension _Operator {
    /// A sequence that keeps its identity under another name.
    public protocol Naming: FlowSequence {
        func _named(_ name: String, fileID: String, line: Int) -> Self
    }
}

extension _Operator.Naming {
    /// Names the stage in traces, and changes nothing else.
    @_disfavoredOverload
    public func probe(_ name: String, fileID: String = #fileID, line: Int = #line) -> Self {
        _named(name, fileID: fileID, line: line)
    }
}

extension AsyncSequence {
    /// If the program is traced, records the requests and values of this sequence's consumer under a name.
    ///
    /// Values, errors, cancellation and the executor stay unchanged, and no task is added.
    ///
    /// - Parameters:
    ///   - name: Its name in the trace.
    ///   - fileID: The file, for the trace.
    ///   - line: The line, from 1.
    @_disfavoredOverload
    public func probe(_ name: String, fileID: String = #fileID, line: Int = #line) -> TracedAsyncSequence<Self> {
        TracedAsyncSequence(naming: self, StageLabel(name: name, fileID: fileID, line: line))
    }
}

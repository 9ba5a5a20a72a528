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
    private var facts: StageFacts
    private let parts: (@Sendable (Element) -> Int)?

    /// - Parameters:
    ///   - type: The type that a trace names, by which the catalogue of operators knows the stage.
    ///   - parts: How many values of the sequence above make up one of these, where that is known of each.
    init(
        _ base: Base, as type: Any.Type = Base.self, label: StageLabel? = nil, parts: (@Sendable (Element) -> Int)? = nil
    ) {
        self.base = base
        facts = StageFacts(type: type, valueType: Element.self, label: label)
        self.parts = parts
    }

    /// A stage that a line of the program makes.
    init(
        _ base: Base, as type: Any.Type = Base.self, _ fileID: String, _ line: Int, parts: (@Sendable (Element) -> Int)? = nil
    ) {
        self.init(base, as: type, label: StageLabel(fileID: fileID, line: line), parts: parts)
    }

    /// The same stage, of which more is known.
    func knowing(_ change: (inout StageFacts) -> Void) -> Flow {
        var flow = self
        change(&flow.facts)
        return flow
    }

    /// Iterates over the base.
    public struct Iterator: AsyncIteratorProtocol {
        // It goes before the base does: the consumer has left by the time the base lets go of what it holds.
        @usableFromInline let pull: Pull?
        @usableFromInline var base: Base.AsyncIterator
        @usableFromInline let parts: (@Sendable (Element) -> Int)?

        /// The base's next value.
        @inlinable public mutating func next() async throws(Failure) -> Element? { try await next(isolation: nil) }

        /// The base's next value, which is asked for on the executor of `actor`.
        @inlinable public mutating func next(isolation actor: isolated (any Actor)?) async throws(Failure) -> Element? {
            guard let pull else { return try await base.next(isolation: actor) }
            pull.request()
            do {
                let value = try await base.next(isolation: actor)
                if let value {
                    pull.receive(value, mark: parts.map { UInt32(clamping: $0(value)) } ?? 0)
                } else {
                    pull.finish()
                }
                return value
            } catch {
                pull.fail(error)
                throw error
            }
        }

        /// Records what the consumer says it does; `nil` where nothing is traced.
        package var report: ((StreamState) -> Void)? { pull?.report }
    }

    public func makeAsyncIterator() -> Iterator {
        let (iterator, pull) = Pull.tracing(facts, in: CurrentTarget.value) { base.makeAsyncIterator() }
        return Iterator(pull: pull, base: iterator, parts: parts)
    }

    /// Iterates without an edge of its own: the base makes one.
    func makeBareIterator() -> Iterator { Iterator(pull: nil, base: base.makeAsyncIterator(), parts: nil) }

    /// Names the stage in traces.
    public func probe(_ name: String, fileID: String = #fileID, line: Int = #line) -> Flow {
        knowing { $0.label = StageLabel(name: name, fileID: fileID, line: line) }
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

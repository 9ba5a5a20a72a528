import FlowTrace

/// A value in flight through a traced stream or channel, with the mark of its `yield`.
@usableFromInline package protocol MarkedElement<Value> {
    associatedtype Value

    var mark: UInt32 { get }

    /// The value. Reading it marks it as received.
    func open() -> Value
}

/// The wrapped stream or channel: an untraced one, or one with marked values.
package enum StreamBacking<Plain: AsyncSequence, Traced: AsyncSequence>
where Traced.Element: MarkedElement<Plain.Element>, Traced.Failure == Plain.Failure {
    case plain(Plain)
    case traced(Traced, ProducerEdge)

    package var recordsYields: Bool {
        switch self {
        case .plain: false
        case .traced: true
        }
    }

    /// Makes an iterator and its edge in the trace.
    ///
    /// - Parameters:
    ///   - type: The type named in the trace.
    ///   - isShared: Whether other consumers continue after the cancellation of one.
    package func makeIterator(
        of type: Any.Type, label: StageLabel?, isShared: Bool
    ) -> StreamIterator<Plain.AsyncIterator, Traced.AsyncIterator> {
        var facts = StageFacts(type: type, valueType: Plain.Element.self, label: label)
        switch self {
        case .plain(let real):
            let (iterator, pull) = ConsumerEdge.tracing(facts, in: CurrentTarget.value) { real.makeAsyncIterator() }
            return StreamIterator(.plain(iterator), pull)
        case .traced(let real, let feed):
            facts.stream = feed.id
            let (iterator, pull) = ConsumerEdge.tracing(facts, in: feed.target) { real.makeAsyncIterator() }
            return StreamIterator(.traced(iterator, isShared ? nil : feed), pull)
        }
    }
}

extension StreamBacking: Sendable where Plain: Sendable, Traced: Sendable {}

/// The wrapped iterator of a stream or channel: records each call of `next`.
@usableFromInline package struct StreamIterator<Plain: AsyncIteratorProtocol, Traced: AsyncIteratorProtocol>
where Traced.Element: MarkedElement<Plain.Element>, Traced.Failure == Plain.Failure {
    @usableFromInline enum Backing {
        case plain(Plain)
        /// With the edge into the stream, if cancelling the consumer ends the stream.
        case traced(Traced, ProducerEdge?)
    }

    @usableFromInline var backing: Backing
    @usableFromInline let pull: ConsumerEdge?

    fileprivate init(_ backing: Backing, _ pull: ConsumerEdge?) {
        self.backing = backing
        self.pull = pull
    }

    /// The next value; `nil` at the end of the stream, or if the task is cancelled.
    @inlinable package mutating func next(
        isolation actor: isolated (any Actor)?
    ) async throws(Plain.Failure) -> Plain.Element? {
        if let pull, pull.request() { await pull.tellPlace(isolation: actor) }
        do throws(Plain.Failure) {
            switch backing {
            case .plain(var real):
                let value = try await real.next(isolation: actor)
                backing = .plain(real)
                guard let value else {
                    pull?.finish()
                    return nil
                }
                pull?.receive(value)
                if let pull, pull.isGated { await pull.waitAtGate(isolation: actor) }
                return value
            case .traced(var real, let feed):
                let marked = try await real.next(isolation: actor)
                backing = .traced(real, feed)
                guard let marked else {
                    end(feed)
                    return nil
                }
                let value = marked.open()
                pull?.receive(value, mark: marked.mark)
                if let pull, pull.isGated { await pull.waitAtGate(isolation: actor) }
                return value
            }
        } catch {
            pull?.fail(error)
            throw error
        }
    }

    @usableFromInline func end(_ feed: ProducerEdge?) {
        pull?.finish()
        if Task.isCancelled { feed?.cancel() }
    }
}

/// The wrapped continuation. All copies share the producer.
@usableFromInline enum ContinuationBacking<Plain: Hashable & Sendable, Traced: Hashable & Sendable>: Hashable, Sendable {
    case plain(Plain)
    case traced(Traced, Producer)

    @inlinable var recordsYields: Bool {
        switch self {
        case .plain: false
        case .traced: true
        }
    }
}

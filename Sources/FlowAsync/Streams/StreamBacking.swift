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
            return StreamIterator(iterator, pull)
        case .traced(let real, let feed):
            facts.stream = feed.id
            let (iterator, pull) = ConsumerEdge.tracing(facts, in: feed.target) { real.makeAsyncIterator() }
            return StreamIterator(iterator, pull, endedBy: isShared ? nil : feed)
        }
    }
}

extension StreamBacking: Sendable where Plain: Sendable, Traced: Sendable {}

/// The wrapped iterator of a stream or channel: records each call of `next`.
///
/// Two optionals and no enumeration: an iterator is advanced in place, since a payload would be copied for it at every value.
@usableFromInline package struct StreamIterator<Plain: AsyncIteratorProtocol, Traced: AsyncIteratorProtocol>
where Traced.Element: MarkedElement<Plain.Element>, Traced.Failure == Plain.Failure {
    @usableFromInline let edge: ConsumerEdge?
    @usableFromInline let pull: UnretainedConsumer?
    /// Of an untraced stream.
    @usableFromInline var plain: Plain?
    /// Of a traced one.
    @usableFromInline var traced: Traced?
    /// The edge into the stream, if cancelling the consumer ends the stream.
    @usableFromInline let feed: ProducerEdge?

    fileprivate init(_ plain: Plain, _ edge: ConsumerEdge?) {
        (self.plain, self.edge, pull, feed) = (plain, edge, edge.map(UnretainedConsumer.init), nil)
    }

    fileprivate init(_ traced: Traced, _ edge: ConsumerEdge?, endedBy feed: ProducerEdge?) {
        (self.traced, self.edge, pull, self.feed) = (traced, edge, edge.map(UnretainedConsumer.init), feed)
    }

    /// The next value; `nil` at the end of the stream, or if the task is cancelled.
    @inlinable @inline(__always) package mutating func next(
        isolation actor: isolated (any Actor)?
    ) async throws(Plain.Failure) -> Plain.Element? {
        // Only an untraced stream has no edge.
        guard let pull else { return try await plain?.next(isolation: actor) }
        return try await next(recordedBy: pull, isolation: actor)
    }

    @inlinable @inline(never) mutating func next(
        recordedBy pull: UnretainedConsumer, isolation actor: isolated (any Actor)?
    ) async throws(Plain.Failure) -> Plain.Element? {
        // The optimizer does not see that `pull` needs it.
        defer { withExtendedLifetime(edge) {} }
        if pull.request() { await pull.retained.tellPlace(isolation: actor) }
        let value: Plain.Element
        do throws(Plain.Failure) {
            if plain != nil {
                guard let next = try await plain?.next(isolation: actor) else {
                    pull.retained.finish()
                    return nil
                }
                value = next
                pull.receive(value)
            } else {
                guard let marked = try await traced?.next(isolation: actor) else {
                    end(pull)
                    return nil
                }
                value = marked.open()
                pull.receive(value, mark: marked.mark)
            }
        } catch {
            pull.retained.fail(error)
            throw error
        }
        if pull.isGated { await pull.retained.waitAtGate(isolation: actor) }
        return value
    }

    @usableFromInline func end(_ pull: UnretainedConsumer) {
        pull.retained.finish()
        if Task.isCancelled { feed?.cancel() }
    }
}

/// The wrapped continuation. All copies share the producer.
@usableFromInline struct ContinuationBacking<Plain: Hashable & Sendable, Traced: Hashable & Sendable>: Hashable, Sendable {
    /// The producer of a traced stream.
    @usableFromInline let producer: MarkingProducer<Traced>?
    /// The untraced stream's; an unused one if the stream is traced, since an optional would be copied at every yield.
    @usableFromInline let plain: Plain

    init(_ plain: Plain, _ producer: MarkingProducer<Traced>? = nil) { (self.plain, self.producer) = (plain, producer) }
}

import FlowTrace

/// The journey of one value: its events from its origin to its current place, or its loss.
public struct Journey: Hashable, Sendable {
    /// The end of the journey, as far as it is known.
    public enum End: Hashable, Sendable {
        /// The last subscriber received the value, or an operator with an unobserved output did.
        case delivered
        /// A store holds it.
        case held
        case dropped(DropReason)
        /// An operator filtered it out by its law.
        case filtered(by: NodeID)
        /// It became part of a result that combines many values.
        case collected(by: NodeID)
        /// It is inside an operator.
        case inside(NodeID)
    }

    /// The sequence numbers of its events, in order.
    public let events: [Int]
    public let end: End

    /// Follows the value of the event `sequence` backwards and forwards, along causes and through stores.
    ///
    /// Of equal values in a store, the oldest leaves first. Of several copies, the first one is followed. If the log has
    /// forgotten its oldest events, the journey begins with the first known event.
    ///
    /// - Parameters:
    ///   - sequence: The event, from 1.
    ///   - log: The events.
    ///   - last: The last event to consider.
    /// - Returns: `nil` if the log has no such event, or the event has no value.
    /// - Complexity: O(*n*) for *n* events in the log if the value passed a store; otherwise O(events in its calls).
    public init?(of sequence: Int, in log: TraceLog, upTo last: Int = .max) {
        guard let entry = log[sequence: sequence], entry.kind.isOfValue else { return nil }
        let follower = JourneyFollower(log: log, last: last)
        let journey = follower.back(from: entry).reversed() + follower.on(from: entry)
        events = journey.map(\.sequence)
        end = follower.end(after: journey.last ?? entry)
    }
}

/// Finds the previous and the next event of a value's journey.
package struct JourneyFollower {
    let log: TraceLog
    /// The last event to consider.
    var last = Int.max

    package init(log: TraceLog, last: Int = Int.max) { (self.log, self.last) = (log, last) }

    /// `entry` and the events before it, the newest first.
    package func back(from entry: TraceEntry) -> [TraceEntry] {
        var journey = [entry]
        while let last = journey.last, let before = before(last) { journey.append(before) }
        return journey
    }

    /// The events after `entry`.
    func on(from entry: TraceEntry) -> [TraceEntry] {
        var journey: [TraceEntry] = []
        while let next = after(journey.last ?? entry) { journey.append(next) }
        return journey
    }

    /// The end of a journey whose last event is `entry`.
    func end(after entry: TraceEntry) -> Journey.End {
        switch entry.kind {
        case .dropped: return .dropped(entry.event.dropReason ?? .noDemand)
        case .buffered: return .held
        case .value, .offered, .unbuffered: break
        case .subscribed, .request, .returned, .finished, .failure, .cancel, .state, .note, .causeLink: return .delivered
        }
        guard let fact = log.edge(entry.edge), fact.role == .link, let id = fact.downstream, let node = log.node(id),
            node.role != .sink, log.edges.contains(where: { $0.role == .link && $0.upstream == id })
        else { return .delivered }
        switch node.operation.law.flow?.family {
        case .oneOrNone: return log.isOpen(entry.sequence, at: last) ? .inside(id) : .filtered(by: id)
        case .manyToOne: return .collected(by: id)
        case .oneToOne, .oneOfEach, .latestOfEach, .oneToMany, .fanOut, nil: return .inside(id)
        }
    }

    // MARK: Backwards

    private func before(_ entry: TraceEntry) -> TraceEntry? {
        switch entry.kind {
        case .value, .buffered: return source(of: entry)
        case .dropped: return isRefusal(entry) ? source(of: entry) : entering(entry)
        case .unbuffered: return entering(entry)
        case .offered, .subscribed, .request, .returned, .finished, .failure, .cancel, .state, .note, .causeLink: return nil
        }
    }

    /// The value, or the release from a store, that led directly to an event.
    private func source(of entry: TraceEntry) -> TraceEntry? {
        guard let cause = entry.cause.flatMap({ log[sequence: $0] }) else { return nil }
        switch cause.kind {
        case .value, .offered, .unbuffered: return leads(from: cause, to: entry) ? cause : nil
        case .buffered, .dropped, .subscribed, .request, .returned, .finished, .failure, .cancel, .state, .note, .causeLink:
            return nil
        }
    }

    /// Whether `cause` happened just above `entry`, as far as the graph is known.
    private func leads(from cause: TraceEntry, to entry: TraceEntry) -> Bool {
        guard let above = log.edge(cause.edge), let below = log.edge(entry.edge) else { return false }
        if above.role == .source || above.id == below.id { return entry.kind != .value || above.id != below.id }
        let node = above.role == .store ? above.upstream : above.downstream
        return node == nil || below.upstream == nil || node == below.upstream
    }

    // MARK: Forwards

    private func after(_ entry: TraceEntry) -> TraceEntry? {
        switch entry.kind {
        case .value, .offered: return firstEffect(of: entry)
        case .buffered: return leaving(entry)
        case .unbuffered: return release(after: entry)
        case .dropped, .subscribed, .request, .returned, .finished, .failure, .cancel, .state, .note, .causeLink: return nil
        }
    }

    private func firstEffect(of entry: TraceEntry) -> TraceEntry? {
        for next in log.entries(after: entry.sequence, upTo: last) where next.thread == entry.thread {
            if next.cause == entry.sequence {
                let isStep = next.kind == .value || next.kind == .buffered || next.kind == .dropped && isRefusal(next)
                if isStep, leads(from: entry, to: next) { return next }
            } else if next.cause ?? 0 < entry.sequence {
                return nil
            }
        }
        return nil
    }

    /// The delivery of a value that has left a store; values of several inputs may leave together.
    private func release(after entry: TraceEntry) -> TraceEntry? {
        let node = log.edge(entry.edge)?.upstream
        for next in log.entries(after: entry.sequence, upTo: last) where next.thread == entry.thread {
            let source = log.edge(next.edge)?.upstream
            if next.kind == .value, source == nil || source == node { return next }
            guard next.cause == entry.sequence || next.kind == .unbuffered && source == node else { return nil }
        }
        return nil
    }

    // MARK: Stores

    /// The event at which the value that `exit` removes entered the store; of equal values, the oldest leaves first.
    private func entering(_ exit: TraceEntry) -> TraceEntry? { stays(equalTo: exit, upTo: exit.sequence - 1).first }

    /// The event that removes an entered value.
    private func leaving(_ enter: TraceEntry) -> TraceEntry? {
        var ahead = stays(equalTo: enter, upTo: enter.sequence).count - 1
        for next in log.entries(after: enter.sequence, upTo: last) where next.edge == enter.edge && isEqual(next, enter) {
            guard next.kind == .unbuffered || next.kind == .dropped && !isRefusal(next) else { continue }
            if ahead == 0 { return next }
            ahead -= 1
        }
        return nil
    }

    /// The entries of values equal to that of `entry` that are still in its store after the event `last`, oldest first.
    private func stays(equalTo entry: TraceEntry, upTo last: Int) -> ArraySlice<TraceEntry> {
        var held: ArraySlice<TraceEntry> = []
        for next in log.entries(after: 0, upTo: last) where next.edge == entry.edge && isEqual(next, entry) {
            if next.kind == .buffered { held.append(next) }
            if next.kind == .unbuffered || next.kind == .dropped && !isRefusal(next) { held = held.dropFirst() }
        }
        return held
    }

    private func isEqual(_ one: TraceEntry, _ other: TraceEntry) -> Bool {
        guard one.event.valueType == other.event.valueType else { return false }
        if one.event.valueType != .textElsewhere { return one.event.a == other.event.a && one.event.b == other.event.b }
        return log.value(of: one) == log.value(of: other)
    }

    private func isRefusal(_ entry: TraceEntry) -> Bool { log.isRefusal(entry) }
}

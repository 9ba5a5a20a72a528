import FlowTrace

/// Where one value went: the events of its way, from where it came from to where it is or was lost.
public struct Journey: Hashable, Sendable {
    /// How the way ends, as far as the log goes.
    public enum End: Hashable, Sendable {
        /// The subscriber at the end of the stream has it, or an operator whose output is not seen.
        case delivered
        /// A store holds it.
        case held
        /// It was lost.
        case dropped(DropReason)
        /// An operator left it out, as is its law.
        case filtered(by: NodeID)
        /// It became part of a result that stands for many.
        case collected(by: NodeID)
        /// It went into an operator and did not come out again, so far.
        case inside(NodeID)
    }

    /// The sequence numbers of its events, in order.
    public let events: [Int]
    /// How it ends.
    public let end: End

    /// Follows the value of the event `sequence` back to where it came from and on to where it went, along causes and through stores.
    ///
    /// A value is known again behind a store by being the oldest of those equal to it. Of several copies the first is followed. Where the
    /// log has forgotten its oldest entries the way begins with what is known.
    ///
    /// - Parameter last: The event up to which it is followed; what comes later has not happened yet.
    /// - Returns: `nil` where the log has no such event, or it is not of a value.
    /// - Complexity: O(*n*) for *n* events kept, where the value passed a store; otherwise O(events in its calls).
    public init?(of sequence: Int, in log: TraceLog, upTo last: Int = .max) {
        guard let entry = log[sequence: sequence], entry.kind.isOfValue else { return nil }
        let follower = JourneyFollower(log: log, last: last)
        let way = follower.back(from: entry).reversed() + follower.on(from: entry)
        events = way.map(\.sequence)
        end = follower.end(after: way.last ?? entry)
    }
}

/// Finds the event before and the event after one on the way of a value.
package struct JourneyFollower {
    let log: TraceLog
    /// The event up to which a value is followed.
    var last = Int.max

    package init(log: TraceLog, last: Int = Int.max) {
        (self.log, self.last) = (log, last)
    }

    /// The events before `entry`, the nearest first, and `entry` before them.
    package func back(from entry: TraceEntry) -> [TraceEntry] {
        var way = [entry]
        while let last = way.last, let before = before(last) { way.append(before) }
        return way
    }

    /// The events after `entry`.
    func on(from entry: TraceEntry) -> [TraceEntry] {
        var way: [TraceEntry] = []
        while let next = after(way.last ?? entry) { way.append(next) }
        return way
    }

    /// How a way ends whose last event this is.
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

    // MARK: Back

    private func before(_ entry: TraceEntry) -> TraceEntry? {
        switch entry.kind {
        case .value, .buffered: return source(of: entry)
        case .dropped: return isRefusal(entry) ? source(of: entry) : entering(entry)
        case .unbuffered: return entering(entry)
        case .offered, .subscribed, .request, .returned, .finished, .failure, .cancel, .state, .note, .causeLink: return nil
        }
    }

    /// The value or the release that an event is the next step of.
    private func source(of entry: TraceEntry) -> TraceEntry? {
        guard let cause = entry.cause.flatMap({ log[sequence: $0] }) else { return nil }
        switch cause.kind {
        case .value, .offered, .unbuffered: return leads(from: cause, to: entry) ? cause : nil
        case .buffered, .dropped, .subscribed, .request, .returned, .finished, .failure, .cancel, .state, .note, .causeLink:
            return nil
        }
    }

    /// Whether the place of `cause` lies just above the place of `entry`, as far as the graph is known.
    private func leads(from cause: TraceEntry, to entry: TraceEntry) -> Bool {
        guard let above = log.edge(cause.edge), let below = log.edge(entry.edge) else { return false }
        if above.role == .source || above.id == below.id { return entry.kind != .value || above.id != below.id }
        let place = above.role == .store ? above.upstream : above.downstream
        return place == nil || below.upstream == nil || place == below.upstream
    }

    // MARK: On

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

    /// The delivery of what has left a store, which several inputs may leave at once.
    private func release(after entry: TraceEntry) -> TraceEntry? {
        let node = log.edge(entry.edge)?.upstream
        for next in log.entries(after: entry.sequence, upTo: last) where next.thread == entry.thread {
            let place = log.edge(next.edge)?.upstream
            if next.kind == .value, place == nil || place == node { return next }
            guard next.cause == entry.sequence || next.kind == .unbuffered && place == node else { return nil }
        }
        return nil
    }

    // MARK: Stores

    /// The entry into the store of what an event takes out: the oldest that is equal to it.
    private func entering(_ exit: TraceEntry) -> TraceEntry? {
        stays(equalTo: exit, upTo: exit.sequence - 1).first
    }

    /// What takes out a value that entered.
    private func leaving(_ enter: TraceEntry) -> TraceEntry? {
        var ahead = stays(equalTo: enter, upTo: enter.sequence).count - 1
        for next in log.entries(after: enter.sequence, upTo: last) where next.edge == enter.edge && isEqual(next, enter) {
            guard next.kind == .unbuffered || next.kind == .dropped && !isRefusal(next) else { continue }
            if ahead == 0 { return next }
            ahead -= 1
        }
        return nil
    }

    /// The values equal to that of `entry` that its store holds after the event `last`, the oldest first.
    private func stays(equalTo entry: TraceEntry, upTo last: Int) -> ArraySlice<TraceEntry> {
        var held: ArraySlice<TraceEntry> = []
        for next in log.entries(after: 0, upTo: last) where next.edge == entry.edge && isEqual(next, entry) {
            if next.kind == .buffered { held.append(next) }
            if next.kind == .unbuffered || next.kind == .dropped && !isRefusal(next) { held = held.dropFirst() }
        }
        return held
    }

    private func isEqual(_ one: TraceEntry, _ other: TraceEntry) -> Bool {
        guard one.event.tag == other.event.tag else { return false }
        if one.event.tag >> 4 != 5 { return one.event.a == other.event.a && one.event.b == other.event.b }
        return log.value(of: one) == log.value(of: other)
    }

    private func isRefusal(_ entry: TraceEntry) -> Bool {
        log.isRefusal(entry)
    }
}

extension TraceLog {
    /// Whether a drop lost its value at the door of a store or at a source, rather than out of a store.
    func isRefusal(_ drop: TraceEntry) -> Bool {
        switch drop.event.dropReason {
        case .overflowNewest, .noDemand, .noSubscriber, nil: return true
        case .overflowOldest, .cancelled, .superseded: return false
        case .error:
            // The value that did not fit breaks the buffer in its own call; those it holds are lost at the end.
            let cause = drop.cause.flatMap { self[sequence: $0] }
            return cause?.kind == .offered || cause?.kind == .value
        }
    }
}

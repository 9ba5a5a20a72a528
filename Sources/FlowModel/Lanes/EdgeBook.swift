import FlowTrace

/// The state of an edge that all folds share: its counts, the moments of its current life, and its waiting values.
///
/// A fold over edges embeds one for each edge, and adds only its own measurements.
package struct EdgeBook: Sendable {
    package private(set) var account = EdgeAccount()
    package var times = EdgeTimes()
    package private(set) var held = HeldQueue()

    package init() {}

    /// Adds the next event of an edge, but leaves the waiting values unchanged.
    ///
    /// - Parameters:
    ///   - kind: The event's kind.
    ///   - fromStore: Whether a dropped value had been in a buffer.
    package mutating func fold(_ entry: TraceEntry, _ kind: SignalKind, fromStore: Bool = false) {
        account.fold(kind, of: entry.event, fromStore: fromStore)
        times.fold(entry, kind)
    }

    /// Adds the next event; returns the value that it removed from the store.
    @discardableResult
    package mutating func fold(_ entry: TraceEntry, in log: TraceLog) -> HeldQueue.Item? {
        let left = held.fold(entry, value: log.value(of: entry))
        fold(entry, entry.kind, fromStore: left != nil)
        return left
    }
}

/// The moments of an edge's current life. A subscription that replaces an ended one begins another life.
package struct EdgeTimes: Sendable {
    package typealias End = (kind: SignalKind, moment: Moment)

    /// Whether its subscription replaced an earlier one.
    package private(set) var isSuccessor = false
    /// Its first subscription, and its first request.
    package private(set) var subscribed: Moment?
    package private(set) var requested: Moment?
    /// Its first end, and its last: a finished edge can still be cancelled.
    package private(set) var end: End?
    package private(set) var lastEnd: End?
    /// Whether its first end is that of a stream which was released before it had ended.
    package private(set) var isLetGo = false
    /// The time since which its subscriber has been paused, as the subscriber reported.
    package private(set) var pausedSince: TraceTime?
    /// The time since which a viewer has held or slowed its subscriber, and how; `nil` if none does.
    package private(set) var hand: (state: HandState, since: TraceTime)?
    /// The time since which its subscriber has waited for a released continuation.
    package private(set) var abandonedSince: TraceTime?

    fileprivate mutating func fold(_ entry: TraceEntry, _ kind: SignalKind) {
        switch kind {
        case .subscribed:
            if entry.event.beginsLife {
                self = EdgeTimes()
                isSuccessor = true
            }
            subscribed = subscribed ?? entry.moment
        case .request: requested = requested ?? entry.moment
        case .finished, .failure, .cancel:
            (lastEnd, hand) = ((kind, entry.moment), nil)
            if end == nil { (end, isLetGo) = (lastEnd, entry.event.isLetGo) }
        case .note: if entry.event.isForsaken { abandonedSince = abandonedSince ?? entry.time }
        case .value, .returned, .offered, .dropped, .buffered, .unbuffered, .state, .causeLink: break
        }
    }

    /// The time since which a viewer has held its subscriber; `nil` if none does.
    var heldSince: TraceTime? {
        if case .held = hand?.state { hand?.since } else { nil }
    }

    /// Adds a state that its subscriber reported.
    package mutating func observe(_ state: StreamState?, at time: TraceTime) {
        switch state {
        case .paused?: pausedSince = pausedSince ?? time
        case .resumed?: pausedSince = nil
        case .hand(let state)?: observe(state, at: time)
        case .working?, .idle?, .finished?, .handler?, .custom?, nil: break
        }
    }

    private mutating func observe(_ state: HandState, at time: TraceTime) {
        switch state {
        case .held:
            if case .held = hand?.state { return }
            hand = (state, time)
        case .slowed: hand = (state, time)
        case .passed: break
        case .released: hand = nil
        }
    }
}

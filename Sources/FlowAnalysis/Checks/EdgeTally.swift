import FlowModel
import FlowTrace

/// The account of an edge, with the measures of expectations: waits, losses and the time without demand.
struct EdgeTally: Sendable {
    /// The values that it lost for one reason.
    struct Losses: Sendable {
        let first: (moment: Moment, value: String?)
        /// Whether the operator's purpose is to drop values.
        let leavesOut: Bool
        var count = 0

        /// Whether the operator chose another value in place of each lost one, by design.
        func isByDesign(_ reason: DropReason) -> Bool { reason == .superseded || leavesOut && reason == .overflowNewest }
    }

    private(set) var book = EdgeBook()
    /// The role of the edge; `nil` before its fact is known.
    private var role: EdgeFact.Role?
    /// The longest wait of a value that has left, in nanoseconds.
    private var longestWait: UInt64 = 0
    /// Whether its current life has had a request.
    private(set) var hasAsked = false
    private(set) var losses: [DropReason: Losses] = [:]
    private(set) var unasked = UnaskedTime()

    /// The text of the error with which it failed; `nil` if it did not, or if the text is unknown.
    private(set) var failure: String?

    /// The moment of its end; `nil` while it is live.
    var ended: Moment? { book.times.end?.moment }

    /// The number of values waiting on it.
    var heldCount: HeldCount { HeldCount(book.held.items.count, isLeast: book.account.heldIsLowerBound) }

    /// Adds an event; returns the wait of the value that it removed, in nanoseconds.
    ///
    /// - Parameters:
    ///   - late: The reason for the loss of its value after the end; `nil` if it is not lost.
    ///   - log: The log that holds the event.
    mutating func fold(_ entry: TraceEntry, lost late: DropReason?, in log: TraceLog) -> UInt64? {
        if role == nil { role = log.edge(entry.edge)?.role }
        switch entry.kind {
        case .subscribed: if entry.event.beginsLife { (hasAsked, failure) = (false, nil) }
        case .failure where ended == nil: failure = log.value(of: entry)?.description
        case .value:
            hasAsked = true
            if let late { lose(entry, late, in: log) }
        case .request, .returned: if entry.event.demand != Demand.none { hasAsked = true }
        case .dropped: lose(entry, entry.event.dropReason ?? .noDemand, in: log)
        case .offered, .buffered, .unbuffered, .finished, .failure, .cancel, .state, .note, .causeLink: break
        }
        guard role == .store else {
            book.fold(entry, entry.kind)
            unasked.fold(entry, outstanding: book.account.outstanding, in: log)
            return nil
        }
        guard let left = book.fold(entry, in: log) else { return nil }
        let wait = entry.time - left.time
        longestWait = max(longestWait, wait)
        return wait
    }

    private mutating func lose(_ entry: TraceEntry, _ reason: DropReason, in log: TraceLog) {
        if losses[reason, default: Losses(first: (.start, nil), leavesOut: false)].count == 0 {
            losses[reason] = Losses(
                first: (entry.moment, log.value(of: entry)?.description), leavesOut: log.leavesOut(on: entry.edge))
        }
        losses[reason]?.count += 1
    }

    /// Retracts the last loss for a reason: the value was passed on after all.
    mutating func regain(_ reason: DropReason) { losses[reason]?.count -= 1 }

    /// The longest wait at a time, including waits that are still open.
    func longestWait(at time: TraceTime) -> UInt64 {
        book.held.items.first.map { max(longestWait, time - $0.time) } ?? longestWait
    }
}

extension TraceLog {
    /// Whether the purpose of the operator above an edge is to drop values.
    package func leavesOut(on edge: EdgeID) -> Bool {
        self.edge(edge)?.upstream.flatMap { node($0)?.operation }?.limitsRate == true
    }
}

/// The time without demand in the life of a link.
///
/// Two spans do not count, since the subscriber wants no values in them. One ends with the first request, if the subscriber makes
/// it while it receives the subscription. The other begins with a value during whose call the subscriber cancels.
///
/// - Complexity: O(1) an event, amortised.
struct UnaskedTime: Sendable {
    /// The event that began its subscription, and its time.
    private var begin = Moment.start
    /// The moment at which an event spent the last demand; `nil` while there is some.
    private var spent: Moment?
    private var isLive = false
    /// The sums of the ended subscriptions, in nanoseconds.
    private(set) var lived: UInt64 = 0
    private(set) var unasked: UInt64 = 0
    /// Whether demand ever ran out. In virtual time it may have returned at the same instant.
    private(set) var wasUnasked = false

    /// Adds the next event of a link.
    ///
    /// - Parameter outstanding: The demand after it.
    fileprivate mutating func fold(_ entry: TraceEntry, outstanding: Demand, in log: TraceLog) {
        switch entry.kind {
        case .subscribed where !isLive || entry.event.beginsLife:
            end(at: entry.time)
            (isLive, begin, spent) = (true, entry.moment, entry.moment)
        case .request, .returned:
            guard let spent, outstanding != .none else { return }
            // During the call of a value only other threads can send further values, and that takes time.
            let isWithin = entry.kind == .returned && spent.time == entry.time
            if !isWithin, !isFirst(entry, in: log) { close(at: entry.time) }
            self.spent = nil
        case .value: if isLive, spent == nil, outstanding == .none { spent = entry.moment }
        case .finished, .failure, .cancel:
            if entry.kind == .cancel, spent.map({ $0.sequence <= entry.cause ?? 0 }) == true { spent = nil }
            end(at: entry.time)
        case .subscribed, .offered, .dropped, .buffered, .unbuffered, .state, .note, .causeLink: break
        }
    }

    private mutating func close(at time: TraceTime) {
        guard let since = spent.take() else { return }
        unasked += time - since.time
        wasUnasked = true
    }

    private mutating func end(at time: TraceTime) {
        guard isLive else { return }
        close(at: time)
        lived += time - begin.time
        isLive = false
    }

    /// Whether a request is made during the handover of the subscription.
    private func isFirst(_ request: TraceEntry, in log: TraceLog) -> Bool {
        guard spent?.sequence == begin.sequence else { return false }
        var cause = request.cause
        while let sequence = cause, sequence >= begin.sequence, let entry = log[sequence: sequence] {
            if entry.kind == .subscribed { return true }
            guard entry.kind == .request else { return false }
            cause = entry.cause
        }
        return false
    }

    /// The sums at the end of a run.
    func ended(at time: TraceTime) -> UnaskedTime {
        var ended = self
        ended.end(at: time)
        return ended
    }
}

import FlowTrace

/// When a lane's sink was paused and resumed; grows at its end only.
struct PauseHistory: Sendable {
    private struct Change {
        let sequence: Int
        let time: TraceTime
        let pauses: Bool
    }

    /// Pauses and resumptions, by turns, a pause first.
    private var changes: [Change] = []

    /// Begins paused where there is a time since when.
    init(since: TraceTime? = nil) {
        if let since { changes = [Change(sequence: 0, time: since, pauses: true)] }
    }

    /// Observes a state of the lane's subscriber; only pauses and resumptions count.
    mutating func observe(_ state: StreamState, of entry: TraceEntry) {
        guard state == .paused || state == .resumed else { return }
        let pauses = state == .paused
        guard pauses != (changes.last?.pauses ?? false) else { return }
        changes.append(Change(sequence: entry.sequence, time: entry.time, pauses: pauses))
    }

    /// Since when the sink is paused after the event `sequence`, `nil` where it is not.
    ///
    /// - Complexity: O(log *n*) for *n* pauses.
    func since(at sequence: Int) -> TraceTime? {
        changes[..<count(upTo: sequence)].last.flatMap { $0.pauses ? $0.time : nil }
    }

    /// The stretches in which it was paused, up to the event `sequence`; an open one has no end.
    ///
    /// - Complexity: O(*n*) for *n* pauses.
    func stretches(upTo sequence: Int) -> [(start: TraceTime, end: TraceTime?)] {
        let count = count(upTo: sequence)
        return stride(from: 0, to: count, by: 2).map { place in
            (changes[place].time, place + 1 < count ? changes[place + 1].time : nil)
        }
    }

    private func count(upTo sequence: Int) -> Int {
        changes.partitioningIndex { $0.sequence > sequence }
    }
}

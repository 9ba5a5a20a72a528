import FlowTrace

/// What an operator holds of one of its inputs.
struct HeldValues: Sendable {
    /// More calls than this never deliver at once; in a damaged trace they may seem to.
    private static let transitLimit = 512

    /// The edge that brings the values.
    let input: Int
    /// What it holds.
    var values = WaitingList<HeldValue>()
    /// The edge that tells of it, where something was told.
    var store: EdgeID?
    /// Values whose delivery to the operator has not returned, with the call that delivers them.
    private(set) var inTransit: [(call: Int, value: HeldValue)] = []

    init(input: Int) {
        self.input = input
    }

    /// Changes how each value is told.
    mutating func retell(_ change: (TraceEvent.Payload) -> TraceEvent.Payload) {
        values.update { $0.payload = change($0.payload) }
        for place in inTransit.indices { inTransit[place].value.payload = change(inTransit[place].value.payload) }
    }

    mutating func begin(_ value: HeldValue, in call: Int) {
        if inTransit.count == HeldValues.transitLimit { inTransit.removeFirst() }
        inTransit.append((call, value))
    }

    /// Takes out the value that a call delivers.
    mutating func end(_ call: Int) -> HeldValue? {
        guard let place = inTransit.firstIndex(where: { $0.call == call }) else { return nil }
        return inTransit.remove(at: place).value
    }

    /// Takes out the value that the oldest call after a number delivers; the end of those before was lost.
    mutating func end(after lastLost: Int) -> HeldValue? {
        inTransit.removeAll { $0.call <= lastLost }
        return inTransit.isEmpty ? nil : inTransit.removeFirst().value
    }

    /// Whether it keeps nothing that is to be told.
    var isEmpty: Bool {
        values.isEmpty && inTransit.isEmpty
    }
}

/// A value that an operator holds.
struct HeldValue: Equatable, Sendable {
    /// What the trace shows for it; text stands in the log already.
    var payload: TraceEvent.Payload
    /// The entry of its delivery to the operator.
    let sequence: Int
}

import FlowTrace

/// The values that an operator holds from one of its inputs.
struct HeldValues: Sendable {
    /// The most concurrent deliveries; only a damaged trace has more.
    private static let transitLimit = 512

    /// The edge that brings the values.
    let input: TracedEdge.Index
    var values = ArrivalQueue<HeldValue>()
    /// The edge that reports its buffer, once declared.
    var store: EdgeID?
    /// Whether the last report said that it may hold more than the known values.
    var isMarked = false
    /// Whether its values only release the values of another input.
    var isSignal = false
    /// For combining the newest of each input: whether it has sent a value, and whether the newest is in no output yet.
    var hasSent = false
    var isNewestOpen = false
    /// For combining in tasks: a value that arrived before the first output, with another before it. One of the two is part of that
    /// output, and it is unclear which.
    var successor: HeldValue?
    /// Whether the operator has taken the successor for certain.
    var isSuccessorTaken = false
    /// Values whose delivery to the operator has not returned, with the delivering call.
    private(set) var inTransit: [(call: Int, value: HeldValue)] = []

    init(input: TracedEdge.Index) { self.input = input }

    mutating func rewritePayloads(_ change: (TraceEvent.Payload) -> TraceEvent.Payload) {
        values.update { $0.payload = change($0.payload) }
        if let payload = successor?.payload { successor?.payload = change(payload) }
        for index in inTransit.indices { inTransit[index].value.payload = change(inTransit[index].value.payload) }
    }

    mutating func begin(_ value: HeldValue, in call: Int) {
        if inTransit.count == HeldValues.transitLimit { inTransit.removeFirst() }
        inTransit.append((call, value))
    }

    mutating func begin() {
        (inTransit, hasSent, isNewestOpen) = ([], false, false)
        (successor, isSuccessorTaken) = (nil, false)
    }

    /// For combining in tasks: whether its newest value waits for a separate output.
    var holdsOutput: Bool { values.count > (successor == nil ? 0 : 1) }

    /// Removes the value that a call delivers.
    mutating func end(_ call: Int) -> HeldValue? {
        guard let index = inTransit.firstIndex(where: { $0.call == call }) else { return nil }
        return inTransit.remove(at: index).value
    }

    /// Removes the value of the oldest call after `lastLost`, the last call with missing records.
    mutating func end(after lastLost: Int) -> HeldValue? {
        inTransit.removeAll { $0.call <= lastLost }
        return inTransit.isEmpty ? nil : inTransit.removeFirst().value
    }

    var isEmpty: Bool { values.isEmpty && inTransit.isEmpty }
}

/// A value that an operator holds.
struct HeldValue: Equatable, Sendable {
    /// Its payload in the trace; a text is already in the log.
    var payload: TraceEvent.Payload
    /// The event that delivered it to the operator.
    let sequence: Int
    /// The number of values on its edge so far, with this one; 0 if not counted.
    var number: UInt32 = 0
}

import FlowTrace

/// What an operator holds of one of its inputs.
struct HeldValues: Sendable {
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
        inTransit.append((call, value))
    }

    /// Takes out the value that a call delivers; any call's where `call` is `nil`.
    mutating func end(_ call: Int?) -> HeldValue? {
        guard let place = inTransit.firstIndex(where: { call == nil || $0.call == call }) else { return nil }
        return inTransit.remove(at: place).value
    }
}

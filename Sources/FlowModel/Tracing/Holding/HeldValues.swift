import FlowTrace

/// What an operator holds of one of its inputs.
struct HeldValues: Sendable {
    /// The edge that brings the values.
    let input: Int
    /// Oldest first.
    private(set) var values: ArraySlice<HeldValue> = []
    /// Values whose delivery to the operator has not returned, with the call that delivers them.
    private(set) var inTransit: [(call: Int, value: HeldValue)] = []

    init(input: Int) {
        self.input = input
    }

    mutating func append(_ value: HeldValue) {
        values.append(value)
    }

    /// Changes how each value is told.
    mutating func retell(_ change: (TraceEvent.Payload) -> TraceEvent.Payload) {
        for place in values.indices { values[place].payload = change(values[place].payload) }
        for place in inTransit.indices { inTransit[place].value.payload = change(inTransit[place].value.payload) }
    }

    mutating func removeFirst() -> HeldValue? {
        values.popFirst()
    }

    mutating func removeAll() -> [HeldValue] {
        defer { values = [] }
        return Array(values)
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

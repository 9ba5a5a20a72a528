import FlowOperators

/// Operators that combine the newest value of each input.
extension HoldingOperator {
    /// Whether it iterates each input in a separate task, as AsyncAlgorithms does.
    ///
    /// A value is then recorded before the operator takes it, so the order of two inputs' records is not the order of their values.
    /// Only this is certain: until it has a value of each input, a newer value of an input replaces the older one; each later value
    /// makes an output. It asks an input again once it has taken the input's value and its output, if any, has been delivered.
    var iteratesInputs: Bool { rule.leaving == .newestOfEach && rule.keeping == .everything }

    mutating func combine(_ value: HeldValue, at index: Int, _ changes: inout [HoldingChange]) {
        if iteratesInputs { take(value, at: index, &changes) } else { replace(with: value, at: index, &changes) }
    }

    mutating func sendCombined(_ changes: inout [HoldingChange]) {
        if iteratesInputs { sendTaken(&changes) } else { sendDue(&changes) }
    }

    // MARK: Within a call

    /// Holds the newest value of an input until it is part of an output.
    private mutating func replace(with value: HeldValue, at index: Int, _ changes: inout [HoldingChange]) {
        if inputs[index].isNewestOpen, let replaced = inputs[index].values.popLast() {
            append(.dropped(.superseded), replaced, index, &changes)
        }
        (inputs[index].hasSent, inputs[index].isNewestOpen) = (true, true)
        inputs[index].values.append(value)
        append(.buffered, value, index, &changes)
        guard demand != .none || !isDemandKnown, inputs.count(where: \.hasSent) >= max(2, inputCount) else { return }
        demand.spend()
        due.append(inputs.indices.filter { inputs[$0].isNewestOpen })
        for index in inputs.indices { inputs[index].isNewestOpen = false }
    }

    /// Sends the newest values together. If no output is due, records of several threads arrived out of order.
    private mutating func sendDue(_ changes: inout [HoldingChange]) {
        for index in due.popFirst() ?? Array(inputs.indices) {
            removeOldest(at: index, .unbuffered, &changes)
            if inputs[index].values.isEmpty { inputs[index].isNewestOpen = false }
        }
    }

    // MARK: In tasks

    private mutating func take(_ value: HeldValue, at index: Int, _ changes: inout [HoldingChange]) {
        guard !hasCombined, !inputs[index].values.isEmpty else {
            inputs[index].isNewestOpen = hasCombined
            inputs[index].values.append(value)
            return append(.buffered, value, index, &changes)
        }
        // The record that its input was asked again is missing.
        if inputs[index].successor != nil { settle(index, &changes) }
        inputs[index].successor = value
    }

    /// Sends the values of the first output together, and then one with each output.
    private mutating func sendTaken(_ changes: inout [HoldingChange]) {
        guard hasCombined else {
            hasCombined = true
            for index in inputs.indices where inputs[index].successor == nil { removeOldest(at: index, .unbuffered, &changes) }
            return
        }
        if let index = inputs.indices.filter({ inputs[$0].holdsOutput }).min(by: { newest($0) < newest($1) }),
            let value = inputs[index].values.popLast()
        {
            unsettled += 1
            return append(.unbuffered, value, index, &changes)
        }
        let unclear = inputs.indices.filter { inputs[$0].successor != nil }
        undecided += unclear.isEmpty ? 0 : 1
        guard undecided == unclear.count else { return }
        for index in unclear { release(index, .unbuffered, .unbuffered, &changes) }
        undecided = 0
    }

    private func newest(_ index: Int) -> Int { inputs[index].values.elements.last?.sequence ?? 0 }

    /// Records that an input is asked again, or has ended.
    mutating func settleArrival(from edge: TracedEdge.Index, _ changes: inout [HoldingChange]) {
        guard iteratesInputs else { return settleArrival(&changes) }
        guard !isOver, let index = inputs.firstIndex(where: { $0.input == edge }) else { return }
        settle(index, &changes)
        guard hasCombined, unsettled == 0 else { return }
        let unclear = inputs.indices.filter { inputs[$0].successor != nil }
        guard undecided == 0 || unclear.allSatisfy({ inputs[$0].isSuccessorTaken }) else { return }
        // The other outputs so far are those of other values. Which successors made the undecided ones stays unknown.
        for index in unclear where inputs[index].isSuccessorTaken {
            release(index, undecided == 0 ? .dropped(.superseded) : .forgotten, .unbuffered, &changes)
        }
        undecided = 0
    }

    private mutating func settle(_ index: Int, _ changes: inout [HoldingChange]) {
        guard hasCombined else { return succeed(index, &changes) }
        inputs[index].isSuccessorTaken = inputs[index].successor != nil
        guard inputs[index].isNewestOpen else { return }
        inputs[index].isNewestOpen = false
        guard inputs[index].holdsOutput, let value = inputs[index].values.popLast() else {
            unsettled -= 1
            return
        }
        // Its output counted as that of another value, whose own one follows; without one, records are missing.
        append(unsettled > 0 ? .unbuffered : .forgotten, value, index, &changes)
        if unsettled > 0 { hand(value) }
    }

    /// Replaces an input's value before the first output.
    private mutating func succeed(_ index: Int, _ changes: inout [HoldingChange]) {
        guard let successor = inputs[index].successor else { return }
        inputs[index].successor = nil
        removeOldest(at: index, .dropped(.superseded), &changes)
        inputs[index].values.append(successor)
        append(.buffered, successor, index, &changes)
    }

    /// Removes an input's oldest value and its successor, if any.
    mutating func release(
        _ index: Int, _ oldest: HoldingChange.Kind, _ successor: HoldingChange.Kind, _ changes: inout [HoldingChange]
    ) {
        guard let value = inputs[index].successor else { return }
        (inputs[index].successor, inputs[index].isSuccessorTaken) = (nil, false)
        removeOldest(at: index, oldest, &changes)
        append(.buffered, value, index, &changes)
        append(successor, value, index, &changes)
    }
}

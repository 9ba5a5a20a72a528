/// The knowledge about the operator's buffer after records are missing.
extension HoldingOperator {
    /// Marks the state as uncertain: records of input, demand and output are missing, so held values may have left and others may
    /// have arrived.
    mutating func doubt(_ changes: inout [HoldingChange]) {
        isDemandKnown = false
        isSeen = false
        isNumbered = false
        arriving = nil
        handed = []
        if demand != .unlimited { demand = .none }
        mayHoldMore = !isOver && rule.keeping != .nothing
        for index in inputs.indices.prefix(1) {
            for value in batches.flatMap(\.values.elements) { append(.forgotten, value, index, &changes) }
        }
        batches = []
        removeAll(.forgotten, &changes)
        // An output without a record may have been the first.
        (hasCombined, unsettled, undecided) = (true, 0, 0)
        if mayHoldMore { for index in stores where inputs[index].store != nil { mark(index, &changes) } }
    }

    /// Whether its buffer is empty, unless a call to it is in progress: it would have delivered its values.
    var maySettle: Bool {
        mayHoldMore && isSeen && demand != .none && rule.deliversWhileDemanded && inputs.allSatisfy(\.isEmpty)
    }

    /// Whether the call in which it delivers matters.
    var mayBeUnseen: Bool { !isDemandKnown && (mayHoldMore || rule.leaving == .batch) && !isOver }

    /// Records a delivery in a call with a recorded beginning.
    mutating func seesCall() { isSeen = true }

    /// Records a delivery in a call without a recorded beginning: of a held value, or of one from an earlier batch.
    mutating func missesCall(_ changes: inout [HoldingChange]) {
        guard rule.leaving == .batch else { return }
        isSeen = false
        mayHoldMore = true
        for index in stores where inputs[index].store != nil { mark(index, &changes) }
    }

    /// Marks its buffer as exact from here on.
    mutating func knowHeld(_ changes: inout [HoldingChange]) {
        guard mayHoldMore else { return }
        mayHoldMore = false
        for index in stores where inputs[index].isMarked {
            inputs[index].isMarked = false
            changes.append(HoldingChange(edge: edge, kind: .known, value: nil, input: inputs[index].input))
        }
    }

    /// Records that a store may hold more than the known values.
    mutating func mark(_ index: Int, _ changes: inout [HoldingChange]) {
        guard !inputs[index].isMarked else { return }
        inputs[index].isMarked = true
        changes.append(HoldingChange(edge: edge, kind: .least, value: nil, input: inputs[index].input))
    }
}

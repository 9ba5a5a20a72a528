import FlowOperators
import FlowTrace

/// Demand from below, and the end of the subscription.
extension HoldingOperator {
    /// Adds requested demand.
    mutating func request(_ more: Demand) {
        guard !isOver else { return }
        demand = demand + more
    }

    /// Handles a cancel, within the call `delivering` if that is delivering a value. Held values are dropped for `reason`.
    mutating func cancel(
        upstreamHasEnded: Bool, delivering: Int?, because reason: DropReason, _ changes: inout [HoldingChange]
    ) {
        switch rule.cancelling {
        case .dropsUnlessUpstreamEnded where upstreamHasEnded: break
        case .dropsAfterDelivering where delivering != nil: cancelledIn = delivering
        case .drops, .dropsAfterDelivering, .dropsUnlessUpstreamEnded: drop(reason, &changes)
        }
    }

    /// Drops the held values at the return of a call that continued past a cancel.
    mutating func didReturn(_ call: Int, _ changes: inout [HoldingChange]) {
        guard cancelledIn == call else { return }
        drop(.cancelled, &changes)
    }

    mutating func upstreamEnded(isFailure: Bool, _ changes: inout [HoldingChange]) {
        if isFailure { hasFailedAbove = true }
        guard rule.dropsAtUpstreamEnd else { return }
        drop(isFailure ? .error : .ended, &changes)
    }

    /// Drops the values still held as the subscriber receives the completion.
    mutating func complete(isFailure: Bool, _ changes: inout [HoldingChange]) {
        drop(isFailure ? .error : .ended, &changes)
    }

    private mutating func drop(_ reason: DropReason, _ changes: inout [HoldingChange]) {
        isOver = true
        settleArrival(&changes)
        removeAll(.dropped(reason), &changes)
        knowHeld(&changes)
    }

    /// Starts over with the same store edges; drops the values still held.
    mutating func restart(capacity: Int?, overflow: OverflowPolicy, _ changes: inout [HoldingChange]) {
        drop(.cancelled, &changes)
        isSeen = false
        (self.capacity, self.overflow) = (capacity, overflow)
        (demand, isDemandKnown, batches, cancelledIn, isOver) = (.none, true, [], nil, false)
        (isNumbered, hasFailedAbove, hasCombined) = (true, false, false)
        (unsettled, undecided) = (0, 0)
        handed = []
        for index in inputs.indices { inputs[index].begin() }
    }
}

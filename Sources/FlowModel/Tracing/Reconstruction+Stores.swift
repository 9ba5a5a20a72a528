import FlowTrace

/// What operators hold, told as events on store edges.
extension Reconstruction {
    /// The operator above an edge delivers a value. Returns the event of its leaving the store, `nil` where it was not held.
    mutating func release(_ edge: Int, _ call: HookCall) -> Int? {
        let within = threads[call.thread]?.last?.number ?? 0
        return emit(stores.send(edge, in: within), call, cause: sequence(of: threads[call.thread]?.last))
    }

    /// The operators below an edge get the value that was just emitted.
    mutating func hold(_ edge: Int, _ call: HookCall, sequence: Int) {
        guard let number = threads[call.thread]?.last?.number, let entry = log[sequence: sequence] else { return }
        let value = HeldValue(payload: entry.event.payload, sequence: sequence)
        emit(stores.receive(value, from: edge, in: number, graph), call, cause: sequence)
    }

    /// A value has been taken by the subscriber of an edge.
    mutating func didDeliver(_ edge: Int, _ call: HookCall, in frame: HookFrame, returning demand: Demand) {
        stores.didSend(edge, returning: demand, in: threads[call.thread]?.last?.number ?? 0)
        emit(stores.didReceive(from: edge, in: frame.number, graph), call, cause: sequence(of: frame))
    }

    /// The subscriber of an edge gets its completion.
    mutating func dropAtEnd(of edge: Int, _ call: HookCall, isFailure: Bool) {
        let cause = sequence(of: threads[call.thread]?.last)
        emit(stores.upstreamEnded(edge, isFailure: isFailure, graph), call, cause: cause)
        emit(stores.complete(edge, isFailure: isFailure), call, cause: cause)
    }

    /// The subscriber of an edge cancels.
    mutating func dropAtCancel(of edge: Int, _ call: HookCall, cause: Int) {
        emit(stores.cancel(edge, delivering: callDelivering(to: edge, call.thread), graph), call, cause: cause)
    }

    /// The request in which an operator delivers to an edge just now.
    private func callDelivering(to edge: Int, _ thread: UInt32) -> Int? {
        guard let frames = threads[thread], let place = frames.lastIndex(where: { $0.call == .value(edge) }), place > 0,
            frames[place - 1].call == .request
        else { return nil }
        return frames[place - 1].number
    }

    /// Appends what happened in stores. Returns the last entry.
    @discardableResult
    mutating func emit(_ changes: [TracedStores.Change], _ call: HookCall, cause: Int?) -> Int? {
        var last: Int?
        for (edge, change) in changes {
            let id = stores.place(of: edge, input: change.input) { graph.declareStore(of: edge, input: $0) }
            declareFacts()
            last = log.add(event(change, on: id, call), thread: call.thread, bytes: nil, cause: cause)
        }
        return last
    }

    private func event(_ change: HoldingChange, on id: EdgeID, _ call: HookCall) -> TraceEvent {
        let (kind, reason): (SignalKind, DropReason?) =
            switch change.kind {
            case .buffered: (.buffered, nil)
            case .unbuffered: (.unbuffered, nil)
            case .dropped(let reason): (.dropped, reason)
            }
        return TraceEvent(
            time: call.record.time, kind: kind, edge: id, flags: reason?.rawValue ?? 0, payload: change.value.payload)
    }
}

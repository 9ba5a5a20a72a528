import FlowTrace

/// What operators hold, told as events on store edges.
extension Reconstruction {
    /// The operator above an edge delivers a value. Returns the event of its leaving the store, `nil` where it was not held.
    mutating func release(_ edge: Int, _ call: HookCall) -> Int? {
        stores.send(edge, in: calls.open.last?.number ?? 0, &graph)
        return tellChanges(call, cause: innermost)
    }

    /// The operators below an edge get the value that was just emitted.
    mutating func hold(_ edge: Int, _ call: HookCall, sequence: Int) {
        guard let number = calls.open.last?.number else { return }
        // A text stands in the log at a place of its own.
        let payload = call.bytes == nil ? call.record.hookPayload : log[sequence: sequence]?.event.payload ?? .none
        stores.receive(
            HeldValue(payload: payload, sequence: sequence), text: call.bytes?.count ?? 0, from: edge, in: number, &graph)
        tellChanges(call, cause: sequence)
    }

    /// A value has been taken by the subscriber of an edge.
    mutating func didDeliver(_ edge: Int, _ call: HookCall, in frame: HookFrame, returning demand: Demand) {
        stores.didSend(edge, returning: demand, in: calls.open.last?.number ?? 0)
        stores.didReceive(from: edge, in: frame.number, &graph)
        tellChanges(call, cause: sequence(of: frame))
    }

    /// The subscriber of an edge gets its completion.
    mutating func dropAtEnd(of edge: Int, _ call: HookCall, isFailure: Bool) {
        stores.upstreamEnded(edge, isFailure: isFailure, &graph)
        stores.complete(edge, isFailure: isFailure)
        tellChanges(call, cause: innermost)
    }

    /// The subscriber of an edge cancels.
    mutating func dropAtCancel(of edge: Int, _ call: HookCall, cause: Int) {
        stores.cancel(edge, delivering: callDelivering(to: edge), &graph)
        tellChanges(call, cause: cause)
    }

    /// The request in which an operator delivers to an edge just now.
    private func callDelivering(to edge: Int) -> Int? {
        guard let place = calls.open.lastIndex(where: { $0.call == .value(edge) }), place > 0 else { return nil }
        let outer = calls.open[place - 1]
        return outer.call == .request ? outer.number : nil
    }

    /// Appends what has happened in stores. Returns the last entry.
    @discardableResult
    mutating func tellChanges(_ call: HookCall, cause: Int?) -> Int? {
        guard !stores.changes.isEmpty else { return nil }
        var last: Int?
        for place in stores.changes.indices {
            let change = stores.changes[place]
            guard let id = stores.store(of: change, declare: { graph.declareStore(of: change.edge, input: $0) }) else { continue }
            declareFacts()
            last = log.add(event(change, on: id, call), thread: call.thread, bytes: nil, cause: cause)
        }
        stores.clearChanges()
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

import FlowTrace

/// Reports the buffers of operators as events on store edges.
extension Reconstruction {
    /// Removes a value delivered on an edge from the store above; returns the event of its departure, `nil` if it was not held.
    ///
    /// - Parameter count: The number of values that it was made of; 0 if not recorded.
    mutating func release(_ edge: TracedEdge.Index, _ call: HookCall, count: UInt32 = 0) -> Int? {
        guard !isInGap(call) else { return nil }
        let chosen = stores.candidates(above: edge).flatMap { value(among: $0, equalTo: call) }
        let left = stores.send(edge, in: calls.open.last, count: count, chosen: chosen, &graph)
        return appendChanges(call, cause: innermost) ?? left
    }

    /// The event that brought the oldest held value equal to the one that a call delivers.
    private func value(among held: [HeldValue], equalTo call: HookCall) -> Int? {
        held.first { held in
            guard let bytes = call.bytes else { return held.payload == call.record.hookPayload }
            return log[sequence: held.sequence].flatMap { log.value(of: $0) } == .string(String(decoding: bytes, as: UTF8.self))
        }?.sequence
    }

    /// Hands the value just emitted to the operators below the edge, unless records around it are missing, perhaps that of its
    /// departure.
    mutating func hold(_ edge: TracedEdge.Index, _ call: HookCall, sequence: Int) {
        guard let number = calls.open.last?.number, !isInGap(call) else { return }
        // A text is stored once, in the log.
        let payload = call.bytes == nil ? call.record.hookPayload : log[sequence: sequence]?.event.payload ?? .none
        let count = steps.isEmpty ? 0 : steps[edge]?.valueCount ?? 0
        stores.receive(
            HeldValue(payload: payload, sequence: sequence, number: count), text: call.bytes?.count ?? 0, from: edge, in: number,
            &graph)
        appendChanges(call, cause: sequence)
    }

    /// Records that an edge's subscriber has received a value.
    mutating func didDeliver(_ edge: TracedEdge.Index, _ call: HookCall, in frame: HookFrame, returning demand: Demand) {
        guard !isInGap(call) else { return }
        stores.didSend(edge, returning: demand, in: calls.open.last?.number ?? 0)
        stores.didReceive(from: edge, in: frame.number, &graph)
        if stores.hasDoubts { stores.settle(below: edge, calls, graph) }
        appendChanges(call, cause: Reconstruction.sequence(of: frame))
    }

    /// Drops the values held above and below an edge at its completion.
    mutating func dropAtEnd(of edge: TracedEdge.Index, _ call: HookCall, isFailure: Bool) {
        stores.upstreamEnded(edge, isFailure: isFailure, &graph)
        stores.complete(edge, isFailure: isFailure)
        appendChanges(call, cause: innermost)
    }

    /// Drops the values held above an edge at its cancellation.
    mutating func dropAtCancel(of edge: TracedEdge.Index, _ call: HookCall, cause: Int) {
        let reason: DropReason = isReplacing() ? .superseded : .cancelled
        stores.cancel(edge, delivering: callDelivering(to: edge), because: reason, &graph)
        appendChanges(call, cause: cause)
    }

    /// Whether the cancel in progress ends a publisher that `switchToLatest` replaces, within the delivery of a newer one.
    private mutating func isReplacing() -> Bool {
        guard case .value(let input?)? = calls.open.last(where: { $0.call != .cancel })?.call,
            graph.receiverCount(of: input) == 1
        else { return false }
        let types = graph.edges[graph.receiver(0, of: input)].publisherTypes
        return types.contains { graph.operation($0) == .switchToLatest }
    }

    /// Settles the stores after the return of a request.
    mutating func didAsk(_ call: HookCall, in frame: HookFrame) {
        stores.didReturn(frame.number)
        if stores.hasDoubts, !isInGap(call) {
            for edge in graph.groups[frame.key] ?? [] { stores.settle(above: edge, calls, graph) }
        }
        appendChanges(call, cause: nil)
    }

    /// The request in which an operator is delivering to an edge.
    private func callDelivering(to edge: TracedEdge.Index) -> Int? {
        guard let index = calls.open.lastIndex(where: { $0.call == .value(edge) }), index > 0 else { return nil }
        let outer = calls.open[index - 1]
        return outer.call == .request ? outer.number : nil
    }

    /// Appends the changes of stores; returns the last event.
    @inline(__always)
    @discardableResult
    mutating func appendChanges(_ call: HookCall, cause: Int?) -> Int? {
        stores.changes.isEmpty ? nil : appendChanges(at: call.record.time, on: call.thread, cause: cause)
    }

    @discardableResult
    mutating func appendChanges(at time: UInt64, on thread: UInt32, cause: Int?) -> Int? {
        var last: Int?
        for index in stores.changes.indices {
            let change = stores.changes[index]
            guard let id = stores.store(of: change, declare: { graph.declareStore(of: change.edge, input: $0) }) else { continue }
            declareFacts()
            let event = event(change, on: id, at: time)
            let sequence = log.add(event, thread: thread, bytes: nil, cause: self.cause(cause, of: event, change))
            stores.report(change, as: sequence)
            last = sequence
        }
        stores.clearChanges()
        return last
    }

    /// The cause of a change. A drop must not look like a refusal, so an arrival of an equal value is not its cause.
    private func cause(_ cause: Int?, of event: TraceEvent, _ change: HoldingChange) -> Int? {
        guard case .dropped(let reason) = change.kind, [.cancelled, .ended, .error].contains(reason), let cause,
            let arrival = log[sequence: cause]?.event, arrival.kind == .value, arrival.payload == event.payload
        else { return cause }
        return nil
    }

    func event(_ change: HoldingChange, on id: EdgeID, at time: UInt64) -> TraceEvent {
        let (kind, flags): (SignalKind, UInt8) =
            switch change.kind {
            case .buffered: (.buffered, 0)
            case .unbuffered: (.unbuffered, 0)
            case .dropped(let reason), .refused(let reason): (.dropped, reason.rawValue)
            case .forgotten: (.unbuffered, TraceEvent.uncertain)
            case .least: (.note, TraceEvent.uncertain)
            case .known: (.note, TraceEvent.certain)
            }
        return TraceEvent(time: time, kind: kind, edge: id, flags: flags, payload: change.value?.payload ?? note(change.kind))
    }

    /// The payload of an event without a value.
    private func note(_ kind: HoldingChange.Kind) -> TraceEvent.Payload {
        switch kind {
        case .least: .inlineText("held: at least".utf8) ?? .none
        case .known: .inlineText("held: known".utf8) ?? .none
        case .buffered, .unbuffered, .dropped, .refused, .forgotten: .none
        }
    }
}

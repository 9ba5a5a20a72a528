import FlowTrace

/// Handles the signals of subscriptions: values, ends, demand and cancels.
extension Reconstruction {
    mutating func deliver(_ call: HookCall) {
        guard let edge = edge(of: call, avoiding: \.isValue) else {
            countStray(call)
            push(.value(nil), call.key, end: .didValue)
            return
        }
        if let outer = innermostDelivery, case .value(let input?) = outer.call { graph.recordPassing(from: input, to: edge) }
        meetOffer(edge, call)
        endPassing(to: edge, at: call.record.time)
        let sequence = deliver(on: edge, call, cause: release(edge, call), isCall: true)
        tellSteps(below: edge) { $0.valueAbove = sequence }
    }

    @inline(__always)
    @discardableResult
    mutating func deliver(on edge: TracedEdge.Index, _ call: HookCall, cause: Int?, isCall: Bool = false) -> Int {
        let sequence = emit(
            .value, on: edge, call, flags: isCall ? TraceEvent.call : 0, payload: call.record.hookPayload, bytes: call.bytes,
            cause: cause)
        push(.value(edge), call.key, end: .didValue, sequence: sequence, isStep: !isCall)
        hold(edge, call, sequence: sequence)
        return sequence
    }

    mutating func didDeliver(_ call: HookCall) {
        guard let frame = pop(call, .didValue), let edge = frame.edge else { return }
        let demand = Demand(rawValue: call.record.b)
        didDeliver(edge, call, in: frame, returning: demand)
        endCall(frame, at: call.record.time)
        if demand != .none {
            let event = TraceEvent(
                time: call.record.time, kind: .returned, edge: graph.edges[edge].id, flags: flags(of: demand, call),
                payload: .demand(demand))
            log.add(event, thread: call.thread, bytes: nil, cause: Reconstruction.sequence(of: frame))
        }
        graph.leave(edge)
    }

    mutating func complete(_ call: HookCall) {
        guard let edge = edge(of: call, avoiding: \.isCompletion) else {
            countStray(call)
            push(.completion(nil), call.key, end: .didComplete)
            return
        }
        endPassing(to: edge, at: call.record.time)
        let sequence = complete(edge, call, cause: nil)
        tellSteps(below: edge) { $0.endAbove = sequence }
    }

    @discardableResult
    mutating func complete(_ edge: TracedEdge.Index, _ call: HookCall, cause: Int?) -> Int {
        let isFailure = call.record.valueType != .none
        loseUnasked(edge, call, isFailure ? .error : .ended)
        (graph.edges[edge].hasCompleted, graph.edges[edge].hasFailed) = (true, isFailure)
        let sequence = emit(
            isFailure ? .failure : .finished, on: edge, call, payload: isFailure ? call.record.hookPayload : .none,
            bytes: call.bytes, cause: cause)
        push(.completion(edge), call.key, end: .didComplete, sequence: sequence)
        dropAtEnd(of: edge, call, isFailure: isFailure)
        graph.end(edge, at: call.record.time)
        return sequence
    }

    mutating func request(_ call: HookCall) {
        let demand = Demand(rawValue: call.record.b)
        let flags = flags(of: demand, call)
        var first: Int?
        for edge in group(of: call).reversed() {
            if flags != TraceEvent.uncertain { stores.request(demand, of: edge, in: &graph) }
            let sequence = emit(.request, on: edge, call, flags: flags, payload: .demand(demand))
            first = first ?? sequence
        }
        push(.request, call.key, end: .didRequest, sequence: first)
    }

    /// The flags for a demand: `uncertain` if records of the values that met it may be missing.
    private func flags(of demand: Demand, _ call: HookCall) -> UInt8 {
        demand != .unlimited && isInGap(call) ? TraceEvent.uncertain : 0
    }

    mutating func didRequest(_ call: HookCall) {
        guard let frame = pop(call, .didRequest) else { return }
        didAsk(call, in: frame)
    }

    @discardableResult
    mutating func cancel(_ call: HookCall, flags: UInt8 = 0, cause: Int? = nil) -> Int? {
        var first: Int?
        for edge in group(of: call).reversed() {
            let sequence = emit(.cancel, on: edge, call, flags: flags, cause: cause)
            first = first ?? sequence
            unasked[edge] = nil
            dropAtCancel(of: edge, call, cause: sequence)
            graph.end(edge, at: call.record.time)
        }
        push(.cancel, call.key, end: .didCancel, sequence: first)
        return first
    }

    /// The cost of each further event of one record: it takes memory as well as time.
    static let costOfEvent = 16

    /// The edges that share the subscription of a call.
    private mutating func group(of call: HookCall) -> [TracedEdge.Index] {
        let group = graph.group(of: call.key, handedTo: edgeBeingHanded(call.key))
        if group.isEmpty { countStray(call) }
        guard group.count < 2 || graph.allowance.spend(Reconstruction.costOfEvent * (group.count - 1)) else {
            group.forEach { graph.doubt($0, .sharedSubscription) }
            return Array(group.prefix(1))
        }
        return group
    }
}

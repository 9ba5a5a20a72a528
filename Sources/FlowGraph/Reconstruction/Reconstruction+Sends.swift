import FlowOperators
import FlowTrace

/// A subscriber of a subject during a `send`.
struct SubjectOffer {
    let edge: TracedEdge.Index
    /// Its life: another subscription may take its place before the call ends.
    let life: Int
}

/// A call of `send` that has not returned.
struct SubjectSend {
    /// The subscribers that have not received the value yet.
    var offers: [SubjectOffer]
    /// Whether another value was sent within it through the same subject.
    var isSuperseded = false
}

/// A value sent through a subject, with a copy of its text.
struct SentValue: Sendable {
    /// The number of the call that sent it.
    let number: Int
    let payload: TraceEvent.Payload
    let bytes: [UInt8]?

    init(_ call: HookCall, number: Int) {
        self.number = number
        payload = call.record.hookPayload
        bytes = call.bytes.map { Array($0) }
    }
}

/// Derives the drops of subjects that report each send.
///
/// A subject delivers within the call of `send`. A subscriber that is subscribed before and after the call, and receives nothing
/// in it, has missed the value. A subject that keeps its newest value drops it only for the next one, or at the end.
extension Reconstruction {
    /// Begins a `send` through a subject.
    mutating func willSend(_ call: HookCall) {
        guard !isFeeding(call.key.id) else { return }
        for frame in calls.open where frame.call == .send && frame.key == call.key { sends[frame.number]?.isSuperseded = true }
        push(.send, call.key, end: .didValue)
        let edges = graph.byPublisher[call.key.id]
        guard !isInGap(call), graph.allowance.spend(edges.count) else { return edges.forEach { graph.doubt($0, .incomplete) } }
        let offers = edges.filter { isServed($0) }.map { SubjectOffer(edge: $0, life: graph.edges[$0].life) }
        sends[callCount] = SubjectSend(offers: offers)
    }

    /// Ends a `send` through a subject, and records the misses.
    mutating func didSend(_ call: HookCall) {
        guard !isFeeding(call.key.id), let frame = pop(call, .didValue) else { return }
        let send = sends.removeValue(forKey: frame.number)
        leave(frame)
        guard let send else { return }
        for offer in send.offers where isServed(offer.edge) && graph.edges[offer.edge].life == offer.life {
            let isNewest = !send.isSuperseded && unasked[offer.edge]?.number ?? 0 < frame.number
            if keepsNewest(offer.edge), isNewest {
                loseUnasked(offer.edge, call, .superseded)
                unasked[offer.edge] = SentValue(call, number: frame.number)
            } else {
                let reason: DropReason = keepsNewest(offer.edge) ? .superseded : .noDemand
                emit(
                    .dropped, on: offer.edge, call, flags: reason.rawValue, payload: call.record.hookPayload, bytes: call.bytes)
            }
        }
    }

    /// Handles a delivery to a subscriber: if its value is the one being sent, the subscriber has not missed it.
    mutating func meetOffer(_ edge: TracedEdge.Index, _ call: HookCall) {
        let isOffered = calls.open.last?.call == .send
        if isOffered, let number = calls.open.last?.number { sends[number]?.offers.removeAll { $0.edge == edge } }
        guard !unasked.isEmpty else { return }
        // Outside a call of `send`, a subject delivers its kept value.
        if isOffered { loseUnasked(edge, call, .superseded) } else { unasked[edge] = nil }
    }

    /// Records the loss of a value that was sent without demand.
    mutating func loseUnasked(_ edge: TracedEdge.Index, _ call: HookCall, _ reason: DropReason) {
        guard !unasked.isEmpty, let value = unasked.removeValue(forKey: edge) else { return }
        guard let bytes = value.bytes else {
            emit(.dropped, on: edge, call, flags: reason.rawValue, payload: value.payload)
            return
        }
        bytes.withUnsafeBytes { text in
            _ = emit(.dropped, on: edge, call, flags: reason.rawValue, payload: value.payload, bytes: text)
        }
    }

    /// The innermost open call of the thread, other than a subject's.
    var innermostDelivery: HookFrame? {
        @inline(__always) get { calls.open.last { $0.call != .send } }
    }

    /// Whether the value being sent comes from the subject's upstream, whose edge reports it.
    private func isFeeding(_ subject: UInt64) -> Bool {
        guard case .value(let input?)? = calls.open.last?.call else { return false }
        return graph.edges[input].subjects.contains(subject)
    }

    /// Whether a subscriber has a subscription that has not ended.
    private func isServed(_ edge: TracedEdge.Index) -> Bool {
        graph.edges[edge].subscription != nil && graph.edges[edge].isLive && !graph.edges[edge].hasCompleted
    }

    private mutating func keepsNewest(_ edge: TracedEdge.Index) -> Bool {
        graph.edges[edge].publisherTypes.contains { graph.operation($0) == .currentValueSubject }
    }
}

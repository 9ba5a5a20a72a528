import FlowTrace

/// Counts the events that a trace's records stand for.
struct SignalCount: RecordSink {
    private(set) var signals = 0

    private static let told: Set<HookKind> = [.willSubscription, .willValue, .willComplete, .willRequest, .willCancel]

    mutating func declare(nodes: [NodeFact], edges: [EdgeFact]) {}

    mutating func note(missed: Int) {}

    mutating func append(_ record: TraceEvent, thread: UInt32, bytes: UnsafeRawBufferPointer?) {
        let isEvent = record.kind != nil && record.kind != .causeLink
        if isEvent || record.hookKind.map(SignalCount.told.contains) == true { signals += 1 }
    }
}

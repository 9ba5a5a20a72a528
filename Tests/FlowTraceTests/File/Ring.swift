@testable import FlowTrace

/// The contents of tests' rings.
enum Ring {
    /// Records into a ring of that many bytes.
    static func recorder(_ path: String, size: Int = 1 << 20) throws -> Recorder {
        try Recorder(file: path, options: TraceFileOptions(size: size, isRing: true))
    }

    /// The records of subscribing with a first request, for the subscriber `id`.
    static func subscribe(_ recorder: Recorder, _ id: UInt64) {
        let key = HookKey(id: id, tag: 1)
        recorder.record(.willSubscribe, key)
        recorder.record(.publisherType, HookKey(id: 0, tag: 2))
        recorder.record(.subscription, HookKey(id: id + 1, tag: 3))
        recorder.record(.willSubscription, key, word: id + 1)
        recorder.record(.willRequest, HookKey(id: id + 1, tag: 3), word: Demand.unlimited.rawValue)
        recorder.recordEnd(.didRequest, HookKey(id: id + 1, tag: 3))
        recorder.recordEnd(.didSubscription, key)
        recorder.recordEnd(.didSubscribe, key)
    }

    /// The kinds of the records that `subscribe` makes.
    static let subscribing = [
        CallKind.willSubscribe.rawValue, FactKind.publisherType.rawValue, FactKind.subscription.rawValue,
        CallKind.willSubscription.rawValue, CallKind.willRequest.rawValue, CallKind.didRequest.rawValue,
        CallKind.didSubscription.rawValue, CallKind.didSubscribe.rawValue,
    ]

    /// The records of subscribing in the delivery of a value.
    static let delivering = [CallKind.willValue.rawValue] + subscribing + [CallKind.didValue.rawValue]
}

/// Takes hook records and values as they come.
struct RingSink: RecordSink {
    var hooks: [TraceEvent] = []
    var values: [TraceEvent] = []
    var texts: [String] = []
    var gaps: [UInt64] = []

    /// The values that are numbers.
    var numbers: [Int] { values.map { Int($0.a) } }

    mutating func declare(nodes: [NodeFact], edges: [EdgeFact]) {}

    mutating func record(missed: Int) {}

    mutating func recordGap(until time: UInt64) {
        gaps.append(time)
    }

    mutating func append(_ record: TraceEvent, thread: UInt32, bytes: UnsafeRawBufferPointer?) {
        if record.family != .events { hooks.append(record) }
        guard record.kind == .value else { return }
        if let bytes { texts.append(String(decoding: bytes, as: UTF8.self)) } else { values.append(record) }
    }
}

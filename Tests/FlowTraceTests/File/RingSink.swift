@testable import FlowTrace

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
        if record.hookKind != nil { hooks.append(record) }
        guard record.kind == .value else { return }
        if let bytes { texts.append(String(decoding: bytes, as: UTF8.self)) } else { values.append(record) }
    }
}

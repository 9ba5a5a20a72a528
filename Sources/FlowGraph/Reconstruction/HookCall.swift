import FlowTrace

/// One hook record with its thread and text.
struct HookCall {
    let record: TraceEvent
    let thread: UInt32
    let bytes: UnsafeRawBufferPointer?

    /// Whom it is about.
    var key: HookKey {
        record.hookKey
    }

    /// Its text; inline or by reference.
    var text: String {
        if let bytes { return String(decoding: bytes, as: UTF8.self) }
        let count = min(Int(record.tag & 15), 8)
        return String(decoding: (0..<count).map { UInt8(truncatingIfNeeded: record.b >> (8 * UInt64($0))) }, as: UTF8.self)
    }
}

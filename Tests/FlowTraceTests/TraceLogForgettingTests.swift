import Testing

@testable import FlowTrace

/// A log that forgets its oldest entries.
@Suite("TraceLog, forgetting")
struct TraceLogForgettingTests {
    private static let edge = EdgeID(rawValue: 1)

    private static func append(_ text: String, to log: inout TraceLog, cause: UInt16 = 0) {
        var text = text
        text.withUTF8 { bytes in
            let payload = TraceEvent.Payload.textReference(offset: 0, stored: bytes.count, full: bytes.count)
            let event = TraceEvent(time: UInt64(log.count) * 10, kind: .value, edge: edge, payload: payload, cause: cause)
            log.append(event, thread: 1, bytes: UnsafeRawBufferPointer(bytes))
        }
    }

    private static func texts(_ log: TraceLog) -> [String] {
        log.entries.map { log.value(of: $0)?.description ?? "-" }
    }

    @Test func `what is kept has its number, its text, its cause and its time`() {
        var log = TraceLog()
        for number in 0..<6 { TraceLogForgettingTests.append("value \(number)", to: &log, cause: number == 0 ? 0 : 1) }

        log.forget(upTo: 4)
        TraceLogForgettingTests.append("value 6", to: &log, cause: 1)
        TraceLogForgettingTests.append("value 7", to: &log, cause: 5)

        #expect(log.count == 8 && log.forgotten == 4 && log.forgottenTime == TraceTime(nanoseconds: 30))
        #expect(log.entries.map(\.sequence) == [5, 6, 7, 8])
        #expect(TraceLogForgettingTests.texts(log) == ["value 4", "value 5", "value 6", "value 7"])
        // A cause that is forgotten keeps its number.
        #expect(log.entries.map(\.cause) == [4, 5, 6, 3])
        #expect(log[sequence: 4] == nil && log[sequence: 5]?.sequence == 5 && log[sequence: 9] == nil)
        #expect(log.entries(after: 5, upTo: 7).map(\.sequence) == [6, 7])
        #expect(log.entries(after: 0).map(\.sequence) == [5, 6, 7, 8])
        #expect(log.entries(after: 9).isEmpty)
    }

    @Test func `text that is kept outlives its entry, and goes when it is not kept again`() {
        var log = TraceLog()
        for number in 0..<3 { TraceLogForgettingTests.append("value \(number)", to: &log) }
        func entry(_ payload: TraceEvent.Payload) -> TraceEntry {
            let event = TraceEvent(time: 0, kind: .value, edge: TraceLogForgettingTests.edge, payload: payload)
            return TraceEntry(event: event, sequence: 0, cause: nil, thread: 1)
        }
        var held = log.keep(log.entries[0].event.payload, before: .max)

        log.forget(upTo: 3)
        #expect(log.value(of: entry(held)) == .string("value 0"))

        held = log.keep(held, before: .max)
        for number in 3..<5 { TraceLogForgettingTests.append("value \(number)", to: &log) }
        log.forget(upTo: 4)
        #expect(log.value(of: entry(held)) == .string("value 0"))
        #expect(TraceLogForgettingTests.texts(log) == ["value 4"])

        log.forget(upTo: 5)
        #expect(log.value(of: entry(held)) == .string(""))
    }

    @Test func `nothing is forgotten twice, and more than there is forgets all`() {
        var log = TraceLog()
        for number in 0..<3 { TraceLogForgettingTests.append("value \(number)", to: &log) }

        log.forget(upTo: 0)
        #expect(log.forgotten == 0)
        log.forget(upTo: .max)
        log.forget(upTo: 2)
        #expect(log.forgotten == 3 && log.entries.isEmpty && log.count == 3)

        TraceLogForgettingTests.append("value 3", to: &log)
        #expect(log.entries.map(\.sequence) == [4])
    }
}

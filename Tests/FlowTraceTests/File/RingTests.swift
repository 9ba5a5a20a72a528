import FlowTestSupport
import Testing

@testable import FlowTrace

/// A ring writes over its oldest chunks; what is gone is counted, and what makes the graph stays.
@Suite("ring files")
struct RingTests {
    /// Takes hook records and values as they come.
    private struct Sink: RecordSink {
        var hooks: [TraceEvent] = []
        var values: [Int] = []
        var gaps: [UInt64] = []

        mutating func declare(nodes: [NodeFact], edges: [EdgeFact]) {}
        mutating func note(missed: Int) {}
        mutating func noteGap(until time: UInt64) { gaps.append(time) }

        mutating func append(_ record: TraceEvent, thread: UInt32, bytes: UnsafeRawBufferPointer?) {
            if record.hookKind != nil { hooks.append(record) }
            if record.kind == .value { values.append(Int(record.a)) }
        }
    }

    private static func ring(_ path: String, chunks size: Int = 1 << 20) throws -> Recorder {
        try Recorder(file: path, options: TraceFileOptions(size: size, isRing: true))
    }

    /// The records of subscribing with a first request, for the subscriber `id`.
    private static func subscribe(_ recorder: Recorder, _ id: UInt64) {
        let key = HookKey(id: id, tag: 1)
        recorder.record(.willSubscribe, key, flags: .inScope)
        recorder.record(.publisherType, HookKey(id: 0, tag: 2))
        recorder.record(.subscription, HookKey(id: id + 1, tag: 3))
        recorder.record(.willSubscription, key, word: id + 1)
        recorder.record(.willRequest, HookKey(id: id + 1, tag: 3), word: Demand.unlimited.rawValue)
        recorder.recordEnd(.didRequest, HookKey(id: id + 1, tag: 3))
        recorder.recordEnd(.didSubscription, key)
        recorder.recordEnd(.didSubscribe, key)
    }

    private static let subscribing: [HookKind] = [
        .willSubscribe, .hint, .hint, .willSubscription, .willRequest, .didRequest, .didSubscription, .didSubscribe,
    ]

    @Test("what makes the graph outlasts what was written over, in its order, and the rest is counted")
    func lasting() throws {
        let folder = try TemporaryFolder()
        let recorder = try RingTests.ring(folder.path("a.fvz"))
        let edge = recorder.declareEdge(.link, label: "a")
        RingTests.subscribe(recorder, 10)
        for number in 0..<200_000 { recorder.record(.value, on: edge, value: .int(number)) }
        RingTests.subscribe(recorder, 20)
        for number in 200_000..<400_000 { recorder.record(.value, on: edge, value: .int(number)) }
        var sink = Sink()
        var cursor = TraceCursor(try TraceFile(folder.path("a.fvz")))

        cursor.read(into: &sink)

        #expect(sink.hooks.compactMap(\.hookKind) == RingTests.subscribing + RingTests.subscribing)
        #expect(sink.hooks.map(\.causeDistance) == [UInt16](repeating: 0, count: 16))
        #expect(sink.values == Array(sink.values[0]..<400_000))
        #expect(cursor.overtaken == sink.values[0])
        #expect(sink.gaps.count == 1)
    }

    @Test("a delivery outlasts with what was subscribed in it, other deliveries and requests do not")
    func nested() throws {
        let folder = try TemporaryFolder()
        let recorder = try RingTests.ring(folder.path("a.fvz"))
        let edge = recorder.declareEdge(.link, label: "a")
        let key = HookKey(id: 5, tag: 1)
        for number in 0..<3 {
            recorder.record(.willValue, key, value: .string("a value that is long \(number)"))
            if number == 1 { RingTests.subscribe(recorder, 10) }
            recorder.record(.willRequest, HookKey(id: 6, tag: 1), word: 1)
            recorder.recordEnd(.didRequest, HookKey(id: 6, tag: 1))
            recorder.recordEnd(.didValue, key)
        }
        recorder.record(.willCancel, HookKey(id: 6, tag: 1))
        recorder.recordEnd(.didCancel, HookKey(id: 6, tag: 1))
        for number in 0..<200_000 { recorder.record(.value, on: edge, value: .int(number)) }
        var sink = Sink()

        try TraceFile(folder.path("a.fvz")).read(into: &sink)

        #expect(
            sink.hooks.compactMap(\.hookKind) == [.willValue] + RingTests.subscribing + [.didValue, .willCancel, .didCancel])
        #expect(sink.hooks.first?.hookPayload == TraceEvent.Payload(a: HookValue.word("a val…"), b: 0, tag: 0x48))
    }

    @Test("a reader that is overtaken reads what is left, and knows how much it missed", arguments: 0..<20 as Range<UInt64>)
    func overtaken(seed: UInt64) throws {
        let folder = try TemporaryFolder()
        let recorder = try RingTests.ring(folder.path("a.fvz"))
        let edge = recorder.declareEdge(.link, label: "a")
        var cursor = TraceCursor(try TraceFile(folder.path("a.fvz")))
        var sink = Sink()
        var chance = SeededChance(seed: seed)
        var written = 0
        var subscribed = 0

        for _ in 0..<30 {
            for _ in 0..<Int.random(in: 1...40_000, using: &chance) {
                if Int.random(in: 0..<10_000, using: &chance) == 0 {
                    RingTests.subscribe(recorder, UInt64(subscribed * 2))
                    subscribed += 1
                }
                recorder.record(.value, on: edge, value: .int(written))
                written += 1
            }
            cursor.read(into: &sink)

            #expect(sink.values.count + cursor.overtaken == written)
            #expect(sink.values.last == written - 1)
            #expect(sink.hooks.compactMap(\.hookKind) == (0..<subscribed).flatMap { _ in RingTests.subscribing })
        }

        #expect(zip(sink.values, sink.values.dropFirst()).allSatisfy(<))
        #expect(sink.hooks.filter { $0.hookKind == .willSubscribe }.map(\.a) == (0..<subscribed).map { UInt64($0 * 2) })
    }

    @Test("where half of the ring is full of what lasts, the first stays, and what had no room is counted")
    func fullOfFacts() throws {
        let folder = try TemporaryFolder()
        let recorder = try RingTests.ring(folder.path("a.fvz"))
        let edge = recorder.declareEdge(.link, label: "a")
        for number in 0..<40_000 { RingTests.subscribe(recorder, UInt64(number * 2)) }
        for number in 0..<100_000 { recorder.record(.value, on: edge, value: .int(number)) }
        let file = try TraceFile(folder.path("a.fvz"))
        var cursor = TraceCursor(file)
        var sink = Sink()

        cursor.read(into: &sink)

        #expect(file.lostFacts > 0)
        #expect(sink.hooks.first?.a == 0 && sink.hooks.count > 5_000)
        #expect(sink.values.last == 99_999 && sink.values.count > 5_000)
        #expect(sink.hooks.count + sink.values.count + cursor.overtaken == 40_000 * 8 + 100_000)
    }

    @Test("records of several threads outlast in the order of each")
    func threads() throws {
        let folder = try TemporaryFolder()
        let recorder = try RingTests.ring(folder.path("a.fvz"), chunks: 2 << 20)
        let edge = recorder.declareEdge(.link, label: "a")
        onThreads(4) { thread in
            for number in 0..<40 {
                RingTests.subscribe(recorder, UInt64(thread * 1_000 + number * 2))
                for value in 0..<2_000 { recorder.record(.value, on: edge, value: .int(value)) }
            }
        }
        var sink = Sink()
        var cursor = TraceCursor(try TraceFile(folder.path("a.fvz")))

        cursor.read(into: &sink)

        let ids = sink.hooks.filter { $0.hookKind == .willSubscribe }.map { Int($0.a) }
        #expect(sink.hooks.count == 4 * 40 * 8)
        for thread in 0..<4 { #expect(ids.filter { $0 / 1_000 == thread } == (0..<40).map { thread * 1_000 + $0 * 2 }) }
        #expect(sink.hooks.count + sink.values.count + cursor.overtaken == 4 * 40 * 2_008)
    }
}

extension HookValue {
    fileprivate static func word(_ text: String) -> UInt64 {
        Array(text.utf8).withUnsafeBufferPointer { word($0) }
    }
}

import FlowTestSupport
import Testing

@testable import FlowTrace

/// A ring overwrites its oldest chunks; lost records are counted, and the records of the graph stay.
@Suite("ring files")
struct RingTests {
    @Test("what makes the graph outlasts what was written over, in its order, and the rest is counted")
    func retained() throws {
        let folder = try TemporaryFolder()
        let recorder = try Ring.recorder(folder.path("a.fvz"))
        let edge = recorder.declareEdge(.link, label: "a")
        Ring.subscribe(recorder, 10)
        for number in 0..<200_000 { recorder.record(.value, on: edge, value: .int(number)) }
        Ring.subscribe(recorder, 20)
        for number in 200_000..<400_000 { recorder.record(.value, on: edge, value: .int(number)) }
        var sink = RingSink()
        var cursor = TraceCursor(try TraceFile(folder.path("a.fvz")))

        cursor.read(into: &sink)

        #expect(sink.hooks.map(\.rawKind) == Ring.subscribing + Ring.subscribing)
        #expect(sink.numbers == Array(sink.numbers[0]..<400_000))
        #expect(cursor.overtaken == sink.numbers[0])
        #expect(sink.gaps.count == 1)
    }

    @Test("a delivery outlasts with what was subscribed in it, other deliveries and requests do not")
    func nested() throws {
        let folder = try TemporaryFolder()
        let recorder = try Ring.recorder(folder.path("a.fvz"))
        let edge = recorder.declareEdge(.link, label: "a")
        let key = HookKey(id: 4, tag: 1)
        Ring.subscribe(recorder, 4)
        for number in 0..<3 {
            recorder.record(.willValue, key, value: .string("a value that is long \(number)"))
            if number == 1 { Ring.subscribe(recorder, 10) }
            recorder.record(.willRequest, HookKey(id: 5, tag: 3), word: 1)
            recorder.recordEnd(.didRequest, HookKey(id: 5, tag: 3))
            recorder.recordEnd(.didValue, key)
        }
        for number in 0..<200_000 { recorder.record(.value, on: edge, value: .int(number)) }
        var sink = RingSink()

        try TraceFile(folder.path("a.fvz")).read(into: &sink)

        #expect(
            sink.hooks.map(\.rawKind) == Ring.subscribing + Ring.delivering)
        #expect(sink.hooks[8].hookPayload == TraceEvent.Payload.inlineText("a val…".utf8))
    }

    @Test(
        "a reader that is overtaken reads what is left, and knows how much it missed",
        arguments: Rounds.seeds(full: 20, sample: 2))
    func overtaken(seed: UInt64) throws {
        let folder = try TemporaryFolder()
        let recorder = try Ring.recorder(folder.path("a.fvz"))
        let edge = recorder.declareEdge(.link, label: "a")
        var cursor = TraceCursor(try TraceFile(folder.path("a.fvz")))
        var sink = RingSink()
        var chance = SeededChance(seed: seed)
        var written = 0
        var subscribed = 0

        for _ in 0..<30 {
            for _ in 0..<Int.random(in: 1...40_000, using: &chance) {
                if Int.random(in: 0..<10_000, using: &chance) == 0 {
                    Ring.subscribe(recorder, UInt64(subscribed * 2))
                    subscribed += 1
                }
                recorder.record(.value, on: edge, value: .int(written))
                written += 1
            }
            cursor.read(into: &sink)

            #expect(sink.values.count + cursor.overtaken == written)
            #expect(sink.numbers.last == written - 1)
            #expect(sink.hooks.map(\.rawKind) == (0..<subscribed).flatMap { _ in Ring.subscribing })
        }

        #expect(zip(sink.numbers, sink.numbers.dropFirst()).allSatisfy(<))
        #expect(sink.hooks.filter { $0.call == .willSubscribe }.map(\.a) == (0..<subscribed).map { UInt64($0 * 2) })
    }

    @Test("where half of the ring is full of what lasts, the first stays, and what had no room is counted")
    func fullOfFacts() throws {
        let folder = try TemporaryFolder()
        let recorder = try Ring.recorder(folder.path("a.fvz"))
        let edge = recorder.declareEdge(.link, label: "a")
        for number in 0..<40_000 { Ring.subscribe(recorder, UInt64(number * 2)) }
        for number in 0..<100_000 { recorder.record(.value, on: edge, value: .int(number)) }
        let file = try TraceFile(folder.path("a.fvz"))
        var cursor = TraceCursor(file)
        var sink = RingSink()

        cursor.read(into: &sink)

        #expect(file.lostFacts > 0)
        #expect(sink.hooks.first?.a == 0 && sink.hooks.count > 5_000)
        #expect(sink.numbers.last == 99_999 && sink.values.count > 5_000)
        #expect(sink.hooks.count + sink.values.count + cursor.overtaken == 40_000 * 8 + 100_000)
    }

    @Test("records of several threads outlast in the order of each")
    func threads() throws {
        let folder = try TemporaryFolder()
        let recorder = try Ring.recorder(folder.path("a.fvz"), size: 2 << 20)
        let edge = recorder.declareEdge(.link, label: "a")
        onThreads(4) { thread in
            for number in 0..<40 {
                Ring.subscribe(recorder, UInt64(thread * 1_000 + number * 2))
                for value in 0..<2_000 { recorder.record(.value, on: edge, value: .int(value)) }
            }
        }
        var sink = RingSink()
        var cursor = TraceCursor(try TraceFile(folder.path("a.fvz")))

        cursor.read(into: &sink)

        let ids = sink.hooks.filter { $0.call == .willSubscribe }.map { Int($0.a) }
        #expect(sink.hooks.count == 4 * 40 * 8)
        for thread in 0..<4 { #expect(ids.filter { $0 / 1_000 == thread } == (0..<40).map { thread * 1_000 + $0 * 2 }) }
        #expect(sink.hooks.count + sink.values.count + cursor.overtaken == 4 * 40 * 2_008)
    }

    /// Two threads of a program that record into a ring of 15 chunks, and a reader that keeps up with them.
    private final class Followed {
        private let recorder: Recorder
        let fast: ThreadWriter
        let slow: ThreadWriter
        private var cursor: TraceCursor
        private var sink = RingSink()
        private var time: UInt64 = 0

        init(_ path: String) throws {
            recorder = try Ring.recorder(path)
            let pool = recorder.pool
            (fast, slow) = (ThreadWriter(number: 1, store: pool), ThreadWriter(number: 2, store: pool))
            cursor = TraceCursor(try TraceFile(path))
            // A thread that has ended: so small a ring keeps the chunk of no other.
            let ended = ThreadWriter(number: 3, store: pool)
            record(1, with: ended)
            ended.retire()
        }

        func record(_ count: Int, with writer: ThreadWriter) {
            for _ in 0..<count {
                time += 1
                _ = writer.append(
                    TraceEvent(time: time, kind: .value, edge: EdgeID(rawValue: 1), payload: .int(Int(time))))
            }
        }

        func read() { cursor.read(into: &sink) }

        /// The slow thread records once, then the fast one; the ring begins anew in the 22nd round.
        func follow(_ rounds: Int) {
            record(1, with: slow)
            for _ in 0..<rounds {
                record(1_000, with: fast)
                read()
            }
        }

        /// Whether the reader has all that was recorded.
        var isWhole: Bool { cursor.overtaken == 0 && sink.numbers == Array(1...Int(time)) }
    }

    @Test("who keeps up misses nothing of a thread that fills its chunk just as the ring comes round to it", arguments: 18...27)
    func slowThread(rounds: Int) throws {
        let folder = try TemporaryFolder()
        let ring = try Followed(folder.path("a.fvz"))
        ring.follow(rounds)

        ring.record(3_000, with: ring.slow)
        ring.read()

        #expect(ring.isWhole)
    }

    @Test("who keeps up misses nothing of a thread that ends just as the ring comes round to its chunk", arguments: 18...27)
    func endedThread(rounds: Int) throws {
        let folder = try TemporaryFolder()
        let ring = try Followed(folder.path("a.fvz"))
        ring.follow(rounds)

        ring.record(10, with: ring.slow)
        ring.slow.retire()
        ring.record(1_500, with: ring.fast)
        ring.read()

        #expect(ring.isWhole)
    }
}

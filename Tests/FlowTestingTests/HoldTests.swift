import FlowAsync
import FlowCombine
import FlowCore
import FlowTestSupport
import FlowTrace
import Testing

@testable import FlowTesting

/// Stages that a test holds.
@Suite("hold")
struct HoldTests {
    // MARK: Publishers

    /// A buffer of 3 that drops its oldest value, in front of a `pace` that is held for `time` of 10 s, while a value comes each
    /// second.
    private static func paced(heldFor time: Duration, leavingAfter body: Int = 10) throws -> RecordedTrace {
        let scheduler = VirtualTimeScheduler()
        return try record {
            let source = PassthroughSubject<Int, Never>()
            let subscription = source.buffer(size: 3, prefetch: .byRequest, whenFull: .dropOldest)
                .pace(.milliseconds(1), scheduler: scheduler).sink { _ in }
            func send(_ values: ClosedRange<Int>) {
                for value in values {
                    source.send(value)
                    scheduler.advance(by: .seconds(1))
                }
            }
            try hold("pace", for: time, on: scheduler) { send(1...body) }
            if body < 10 { send(body + 1...10) }
            scheduler.advance(by: .seconds(1))
            subscription.cancel()
        }
    }

    @Test func `a publisher's stage is held as long as the body runs`() throws {
        let trace = try HoldTests.paced(heldFor: .seconds(60))
        // The value that pace requested before it was held arrives.
        #expect(trace["buffer"].maxHeld == 3 && trace["buffer"].dropped == 6)
        #expect(trace["pace"].values == 4)
        let failures = trace.failures([.noDrops()])
        #expect(
            failures.map(\.text) == [
                "buffer dropped 6 values, overflow: oldest; the first was 2; a viewer held or slowed pace then"
            ])
    }

    @Test func `it is released after its time`() throws {
        let trace = try HoldTests.paced(heldFor: .seconds(5))
        #expect(trace["buffer"].maxHeld == 3 && trace["buffer"].dropped == 1)
        #expect(trace["pace"].values == 9)
    }

    @Test func `it is released when the body returns`() throws {
        let trace = try HoldTests.paced(heldFor: .seconds(60), leavingAfter: 2)
        // The third value is there before the scheduler requests what was withheld.
        #expect(trace["buffer"].maxHeld == 2 && trace["buffer"].dropped == 0)
        #expect(trace["pace"].values == 10)
    }

    @Test func `a probe and a pausable sink can be held`() throws {
        let scheduler = VirtualTimeScheduler()
        _ = try record {
            let source = (1...4).publisher
            let sink = RecordingSubscriber<Int, Never>(on: scheduler)
            func received() -> [Int] { sink.history.compactMap { if case .value(let value) = $0.signal { value } else { nil } } }
            source.probe("gate", on: scheduler).subscribe(sink)
            try hold("gate", for: .seconds(1), on: scheduler) {
                sink.request(.max(3))
                scheduler.advance(by: .milliseconds(999))
                #expect(received() == [])
            }
            scheduler.run()
            #expect(received() == [1, 2, 3])
        }

        var received: [Int] = []
        _ = try record {
            let source = PassthroughSubject<Int, Never>()
            let sink = source.pausableSink(receiveCompletion: { _ in }) {
                received.append($0)
                return true
            }
            source.send(1)
            try hold("pausableSink", for: .seconds(1), on: scheduler) {
                source.send(2)
                source.send(3)
            }
            source.send(4)
            sink.cancel()
        }
        #expect(received == [1, 2, 4], "what it had requested before arrives")
    }

    @Test func `a stage that cannot be held, and none, are errors on one line`() throws {
        let scheduler = VirtualTimeScheduler()
        func error(_ stage: String, for time: Duration = .seconds(1)) throws -> String? {
            var text: String?
            _ = record {
                let source = PassthroughSubject<Int, Never>()
                let subscription = source.pace(.zero, scheduler: scheduler).map { $0 }.sink { _ in }
                do {
                    try hold(stage, for: time, on: scheduler) {}
                } catch { text = "\(error)" }
                subscription.cancel()
            }
            return text
        }
        #expect(try error("pace") == nil)
        #expect(try error("pacy") == "no consumer of this recording is called 'pacy'; did you mean 'pace'?")
        #expect(
            try error("map") == """
                'map' cannot be held: it has ended, or is no 'for await', no 'pace' and no 'pausableSink'; in OpenCombine, \
                .probe("name", on: scheduler) makes a stage that can
                """)
        #expect(
            try error("pace", for: .seconds(61))
                == "'pace' cannot be held so long: 60 s is the longest, and 10 s for each value")
        #expect(
            try error("pace", for: .zero) == "'pace' cannot be held so long: 60 s is the longest, and 10 s for each value")
        do {
            try hold("pace", for: .seconds(1), on: scheduler) {}
            Issue.record("held without a recording")
        } catch {
            #expect(
                "\(error)"
                    == "'pace' cannot be held outside of 'record': call 'hold' in its closure, or in a task made there")
        }
    }

    // MARK: Tasks

    /// A clock that moves only when it is told to.
    private final class SteppedClock: Clock {
        struct Instant: InstantProtocol {
            var offset: Duration
            func advanced(by duration: Duration) -> Instant { Instant(offset: offset + duration) }
            func duration(to other: Instant) -> Duration { other.offset - offset }
            static func < (left: Instant, right: Instant) -> Bool { left.offset < right.offset }
        }

        private struct State {
            var now = Instant(offset: .zero)
            var sleepers: [(end: Instant, continuation: CheckedContinuation<Void, Never>)] = []
        }

        private let state = LockedBox(State())
        let minimumResolution = Duration.nanoseconds(1)
        var now: Instant { state.withLock { $0.now } }

        func sleep(until end: Instant, tolerance: Duration?) async throws {
            await withCheckedContinuation { continuation in
                let isOver = state.withLock { state in
                    if end <= state.now { return true }
                    state.sleepers.append((end, continuation))
                    return false
                }
                if isOver { continuation.resume() }
            }
        }

        func advance(by duration: Duration) {
            let due = state.withLock { state in
                state.now = state.now.advanced(by: duration)
                defer { state.sleepers.removeAll { $0.end <= state.now } }
                return state.sleepers.filter { $0.end <= state.now }
            }
            for sleeper in due { sleeper.continuation.resume() }
        }
    }

    @Test func `a service sheds load while its loop is held, and goes on`() async throws {
        var served: [Int] = []
        let trace = try await record {
            let (requests, entry) = AsyncStream.makeStream(of: Int.self, bufferingPolicy: .bufferingOldest(100))
            let server = Task {
                var served: [Int] = []
                for await request in requests { served.append(request) }
                return served
            }
            try await hold("for await", for: .seconds(60)) {
                for request in 1...1_000 { entry.yield(request) }
            }
            entry.finish()
            served = await server.value
        }
        // One value may wait in the loop beside the 100 in the buffer.
        #expect([100, 101].contains(served.count) && served == Array(1...served.count))
        #expect(trace["AsyncStream"].dropped == 1_000 - served.count)
        #expect(trace["AsyncStream"].maxHeld == 100)
    }

    @Test func `on a clock that a test moves, the hold ends after its time although the body goes on`() async throws {
        let clock = SteppedClock()
        let trace = try await record {
            let (requests, entry) = AsyncStream.makeStream(of: Int.self, bufferingPolicy: .bufferingOldest(10))
            let (served, reply) = _Concurrency.AsyncStream.makeStream(of: Int.self)
            let server = Task { for await request in requests { reply.yield(request) } }
            var replies = served.makeAsyncIterator()
            try await hold("for await", for: .seconds(5), clock: clock) {
                for request in 1...20 { entry.yield(request) }
                clock.advance(by: .seconds(4))
                entry.yield(21)
                clock.advance(by: .seconds(1))
                #expect(await replies.next() == 1)
            }
            entry.finish()
            await server.value
        }
        #expect([10, 11].contains(trace["AsyncStream"].dropped))
    }

    @Test func `a loop that never begins is waited for, and the error names what there is`() async throws {
        var text: String?
        _ = await record {
            let (requests, entry) = AsyncStream.makeStream(of: Int.self)
            entry.yield(1)
            do {
                try await hold(
                    "for await", for: .seconds(1), clock: ContinuousClock(), patience: .zero, isolation: #isolation
                ) {}
            } catch { text = "\(error)" }
            withExtendedLifetime(requests) {}
        }
        #expect(text == "no consumer of this recording is called 'for await': it has none yet")
    }

    @Test func `what the body throws comes out, and the stage is free`() async throws {
        struct Refused: Error {}
        let trace = await record {
            let (requests, entry) = AsyncStream.makeStream(of: Int.self)
            let server = Task { await requests.reduce(0, +) }
            await #expect(throws: Refused.self) {
                try await hold("for await", for: .seconds(60)) {
                    entry.yield(1)
                    throw Refused()
                }
            }
            entry.finish()
            #expect(await server.value == 1)
        }
        try trace.expect(.noDrops(), .completes())
    }
}

import FlowAlgorithms
import FlowTrace
import Synchronization
import Testing

@testable import FlowAnalysis
@testable import FlowText

@Suite("rules of asynchronous iterators")
struct AsyncRuleTests {
    /// Gives a value to all waiting consumers on request.
    struct Gate: AsyncSequence, AsyncIteratorProtocol {
        private final class Waiting: Sendable {
            let all = Mutex<[CheckedContinuation<Int?, Never>]>([])
        }

        private let waiting = Waiting()

        mutating func next() async -> Int? {
            await withCheckedContinuation { continuation in
                waiting.all.withLock { $0.append(continuation) }
            }
        }

        func open() {
            for continuation in waiting.all.withLock({ all in
                defer { all = [] }
                return all
            }) { continuation.resume(returning: 1) }
        }

        func makeAsyncIterator() -> Gate { self }
    }

    /// The only owner of a continuation.
    private final class Held: Sendable {
        let continuation = Mutex<AsyncStream<Int>.Continuation?>(nil)
    }

    /// Violations and notes, as `rule words`.
    ///
    /// - Parameter rest: The lifetime of the program after the last event, in nanoseconds.
    private static func found(in traced: Traced, living rest: UInt64 = 1_000_000_000) -> [String] {
        var check = RuleCheck()
        let found = traced.log.entries.flatMap { check.fold($0, in: traced.log) }
        return (found + check.violationsAtEnd(TraceTime(nanoseconds: traced.log.end.time.nanoseconds + rest))).map { violation in
            "\(violation.rule.number)\(violation.isNote ? " note" : ""): \(violation.words)"
        }
    }

    private static func recording(_ body: (TaskLoop) -> Void) -> Traced {
        let recorder = Recorder()
        CurrentTarget.with(TraceTarget(recorder: recorder)) { body(TaskLoop()) }
        return Traced(recorder)
    }

    @Test func `A1 an iterator that two tasks use at once is found`() {
        let traced = AsyncRuleTests.recording { loop in
            let gate = Gate()
            let iterator = gate.probe("gate").makeAsyncIterator()
            for _ in 1...2 {
                loop.spawn {
                    var iterator = iterator
                    _ = await iterator.next()
                }
            }
            loop.run()
            gate.open()
            loop.run()
        }

        #expect(
            AsyncRuleTests.found(in: traced) == [
                "A1: for await called next() of gate while another call of it had not returned"
            ])
    }

    @Test func `A2 next after the end is noted, each call of it`() {
        let traced = AsyncRuleTests.recording { loop in
            loop.spawn {
                let (stream, continuation) = AsyncStream.makeStream(of: Int.self)
                continuation.finish()
                var iterator = stream.makeAsyncIterator()
                for _ in 1...3 { _ = await iterator.next() }
            }
            loop.run()
        }

        #expect(
            AsyncRuleTests.found(in: traced) == [
                "A2 note: for await called next() of AsyncStream after the end",
                "A2 note: for await called next() of AsyncStream after the end",
            ])
    }

    @Test(arguments: [true, false])
    func `A3 a consumer that waits for a continuation that is gone is noted, and found at the end`(isAskedBefore: Bool) {
        let traced = AsyncRuleTests.recording { loop in
            let held = Held()
            let stream = AsyncStream<Int> { continuation in
                held.continuation.withLock { $0 = continuation }
            }
            held.continuation.withLock { _ = $0?.yield(1) }
            let consume = { @Sendable in for await _ in stream {} }
            if isAskedBefore {
                loop.spawn(consume)
                loop.run()
            }
            held.continuation.withLock { $0 = nil }
            if !isAskedBefore { loop.spawn(consume) }
            loop.run()
        }

        #expect(
            AsyncRuleTests.found(in: traced) == [
                "A3 note: for await waited for a continuation that was gone and had not finished",
                "A3: for await waits for ever: the continuation of AsyncStream is gone and has not finished",
            ])
    }

    @Test(arguments: [(99_000_000, 1), (100_000_000, 2)] as [(UInt64, Int)])
    func `A3 a continuation that goes with its program harms nobody`(rest: UInt64, count: Int) {
        let traced = AsyncRuleTests.recording { loop in
            loop.spawn {
                let (stream, _) = AsyncStream.makeStream(of: Void.self)
                for await _ in stream {}
            }
            loop.run()
        }

        #expect(AsyncRuleTests.found(in: traced, living: rest).count == count)
    }

    @Test func `A3 a consumer that waits only until it is cancelled breaks no rule`() {
        let traced = AsyncRuleTests.recording { loop in
            let task = loop.spawn {
                let (stream, _) = AsyncStream.makeStream(of: Void.self)
                await stream.first { _ in true }
            }
            loop.run()
            task.cancel()
            loop.run()
        }

        #expect(
            AsyncRuleTests.found(in: traced) == [
                "A3 note: for await waited for a continuation that was gone and had not finished"
            ])
    }

    private struct Lost: Error {}

    @Test func `1.4 a failure that reaches only the first of two consumers is lost to the other`() {
        let traced = AsyncRuleTests.recording { loop in
            loop.spawn {
                let (stream, continuation) = AsyncThrowingStream.makeStream(of: Int.self, throwing: (any Error).self)
                continuation.finish(throwing: Lost())
                for _ in 1...2 {
                    do { for try await _ in stream {} } catch {}
                }
            }
            loop.run()
        }

        #expect(
            AsyncRuleTests.found(in: traced) == [
                "1.4: AsyncThrowingStream lost the failure Lost and sent for await 2 an ordinary end"
            ])
    }

    @Test func `1.4 a failure that every consumer gets is lost to none`() {
        let traced = AsyncRuleTests.recording { loop in
            loop.spawn {
                let (stream, continuation) = AsyncThrowingStream.makeStream(of: Int.self, throwing: (any Error).self)
                continuation.yield(1)
                continuation.finish(throwing: Lost())
                do { for try await _ in stream.map({ $0 }) {} } catch {}
            }
            loop.run()
        }

        #expect(AsyncRuleTests.found(in: traced) == [])
    }

    @Test func `streams that are used as they should be break no rule`() {
        let traced = AsyncRuleTests.recording { loop in
            loop.spawn {
                let (stream, continuation) = AsyncStream.makeStream(of: Int.self)
                for value in 1...3 { continuation.yield(value) }
                continuation.finish()
                continuation.yield(4)
                for await _ in stream.probe("left") { break }
                for await _ in stream.map({ $0 }).probe("read") {}
            }
            loop.run()
            let task = loop.spawn {
                let (stream, continuation) = AsyncStream.makeStream(of: Int.self)
                await withTaskCancellationHandler {
                    for await _ in stream {}
                } onCancel: {
                    continuation.yield(1)
                }
            }
            loop.run()
            task.cancel()
            loop.run()
        }

        #expect(AsyncRuleTests.found(in: traced) == [])
    }

    @Test func `a handler of the end that lets go of the continuation breaks no rule`() {
        let traced = AsyncRuleTests.recording { loop in
            let task = loop.spawn {
                let held = Held()
                let stream = AsyncStream<Int> { continuation in
                    continuation.onTermination = { _ in held.continuation.withLock { $0 = nil } }
                    held.continuation.withLock { $0 = continuation }
                }
                for await _ in stream {}
            }
            loop.run()
            task.cancel()
            loop.run()
        }

        #expect(AsyncRuleTests.found(in: traced) == [])
        #expect(traced.count(.cancel, on: "yield") == 1)
    }

    #if AsyncAlgorithms
        @Test func `a channel goes on for another task than the one that was cancelled in its iterator`() {
            let traced = AsyncRuleTests.recording { loop in
                let channel = AsyncChannel<Int>()
                nonisolated(unsafe) var iterator = channel.makeAsyncIterator()
                let impatient = loop.spawn { _ = await iterator.next() }
                loop.run()
                impatient.cancel()
                loop.run()
                loop.spawn { await channel.send(1) }
                loop.spawn { _ = await iterator.next() }
                loop.run()
            }

            #expect(traced.values(.value, on: "AsyncChannel") == ["1"])
            #expect(AsyncRuleTests.found(in: traced) == ["A2 note: for await called next() of AsyncChannel after the cancel"])
        }
    #endif

    @Test func `tasks on several threads that yield and consume at once break no rule`() async {
        let traced = await Traced.recording {
            let (stream, continuation) = AsyncStream.makeStream(of: Int.self)
            await withTaskGroup(of: Void.self) { group in
                for _ in 0..<4 {
                    group.addTask {
                        for value in 0..<500 {
                            continuation.yield(value)
                            await Task.yield()
                        }
                    }
                }
                group.addTask {
                    var left = 2_000
                    for await _ in stream.map({ $0 + 1 }).probe("next") {
                        await Task.yield()
                        left -= 1
                        if left == 0 { break }
                    }
                }
            }
        }

        #expect(traced.log.missed == 0)
        #expect(AsyncRuleTests.found(in: traced) == [])
    }
}

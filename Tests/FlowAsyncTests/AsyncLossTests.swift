#if AsyncAlgorithms
    import FlowAlgorithms
    import FlowTestSupport
    import FlowText
    import FlowTrace
    import Synchronization
    import Testing

    @testable import FlowAnalysis
    @testable import FlowVerdict

    /// The losses of streams of tasks, as a diagnosis, a gate and metrics report them.
    @Suite("losses of tasks, traced")
    struct AsyncLossTests {
        private struct Broken: Error {}

        /// A clock that stands still, until a sleeper is cancelled.
        private struct StoppedClock: Clock {
            struct Instant: InstantProtocol {
                var time: Swift.Duration = .zero

                func advanced(by duration: Duration) -> Instant { Instant(time: time + duration) }

                func duration(to other: Instant) -> Duration { other.time - time }

                static func < (lhs: Instant, rhs: Instant) -> Bool { lhs.time < rhs.time }
            }

            var now: Instant { Instant() }
            var minimumResolution: Duration { .zero }

            func sleep(until deadline: Instant, tolerance: Duration?) async throws {
                let (never, continuation) = _Concurrency.AsyncStream.makeStream(of: Never.self)
                for await _ in never {}
                withExtendedLifetime(continuation) {}
                try Task.checkCancellation()
            }
        }

        /// The trace of tasks that run one after the other.
        ///
        /// - Parameter body: Gets a function that lets other tasks run first.
        private static func log(_ body: @escaping @Sendable (_ rest: @escaping @Sendable () async -> Void) async -> Void)
            -> TraceLog
        {
            let trace = SerialTrace()
            let rest = trace.rest
            return trace.recording { await body(rest) }.log
        }

        private static func run(_ log: TraceLog) -> [String] {
            var meter = UtilizationMeter()
            for entry in log.entries { meter.fold(entry, in: log) }
            return meter.reports(in: log, isOver: true).map(\.run.text)
        }

        private static func failures(_ log: TraceLog, except exceptions: [DropException] = []) -> [String] {
            var check = RunCheck([.noDrops(except: exceptions)])
            for entry in log.entries { check.fold(entry, in: log) }
            return check.failures().map(\.text)
        }

        @Test(arguments: 1...5) func `values that wait in combineLatest for a stream without any are lost`(count: Int) {
            let log = AsyncLossTests.log { rest in
                let (one, first) = AsyncStream.makeStream(of: Int.self)
                let (other, second) = AsyncStream.makeStream(of: Int.self)
                let producer = Task {
                    for value in 1...count {
                        first.yield(value)
                        await rest()
                    }
                    second.finish()
                    first.finish()
                }
                for await _ in combineLatest(one, other) {}
                await producer.value
            }
            let accounts = LossAccounts(log)

            let replaced = count == 1 ? [] : ["combineLatest superseded \(count - 1)"]
            #expect(Set(accounts.losses.map { String($0.prefix { $0 != ":" }) }) == Set(replaced + ["combineLatest ended 1"]))
            #expect(accounts.differences == [])
            #expect(
                AsyncLossTests.failures(log, except: [.superseded]) == ["combineLatest dropped 1 value, ended; it was \(count)"])
        }

        @Test func `what zip took and what is left in the stream are said apart, and once`() {
            // A released stream drops its values.
            let kept = Mutex<[AsyncStream<Int>]>([])
            let line = #line + 2
            let log = AsyncLossTests.log { rest in
                let (one, first) = AsyncStream.makeStream(of: Int.self)
                let (other, second) = AsyncStream.makeStream(of: Int.self)
                kept.withLock { $0 = [one, other] }
                let producer = Task {
                    for value in 1...60 {
                        first.yield(value)
                        if value % 6 == 0 { second.yield(value) }
                        await rest()
                    }
                    second.finish()
                    first.finish()
                }
                for await _ in zip(one, other) {}
                await producer.value
            }

            #expect(LossAccounts(log).differences == [])
            #expect(LossAccounts(log).losses == ["zip ended 1: 11"])
            #expect(
                AsyncLossTests.run(log).map { $0.split(separator: "; ").dropFirst().map(String.init) } == [
                    [
                        "zip waited for AsyncStream:\(line + 1) at the end, 49 values were left in AsyncStream:\(line)",
                        "value 11 dropped at zip: ended",
                    ]
                ])
        }

        @Test(arguments: [true, false]) func `debounce loses a pending value with the failure of its input, not with a cancel`(
            isFailing: Bool
        ) {
            let log = AsyncLossTests.log { rest in
                let (stream, continuation) = AsyncThrowingStream.makeStream(of: Int.self, throwing: (any Error).self)
                let producer = Task {
                    continuation.yield(1)
                    await rest()
                    continuation.finish(throwing: isFailing ? Broken() : nil)
                }
                do {
                    for try await _ in stream.debounce(for: .seconds(1), clock: StoppedClock()) {}
                } catch {}
                await producer.value
            }
            let accounts = LossAccounts(log)

            #expect(accounts.losses == (isFailing ? ["debounce error 1: 1"] : []))
            #expect(accounts.differences == [])
        }
    }
#endif

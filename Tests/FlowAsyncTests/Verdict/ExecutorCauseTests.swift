#if AsyncAlgorithms
    import FlowTestSupport
    import FlowTrace
    import Foundation
    import Testing

    @testable import FlowAsync
    @testable import FlowVerdict

    /// Measured waits for executors in verdicts, in virtual time.
    @Suite("waits for executors in verdicts")
    struct ExecutorCauseTests {
        /// A consumer whose executor is busy for 300 ms at a time, with measured waits.
        ///
        /// - Parameter blocked: The part of each wait in which the system withheld the processor from no thread, in milliseconds.
        private func busyExecutor(blocked: UInt64, load: UInt32 = 0, of executor: TracedExecutor = .mainActor) -> CausePlay {
            let play = CausePlay()
            play.record {
                let (stream, continuation) = AsyncStream.makeStream(of: Int.self)
                play.loop.spawn {
                    for value in 1...1_000 {
                        continuation.yield(value)
                        await play.loop.sleep(milliseconds: 10)
                    }
                }
                play.loop.spawn {
                    for _ in 1...3 {
                        await play.loop.sleep(milliseconds: 290)
                        play.measure(.waited, of: executor, wait: 290, word: blocked, number: load)
                        play.measure(.served, of: executor, wait: 290, word: 290, number: 1)
                    }
                }
                play.other.spawn { for await _ in stream {} }
                play.other.run()
                play.alternate(busy: 300, untilMilliseconds: 1_100)
            }
            return play
        }

        private static let unmeasured = [
            "held back by for await: it has an open request and is not resumed, 20 values wait in AsyncStream; its executor is busy",
            "held back by for await: it had an open request and was not resumed for 1.1 s of 1.1 s while values waited in AsyncStream; "
                + "its executor was busy",
        ]

        @Test func `the executor is to blame, not the stage that waits for it`() {
            let report = busyExecutor(blocked: 240).reports(atMilliseconds: 1_100, on: .mainActor).first

            #expect(
                report?.sentences == [
                    "held back by the main actor, which is blocked: jobs waited up to 0.3 s for it in the last 10 s, for await has an "
                        + "open request and is not resumed, 20 values wait in AsyncStream",
                    "held back by the main actor, which was blocked: jobs waited up to 0.3 s for it, for await had an open request and "
                        + "was not resumed for 1.1 s of 1.1 s while values waited in AsyncStream",
                ])
            #expect(report?.blamed == [nil, nil])
            #expect([report?.verdict.executor, report?.run.executor] == [.mainActor, .mainActor])
        }

        @Test func `a pool whose threads compute is busy`() {
            let report = busyExecutor(blocked: 240, load: 1_900, of: .pool).reports(atMilliseconds: 1_100, on: .pool).first

            #expect(
                report?.verdict.wordings.dropFirst(2) == [
                    "held back by the thread pool, which is busy: jobs waited up to 0.3 s for it in the last 10 s",
                    "held back by the thread pool",
                ])
        }

        @Test func `time that the system gave to other programs is nobody's`() {
            let report = busyExecutor(blocked: 20).reports(atMilliseconds: 1_100, on: .mainActor).first

            #expect(report?.sentences == ExecutorCauseTests.unmeasured)
        }

        @Test(arguments: [TracedExecutor.pool, .other, nil])
        func `the executor of others says nothing about a consumer`(executor: TracedExecutor?) {
            let report = busyExecutor(blocked: 240).reports(atMilliseconds: 1_100, on: executor).first

            #expect(report?.sentences == ExecutorCauseTests.unmeasured)
        }

        /// A loop without values, while a job waits for the pool.
        ///
        /// - Parameter blocked: The part of the wait in which the system withheld the processor from no thread, in milliseconds.
        private func starvedPool(blocked: UInt64) -> CausePlay {
            let play = CausePlay()
            play.record {
                let (stream, continuation) = AsyncStream.makeStream(of: Int.self)
                play.loop.spawn {
                    continuation.yield(1)
                    await play.loop.sleep(milliseconds: 1_000_000)
                    _ = continuation
                }
                play.loop.spawn {
                    await play.loop.sleep(milliseconds: 2_000)
                    play.measure(.waits, of: .pool, wait: 1_400, word: blocked)
                }
                play.other.spawn { for await _ in stream {} }
                play.other.run()
                play.loop.run(untilMilliseconds: 0)
                play.other.run()
                play.loop.run(untilMilliseconds: 2_100)
            }
            return play
        }

        @Test func `a verdict on another cause says that the pool is starved meanwhile`() {
            let play = starvedPool(blocked: 1_300)

            #expect(
                play.reports(atMilliseconds: 2_100, on: .pool).first?.verdict.text
                    == "silent for 2.1 s: for await waits for yield; meanwhile the thread pool is starved: a job has waited 1.5 s for it"
            )
        }

        /// The end of the verdict on a loop that took a value and is not done with it, while a job waits for the pool.
        ///
        /// - Parameters:
        ///   - loops: The number of such loops. Each took its value on a thread that records nothing further.
        ///   - isBack: Whether the first took it on a thread that records something after that.
        private func meanwhile(loops: Int, isBack: Bool = false) -> String? {
            let play = CausePlay()
            play.record {
                let streams = (0..<loops).map { _ in AsyncStream.makeStream(of: Int.self) }
                for (stream, _) in streams {
                    play.other.spawn { for await _ in stream { await play.loop.sleep(milliseconds: 1_000_000) } }
                }
                play.other.run()
                for (index, (_, continuation)) in streams.enumerated() {
                    continuation.yield(1)
                    if index == 0, isBack { play.other.run() } else { onThreads(1) { _ in play.other.run() } }
                }
                play.loop.spawn {
                    await play.loop.sleep(milliseconds: 2_000)
                    play.measure(.waits, of: .pool, wait: 1_400, word: 1_300)
                    for (_, continuation) in streams { continuation.yield(2) }
                }
                play.loop.run(untilMilliseconds: 2_100)
            }
            let text = play.reports(atMilliseconds: 2_100, on: .pool).first?.verdict.text
            return text.map { $0.components(separatedBy: "; ").drop { !$0.hasPrefix("meanwhile ") }.joined(separator: "; ") }
        }

        @Test func `loops that took a value before the wait, and whose threads record nothing since, are named`() {
            let starved = "meanwhile the thread pool is starved: a job has waited 1.5 s for it"

            #expect(meanwhile(loops: 1) == "\(starved); its threads last ran for await, which has not come back")
            #expect(meanwhile(loops: 2) == "\(starved); its threads last ran for await and for await 2, which have not come back")
            #expect(
                meanwhile(loops: 4)
                    == "\(starved); its threads last ran for await, for await 2 and 2 more, which have not come back")
            #expect(meanwhile(loops: 2, isBack: true) == "\(starved); its threads last ran for await 2, which has not come back")
            #expect(meanwhile(loops: 1, isBack: true) == starved)
        }

        @Test func `a wait in which the system ran other programs does not starve the pool`() {
            let report = starvedPool(blocked: 400).reports(atMilliseconds: 2_100, on: .pool).first

            #expect(report?.verdict.text == "silent for 2.1 s: for await waits for yield")
        }
    }
#endif

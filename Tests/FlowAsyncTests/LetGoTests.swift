#if AsyncAlgorithms
    import FlowAlgorithms
    import FlowText
    import FlowTrace
    import Testing

    @testable import FlowAnalysis
    @testable import FlowModel
    @testable import FlowVerdict

    /// Streams that are released before they have ended, and values that are lost after the last reader has left.
    @Suite("Streams that are let go")
    struct LetGoTests {
        /// The row of a task's only stream in the list, after a second.
        private static func row(_ body: @escaping @Sendable (TaskLoop) async -> Void) throws -> (row: PipelineRow, log: TraceLog)
        {
            let loop = TaskLoop()
            let recorder = Recorder(clock: .custom { loop.now })
            CurrentTarget.with(TraceTarget(recorder: recorder)) {
                loop.spawn { await body(loop) }
                loop.run(untilMilliseconds: 1_000)
            }
            let log = Traced(recorder).log
            let end = TraceTime(seconds: 1)
            var (pipelines, meter) = (Pipelines(), UtilizationMeter())
            pipelines.update(from: log, upTo: log.count)
            for entry in log.entries { meter.fold(entry, in: log) }
            let ids = pipelines.ids(by: .age, in: log)
            let id = try #require(ids.first)
            let known = pipelines.summary(of: id, at: end, in: log)
            let summary = try #require(known)
            return (PipelineRow(summary, meter.report(of: pipelines.edges(of: id), at: end, in: log), at: end), log)
        }

        @Test func `an unread stream that is released was let go, and nobody cancelled it`() throws {
            let (row, log) = try LetGoTests.row { loop in
                let (stream, continuation) = AsyncStream.makeStream(of: Int.self)
                continuation.yield(1)
                await loop.sleep(milliseconds: 100)
                withExtendedLifetime((stream, continuation)) {}
            }

            #expect(row.summary.state == .letGo(at: TraceTime(nanoseconds: 100_000_000)))
            #expect(row.verdict?.text == "let go at 0.10 s; value 1 dropped at AsyncStream: ended")
            #expect(row.report.map { PipelineCounts([$0]).kindWords } == "1 let go")
            #expect(row.states.contains("letgo"))
            #expect(log.entries.filter { $0.kind == .cancel }.map(\.event.isLetGo) == [true])
        }

        @Test func `a stream that tells its handler that it was cancelled was cancelled`() throws {
            let (row, _) = try LetGoTests.row { loop in
                let (stream, continuation) = AsyncStream.makeStream(of: Int.self)
                continuation.onTermination = { _ in }
                await loop.sleep(milliseconds: 100)
                withExtendedLifetime((stream, continuation)) {}
            }

            #expect(row.summary.state == .cancelled(at: TraceTime(nanoseconds: 100_000_000)))
            #expect(row.verdict?.text == "cancelled at 0.10 s")
        }

        @Test func `the life of a pipeline contains the values that are lost after its last reader has left`() throws {
            let (row, _) = try LetGoTests.row { loop in
                let (stream, continuation) = AsyncStream.makeStream(of: Int.self)
                for value in 1...3 { continuation.yield(value) }
                for await _ in stream {
                    await loop.sleep(milliseconds: 100)
                    break
                }
                await loop.sleep(milliseconds: 400)
                withExtendedLifetime((stream, continuation)) {}
            }

            #expect(row.summary.state == .cancelled(at: TraceTime(nanoseconds: 100_000_000)))
            #expect(row.trouble == .abandoned && row.summary.dropped == 2)
            #expect(row.summary.lastDrop == TraceTime(nanoseconds: 500_000_000))
            #expect(row.life == 500_000_000)
        }
    }
#endif

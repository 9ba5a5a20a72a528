import FlowAsync
import FlowTestSupport
import FlowTrace
import Testing

/// One definition of a pipeline serves the list, the diagnosis and the metrics.
@Suite("Pipelines of streams")
struct StreamPipelineTests {
    /// The pipelines of a file that records what `body` does on a loop.
    private static func agreement(_ body: @escaping @Sendable (TaskLoop) -> Void) throws -> PipelineAgreement {
        let folder = try TemporaryFolder()
        let loop = TaskLoop()
        let options = TraceFileOptions(size: TraceFileOptions.minimumSize)
        let recorder = try Recorder(file: folder.path("a.fvz"), options: options, clock: .custom { loop.now })
        CurrentTarget.with(TraceTarget(recorder: recorder)) {
            body(loop)
            loop.run()
        }
        recorder.close()
        return PipelineAgreement(try TraceFile(folder.path("a.fvz")))
    }

    @Test func `a stream that is only read is no part of the stream made before it`() throws {
        let agreement = try StreamPipelineTests.agreement { loop in
            loop.spawn {
                let (stream, continuation) = AsyncStream.makeStream(of: Int.self)
                continuation.yield(1)
                continuation.finish()
                let nothing = AsyncStream<Int>(unfolding: { nil })
                for await _ in nothing {}
                for await _ in stream {}
            }
        }

        #expect(agreement.count == 2)
        #expect(agreement.faults == [])
    }

    @Test func `a loop is no part of the stream to which it yields`() throws {
        let agreement = try StreamPipelineTests.agreement { loop in
            loop.spawn {
                let (stream, continuation) = AsyncStream.makeStream(of: Int.self)
                let (copies, copy) = AsyncStream.makeStream(of: Int.self)
                for value in 1...3 { continuation.yield(value) }
                continuation.finish()
                for await value in stream { copy.yield(value) }
                copy.finish()
                for await _ in copies {}
            }
        }

        #expect(agreement.count == 2)
        #expect(agreement.faults == [])
    }
}

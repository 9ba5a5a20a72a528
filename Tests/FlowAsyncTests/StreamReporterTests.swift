import Dispatch
import FlowAsync
import FlowTrace
import Foundation
import Testing

@testable import FlowAnalysis

@Suite("StreamReporter")
struct StreamReporterTests {
    enum ProducerSource {}
    enum SequenceProducer {}
    enum Cupboard {}

    private static func make(_ highMark: Int? = nil) -> StreamReporter? {
        StreamReporter("fill", from: ProducerSource.self, to: SequenceProducer.self, of: Int.self, highMark: highMark)
    }

    @Test func `nothing is reported where nothing is traced`() { #expect(StreamReporterTests.make() == nil) }

    @Test func `one request may bring several values, and each value taken is the oldest`() async throws {
        let traced = try await Traced.recording {
            let stream = try #require(StreamReporterTests.make(2))
            stream.request()
            for value in 1...3 { stream.yield(value) }
            stream.report(state: "stopProducing, held 3")
            let consumer = stream.makeConsumer("empty")
            for value in 1...2 {
                consumer.request()
                consumer.take(value)
            }
            #expect(stream.held == 1)
            stream.dropHeld()
            stream.finish()
            consumer.finish()
        }

        #expect(
            traced.lines == [
                "1 fill subscribed ", "2 fill request 1", "3 fill value 1",
                "4 empty held buffered 1 < 3", "5 fill returned 1 < 3", "6 fill value 2",
                "7 empty held buffered 2 < 6", "8 fill returned 1 < 6", "9 fill value 3",
                "10 empty held buffered 3 < 9", "11 fill state stopProducing, held 3", "12 empty subscribed ",
                "13 empty request 1", "14 empty held unbuffered 1 < 13", "15 empty value 1 < 14",
                "16 empty request 1", "17 empty held unbuffered 2 < 16", "18 empty value 2 < 17",
                "19 empty held dropped 3 cancelled", "20 fill finished ", "21 empty finished  < 20",
            ])
        #expect(traced.log.nodes.first { $0.name == "NIOAsyncSequenceProducer" }?.capacity == 2)
        #expect(traced.residues == [])
    }

    @Test func `a value that comes before the first request counts as asked for, and what is forgotten may be held still`()
        async throws
    {
        let traced = try await Traced.recording {
            let stream = try #require(StreamReporterTests.make())
            for _ in 1...2 { stream.yield() }
            stream.forgetHeld()
            #expect(stream.held == 0)
        }

        #expect(
            traced.lines.map { $0.split(separator: " ", maxSplits: 1)[1] } == [
                "fill subscribed ", "fill request 1", "fill value ", "NIOAsyncSequenceProducer held buffered  < 3",
                "fill returned 1 < 3", "fill value ", "NIOAsyncSequenceProducer held buffered  < 6",
                "NIOAsyncSequenceProducer held unbuffered ", "NIOAsyncSequenceProducer held unbuffered ",
                "NIOAsyncSequenceProducer held note held: at least", "NIOAsyncSequenceProducer held note held: known",
                "fill cancel ",
            ])
        #expect(traced.residues == [])
    }

    @Test func `a probe takes what is held, and what is fed from another probe is one pipeline with it`() async throws {
        let traced = try await Traced.recording {
            let stream = try #require(StreamReporterTests.make())
            let (numbers, continuation) = AsyncStream.makeStream(of: Int.self)
            for value in 1...2 { continuation.yield(value) }
            continuation.finish()
            await stream.feeding { for await number in numbers.probe("numbers") { stream.yield(number) } }
            let words = _Concurrency.AsyncStream { continuation in
                for word in ["one", "two"] { continuation.yield(word) }
                continuation.finish()
            }
            for await _ in words.probe("words", takingFrom: stream) {}
        }

        #expect(traced.graph.contains("numbers: AsyncStream -> yield"))
        #expect(traced.graph.contains("fill: yield -> NIOAsyncSequenceProducer"))
        #expect(traced.values(.value, on: "words") == ["one", "two"])
        #expect(traced.values(.unbuffered, on: "words held") == ["1", "2"])
    }

    @Test func `what is taken and was never yielded takes nothing that is held`() async throws {
        let traced = try await Traced.recording {
            let stream = try #require(StreamReporterTests.make())
            let consumer = stream.makeConsumer("empty")
            consumer.request()
            consumer.take(7)
            stream.dropHeld()
            stream.yield(8)
            #expect(stream.held == 1)
        }

        #expect(traced.values(.value, on: "empty") == ["7"])
        #expect(traced.values(.unbuffered, on: "empty held") == [])
        #expect(traced.values(.dropped, on: "empty held") == ["8"])
    }

    @Test func `of a stream that the catalogue does not know only what is yielded is shown`() async throws {
        let traced = try await Traced.recording {
            let stream = try #require(StreamReporter("fill", from: ProducerSource.self, to: Cupboard.self, of: Int.self))
            stream.yield(1)
        }

        #expect(traced.graph == ["fill: yield -> cupboard"])
        #expect(traced.lines == ["1 fill subscribed ", "2 fill request 1", "3 fill value 1"])
    }

    /// Runs `body` on another thread, and waits for it.
    private func onAnotherThread(_ body: @escaping @Sendable () -> Void) {
        let done = DispatchSemaphore(value: 0)
        Thread {
            body()
            done.signal()
        }.start()
        done.wait()
    }

    @Test func `signals of tasks that change threads do not overlap`() throws {
        let recorder = Recorder()
        try CurrentTarget.with(TraceTarget(recorder: recorder)) {
            let stream = try #require(StreamReporterTests.make())
            let consumer = stream.makeConsumer("empty")
            stream.yield(1)
            onAnotherThread {
                stream.yield(2)
                consumer.request()
            }
            consumer.take(1)
        }
        let traced = Traced(recorder)
        var rules = RuleCheck()
        let violations = traced.log.entries.flatMap { rules.fold($0, in: traced.log) }

        #expect(traced.values(.value, on: "fill") == ["1", "2"])
        #expect(violations.map(\.rule) == [])
    }
}

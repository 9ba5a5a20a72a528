import FlowAlgorithms
import FlowTestSupport
import FlowTrace
import Testing

/// The stacks of streams, of their consumers, and of what feeds them.
@Suite("Places of streams")
struct StreamPlaceTests {
    /// The stacks of a trace by their role.
    private struct Stacks: RecordSink {
        var lines: [String] = []
        var innermost: [UInt32: UInt64] = [:]

        init(_ recorder: Recorder) { recorder.drain(into: &self) }

        mutating func declare(nodes: [NodeFact], edges: [EdgeFact]) {}
        mutating func record(missed: Int) {}
        mutating func append(_ record: TraceEvent, thread: UInt32, bytes: UnsafeRawBufferPointer?) {
            switch (record.fact, record.step, record.call) {
            case (.frame, _, _) where record.subkind == 0: innermost[record.hookKey.tag] = record.hookKey.id
            case (.stack, _, _):
                let role = StackRole(rawValue: UInt8(truncatingIfNeeded: record.b))
                lines.append("\(role.map { "\($0)" } ?? "unknown") \(record.hookKey.tag)")
            case (_, .value, _): lines.append("value")
            case (_, _, .willSubscribe): lines.append("subscribe")
            default: break
            }
        }

        /// The lines, with the stacks numbered in the order in which they first occur.
        var shape: [String] {
            var known: [Substring] = []
            return lines.map { line in
                let parts = line.split(separator: " ")
                guard parts.count == 2 else { return line }
                if !known.contains(parts[1]) { known.append(parts[1]) }
                return "\(parts[0]) \((known.firstIndex(of: parts[1]) ?? 0) + 1)"
            }
        }
    }

    private func trace(places: Bool = true, _ body: () async throws -> Void) async rethrows -> Stacks {
        let recorder = Recorder()
        try await CurrentTarget.with(TraceTarget(recorder: recorder, places: places), body)
        return Stacks(recorder)
    }

    @Test func `a yield has a place when it is new, before its value, and no more`() async {
        let stacks = await trace {
            let (stream, continuation) = AsyncStream<Int>.makeStream()
            for _ in 0..<3 {
                continuation.yield(1)
                continuation.yield(2)
            }
            continuation.yield(with: .success(3))
            continuation.finish()
            for await _ in stream {}
        }
        let first = ["subscribe", "subscribed 1", "fed 2", "value", "fed 3", "value", "value", "value", "value", "value"]
        let rest = ["fed 4", "value", "subscribe", "subscribed 5", "consumed 6"] + [String](repeating: "value", count: 7)
        #expect(stacks.shape == first + rest)
    }

    @Test func `many places of one stream are recorded once each, in any order`() async {
        let stacks = await trace {
            let (_, continuation) = AsyncStream<Void>.makeStream()
            for _ in 0..<3 {
                continuation.yield()
                continuation.yield()
                continuation.yield()
                continuation.yield()
                continuation.yield(())
                continuation.yield(with: .success(()))
            }
        }
        #expect(stacks.lines.count { $0.hasPrefix("fed") } == 6)
        #expect(Set(stacks.lines.filter { $0.hasPrefix("fed") }).count == 6)
    }

    @Test func `streams made in one helper have one place, and are fed from others`() async {
        func make() -> (AsyncThrowingStream<Int, any Error>, AsyncThrowingStream<Int, any Error>.Continuation) {
            AsyncThrowingStream<Int, any Error>.makeStream()
        }
        let stacks = await trace {
            var made: [(AsyncThrowingStream<Int, any Error>, AsyncThrowingStream<Int, any Error>.Continuation)] = []
            for _ in 0..<2 { made.append(make()) }
            made[0].1.yield(1)
            made[1].1.yield(1)
        }
        #expect(
            stacks.shape == ["subscribe", "subscribed 1", "subscribe", "subscribed 1", "fed 2", "value", "fed 3", "value"])
    }

    @Test func `a channel's send has the place of its await`() async {
        let stacks = await trace {
            let channel = AsyncChannel<Int>()
            async let received: Void = { for await _ in channel {} }()
            for number in 0..<2 { await channel.send(number) }
            await channel.probe("named").send(7)
            channel.finish()
            await received
        }
        #expect(stacks.lines.count { $0.hasPrefix("fed") } == 2)
        #expect(Set(stacks.lines.filter { $0.hasPrefix("fed") }).count == 2)
        #expect(!stacks.lines.contains("fed 0"))
    }

    @Test func `the first value of a consumer has a place, and no other`() async {
        func consume(_ stream: AsyncStream<Int>) async -> Int { await stream.map { $0 * 2 }.reduce(0, +) }
        let stacks = await trace {
            for _ in 0..<2 {
                let stream = AsyncStream<Int> { continuation in
                    for number in 1...3 { continuation.yield(number) }
                    continuation.finish()
                }
                #expect(await consume(stream) == 12)
            }
        }
        let consumers = stacks.shape.filter { $0.hasPrefix("consumed") }
        #expect(consumers.count == 4)
        // The chain and the loop are awaited by the same functions each time.
        #expect(consumers.prefix(2) == consumers.suffix(2))
    }

    @Test func `without places nothing has one`() async {
        let stacks = await trace(places: false) {
            let (stream, continuation) = AsyncStream<Int>.makeStream()
            continuation.yield(1)
            continuation.finish()
            for await _ in stream {}
        }
        #expect(stacks.lines == ["subscribe", "value", "subscribe", "value"])
    }

    @Test func `a reported stream has the place that makes it known, and those of its yields`() async {
        let stacks = await trace {
            let stream = StreamReporter("in", from: Int.self, to: String.self, of: Int.self)
            for _ in 0..<2 { stream?.yield(1) }
            stream?.yield()
        }
        #expect(stacks.shape.filter { $0 != "value" } == ["subscribe", "subscribed 1", "fed 2", "fed 3"])
    }
}

import FlowAlgorithms
import FlowTestSupport
import Testing

@testable import FlowGraph
@testable import FlowModel
@testable import FlowTrace
@testable import FlowVerdict

/// The streams that loops feed, as concluded from the tasks of values.
@Suite("Links between loops and streams", .notForever)
struct LoopLinkTests {
    /// A stream of some values, which is over.
    private static func filled<Value: Sendable>(_ values: [Value]) -> AsyncStream<Value> {
        AsyncStream { continuation in
            for value in values { continuation.yield(value) }
            continuation.finish()
        }
    }

    /// `Int feeds String`, by the types of the values.
    private static func links(of log: TraceLog) -> [String] {
        log.edges.flatMap { log.loopLinks.links(fromLoop: $0.id) }.map { link in
            "\(log.edge(link.loop)?.valueType ?? "?") feeds \(log.edge(link.stream)?.valueType ?? "?")"
        }
    }

    /// The links of a closure's loops. The closure gets the continuation of a stream of strings.
    private static func links(
        places: Bool = true, _ body: (AsyncStream<String>.Continuation) async -> Void
    ) async -> [String] {
        let traced = await Traced.recording(places: places) {
            let (stream, continuation) = AsyncStream<String>.makeStream()
            await body(continuation)
            withExtendedLifetime(stream) {}
        }
        return links(of: traced.log)
    }

    // MARK: Loops that feed streams

    @Test func `the body of a loop feeds a stream`() async {
        let links = await LoopLinkTests.links { names in
            for await number in LoopLinkTests.filled([1, 2]) { names.yield("\(number)") }
        }
        #expect(links == ["Int feeds String"])
    }

    @Test func `the body of a loop feeds a channel`() async {
        let traced = await Traced.recording(places: true) {
            let channel = AsyncChannel<String>()
            async let received: Void = { for await _ in channel {} }()
            for await number in LoopLinkTests.filled([1, 2]) { await channel.send("\(number)") }
            channel.finish()
            await received
        }
        #expect(LoopLinkTests.links(of: traced.log) == ["Int feeds String"])
    }

    @Test func `a loop over an operator feeds a stream, and the operator's input does not`() async {
        let links = await LoopLinkTests.links { names in
            for await number in LoopLinkTests.filled([1, 2]).map({ Double($0) }) { names.yield("\(number)") }
        }
        #expect(links == ["Double feeds String"])
    }

    @Test func `of loops in one another, the innermost feeds the stream`() async {
        let links = await LoopLinkTests.links { names in
            var inner = [LoopLinkTests.filled([1, 2]), LoopLinkTests.filled([3])]
            for await _ in LoopLinkTests.filled([true, false]) {
                for await number in inner.removeLast() { names.yield("\(number)") }
            }
        }
        #expect(links == ["Int feeds String"])
    }

    @Test func `after a loop in its body, a loop feeds the stream itself`() async {
        let links = await LoopLinkTests.links { names in
            var inner = [LoopLinkTests.filled([1, 2]), LoopLinkTests.filled([3])]
            for await isOn in LoopLinkTests.filled([true, false]) {
                for await _ in inner.removeLast() {}
                names.yield("\(isOn)")
            }
        }
        #expect(links == ["Bool feeds String"])
    }

    @Test func `a loop that runs again has the link once`() async {
        let links = await LoopLinkTests.links { names in
            for _ in 0..<3 {
                for await number in LoopLinkTests.filled([1, 2]) { names.yield("\(number)") }
            }
        }
        #expect(links == ["Int feeds String"])
    }

    @Test func `a loop that feeds its own stream is linked to it`() async {
        let traced = await Traced.recording(places: true) {
            let (numbers, continuation) = AsyncStream<Int>.makeStream()
            continuation.yield(1)
            for await number in numbers { if number < 3 { continuation.yield(number + 1) } else { continuation.finish() } }
        }
        #expect(LoopLinkTests.links(of: traced.log) == ["Int feeds Int"])
    }

    // MARK: Others

    @Test func `a loop that was left feeds nothing, even while its iterator lives`() async {
        let links = await LoopLinkTests.links { names in
            var iterator = LoopLinkTests.filled([1, 2]).makeAsyncIterator()
            _ = await iterator.next()
            names.yield("after it")
            withExtendedLifetime(iterator) {}
            for await _ in LoopLinkTests.filled([true]) { break }
            names.yield("after another")
        }
        #expect(links == [])
    }

    @Test func `what a loop's value starts in another task is not fed by the loop`() async {
        let links = await LoopLinkTests.links { names in
            for await number in LoopLinkTests.filled([1, 2]) { await Task { _ = names.yield("\(number)") }.value }
        }
        #expect(links == [])
    }

    @Test func `streams that a loop makes for each value are not fed by it, unless it yields to them`() async {
        func links(isOwn: Bool) async -> [String] {
            let traced = await Traced.recording(places: true) {
                for await number in LoopLinkTests.filled([1, 2]) {
                    let (stream, continuation) = AsyncStream<String>.makeStream()
                    if isOwn { continuation.yield("\(number)") }
                    await Task { _ = continuation.yield("\(number)") }.value
                    continuation.finish()
                    await Task { for await _ in stream {} }.value
                }
            }
            return LoopLinkTests.links(of: traced.log)
        }
        #expect(await links(isOwn: false) == [])
        #expect(await links(isOwn: true) == ["Int feeds String"])
    }

    @Test func `an operator's closure is not the body of a loop`() async {
        let links = await LoopLinkTests.links { names in
            let numbers = LoopLinkTests.filled([1, 2]).map { number in
                names.yield("\(number)")
                return number
            }
            for await _ in numbers {}
        }
        #expect(links == [])
    }

    @Test func `without places nothing is linked`() async {
        let links = await LoopLinkTests.links(places: false) { names in
            for await number in LoopLinkTests.filled([1, 2]) { names.yield("\(number)") }
        }
        #expect(links == [])
    }

    @Test func `a value before a gap says nothing about the body after it`() async {
        let recorder = Recorder()
        var found = Reconstruction()
        await CurrentTarget.with(TraceTarget(recorder: recorder, places: true)) {
            let (stream, names) = AsyncStream<String>.makeStream()
            for await number in LoopLinkTests.filled([1, 2]) {
                names.yield("\(number)")
                guard number == 1 else { continue }
                recorder.drain(into: &found)
                found.recordGap(until: found.log.entries.last?.event.time ?? 0)
            }
            withExtendedLifetime(stream) {}
        }
        recorder.drain(into: &found)
        #expect(LoopLinkTests.links(of: found.log) == [])
    }

    // MARK: Moments and words

    @Test func `a link is known when the loop asks for its next value`() async throws {
        let traced = await Traced.recording(places: true) {
            let (stream, names) = AsyncStream<String>.makeStream()
            for await number in LoopLinkTests.filled([1, 2]) { names.yield("\(number)") }
            withExtendedLifetime(stream) {}
        }
        let log = traced.log
        let link = try #require(log.edges.flatMap { log.loopLinks.links(fromLoop: $0.id) }.first)
        let events = log.entries.filter { $0.edge == link.loop }

        #expect(events.map(\.kind) == [.subscribed, .request, .value, .request, .value, .request, .finished])
        #expect(link.sequence == events[3].sequence)
        var pipelines = Pipelines()
        pipelines.update(from: log, upTo: log.count)
        let listed = pipelines.pipeline(of: link.loop)
        let id = try #require(listed)
        let feeds = [-1, 0].map { offset in
            var counts = LoopCounts()
            return pipelines.loopFeeds(of: id, in: log, upTo: link.sequence + offset, counts: &counts)
        }
        #expect(feeds[0] == LoopFeeds() && feeds[1].feeds.count == 1)
    }

    /// The relations of each pipeline in words, the oldest pipeline first, without places.
    private static func words(of traced: Traced) -> [[String]] {
        let log = traced.log
        var (pipelines, meter) = (Pipelines(), UtilizationMeter())
        pipelines.update(from: log, upTo: log.count)
        for entry in log.entries { meter.fold(entry, in: log) }
        let ids = pipelines.ids(by: .age, in: log)
        let reports = meter.reports(of: ids.map { pipelines.edges(of: $0) }, in: log, isOver: true)
        return reports.relating(ids, of: &pipelines, in: log).map { report in
            report.loops.map { $0.text.replacing(#/ (at|of) [^ ]+(\+0x[0-9a-f]+|\.swift:\d+)/#) { " \($0.1) …" } }
        }
    }

    @Test func `one loop and one stream`() async {
        let traced = await Traced.recording(places: true) {
            let (names, toNames) = AsyncStream<String>.makeStream()
            for await number in LoopLinkTests.filled([1, 2]) { toNames.yield("\(number)") }
            toNames.finish()
            for await _ in names {}
        }
        #expect(
            LoopLinkTests.words(of: traced) == [
                ["AsyncStream<String> at … is fed by for await at … (concluded: same task)"],
                ["for await at … feeds AsyncStream<String> at … (concluded: same task)"],
            ])
    }

    @Test func `one loop and the streams of one line`() async {
        let traced = await Traced.recording(places: true) {
            let made = (1...3).map { _ in AsyncStream<String>.makeStream() }
            for await number in LoopLinkTests.filled([1, 2]) { for one in made { one.continuation.yield("\(number)") } }
            withExtendedLifetime(made) {}
        }
        #expect(
            LoopLinkTests.words(of: traced) == Array(
                repeating: ["AsyncStream<String> at … is fed by for await at … (concluded: same task)"], count: 3)
                + [["for await at … feeds 3 streams of … (concluded: same task)"]])
    }

    @Test func `of several loops over one channel, the first that feeds the stream is known`() async {
        let traced = await Traced.recording(places: true) {
            let (stream, names) = AsyncStream<String>.makeStream()
            let jobs = AsyncChannel<Int>()
            await withTaskGroup(of: Void.self) { group in
                for _ in 1...3 { group.addTask { for await job in jobs { names.yield("\(job)") } } }
                for job in 1...9 { await jobs.send(job) }
                jobs.finish()
            }
            withExtendedLifetime(stream) {}
        }
        #expect(
            LoopLinkTests.words(of: traced) == [
                ["AsyncStream<String> at … is fed by at least 1 of 3 loops at … (concluded: same task)"],
                ["at least 1 of 3 loops at … feeds AsyncStream<String> at … (concluded: same task)"],
            ])
    }
}

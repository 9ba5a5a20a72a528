import FlowOperators
import Testing

@testable import FlowSizing
@testable import FlowTrace
@testable import flowviz

/// The events of a buffer and its surroundings, written by hand. Times are in milliseconds.
private struct Story {
    var log = TraceLog()
    private let source = EdgeID(rawValue: 1)
    private let store = EdgeID(rawValue: 2)
    private static let unit: UInt64 = 1_000_000

    /// - Parameters:
    ///   - buffer: The buffer's node, number 2.
    ///   - source: The operator above the buffer.
    ///   - consumers: The number of subscriptions to the buffer, whose edges have the numbers from 3.
    ///   - consumer: Their stage.
    ///   - inner: The edges of the consumer's inner publishers.
    init(
        _ buffer: NodeFact, below source: NodeFact? = nil, consumers: Int = 1, consumer: String = "for await",
        inner: [UInt32] = []
    ) {
        let above = source ?? NodeFact(id: NodeID(rawValue: 1), role: .source, name: "yield")
        let sinks = (0..<consumers).map { NodeFact(id: NodeID(rawValue: UInt32(3 + $0)), role: .sink, name: consumer) }
        let links = sinks.map { sink in
            EdgeFact(id: EdgeID(rawValue: sink.id.rawValue), role: .link, label: "out", upstream: buffer.id, downstream: sink.id)
        }
        let publishers = inner.map { EdgeFact(id: EdgeID(rawValue: $0), role: .link, label: "inner") }
        log.declare(
            nodes: [above, buffer] + sinks,
            edges: [
                EdgeFact(id: self.source, role: .link, label: "in", upstream: above.id, downstream: buffer.id),
                EdgeFact(id: store, role: .store, label: "buffer", upstream: buffer.id),
            ] + links + publishers)
        for sink in sinks { event(0, .subscribed, on: sink.id.rawValue) }
    }

    mutating func event(
        _ time: UInt64, _ kind: SignalKind, on edge: UInt32, flags: UInt8 = 0, _ payload: TraceEvent.Payload = .none,
        because distance: UInt16 = 0
    ) {
        let edge = EdgeID(rawValue: edge)
        log.append(
            TraceEvent(time: time * Story.unit, kind: kind, edge: edge, flags: flags, payload: payload, cause: distance),
            thread: 1, bytes: nil)
    }

    mutating func requests(_ time: UInt64, _ count: Int = 1, on edge: UInt32 = 3) {
        event(time, .request, on: edge, .demand(.max(count)))
    }

    /// A value that goes straight to a consumer.
    mutating func passes(_ time: UInt64, on edge: UInt32 = 3) {
        event(time, .value, on: 1)
        event(time, .value, on: edge)
    }

    mutating func waits(_ time: UInt64) {
        event(time, .value, on: 1)
        event(time, .buffered, on: 2)
    }

    mutating func leaves(_ time: UInt64, on edge: UInt32 = 3) {
        event(time, .unbuffered, on: 2)
        event(time, .value, on: edge)
    }

    mutating func isLost(_ time: UInt64) {
        event(time, .value, on: 1)
        event(time, .dropped, on: 2, flags: DropReason.overflowNewest.rawValue)
    }

    /// The first store that is read, up to a time.
    func history(until end: UInt64, hasGaps: Bool = false) throws -> StoreHistory {
        var survey = StoreSurvey()
        for entry in log.entries { survey.fold(entry, in: log) }
        var reader = StoreReader(survey)
        for entry in log.entries { reader.fold(entry, in: log) }
        return try #require(
            reader.histories(until: TraceTime(nanoseconds: end * Story.unit), hasGaps: hasGaps).first)
    }
}

@Suite("Stores of a trace")
struct StoreReaderTests {
    private static func buffer(_ capacity: Int?, _ overflow: OverflowPolicy? = .dropNewest, _ prefetch: Prefetch? = nil)
        -> NodeFact
    {
        NodeFact(
            id: NodeID(rawValue: 2), role: .buffer, name: prefetch == nil ? "AsyncStream" : "buffer", capacity: capacity,
            overflow: overflow,
            prefetch: prefetch)
    }

    /// Values at 0, 10, …, 50; the consumer needs 25 for each.
    private static var steady: Story {
        var story = Story(buffer(1))
        story.requests(0)
        story.passes(0)
        story.waits(10)
        story.isLost(20)
        story.requests(25)
        story.leaves(25)
        story.waits(30)
        story.isLost(40)
        story.requests(50)
        story.leaves(50)
        story.waits(50)
        return story
    }

    @Test func `what arrived, waited and was lost is read, and played again`() throws {
        let forecaster = Forecaster(try StoreReaderTests.steady.history(until: 60))
        let recorded = forecaster.recorded

        #expect(forecaster.doubt == nil)
        #expect([recorded.arrived, recorded.delivered, recorded.dropped, recorded.peak, recorded.left] == [6, 3, 2, 1, 1])
        #expect(recorded.waitTimes?.longest == 20_000_000)
        #expect(forecaster.services.mean == 25_000_000 && forecaster.services.count == 2)

        var plan = forecaster.plan
        plan.capacity = 2
        let larger = forecaster.outcome(plan)
        #expect([larger.arrived, larger.delivered, larger.dropped, larger.peak, larger.left] == [6, 3, 1, 2, 2])
        #expect(forecaster.smallestLossless == 3)
    }

    @Test func `a second consumer takes every other value`() throws {
        let forecaster = Forecaster(try StoreReaderTests.steady.history(until: 60))
        var plan = forecaster.plan
        plan.consumers = 2
        let outcome = forecaster.outcome(plan)

        // Taken at 0, 10, 25, 35, 50 and 60.
        #expect([outcome.delivered, outcome.dropped, outcome.peak] == [6, 0, 1])
    }

    @Test func `demand for batches comes after as many values`() throws {
        var story = Story(StoreReaderTests.buffer(2))
        story.requests(0, 2)
        story.passes(0)
        story.passes(10)
        story.waits(20)
        story.waits(30)
        story.isLost(40)
        story.requests(50, 2)
        story.leaves(50)
        story.leaves(50)
        story.waits(60)
        let forecaster = Forecaster(try story.history(until: 80))
        #expect(forecaster.doubt == nil)
        #expect([forecaster.recorded.delivered, forecaster.recorded.dropped] == [4, 1])

        var plan = forecaster.plan
        plan.capacity = 3
        #expect(forecaster.outcome(plan).dropped == 0)
        // Demand comes at 26, 16 after the values of 0 and 10, and at 46.
        (plan.capacity, plan.speed) = (1, 2.5)
        let faster = forecaster.outcome(plan)
        #expect([faster.delivered, faster.dropped, faster.left] == [6, 0, 0])
    }

    @Test func `two consumers of one stream are read as two`() throws {
        var story = Story(StoreReaderTests.buffer(1), consumers: 2)
        story.requests(0, on: 3)
        story.requests(0, on: 4)
        story.passes(0, on: 3)
        story.passes(1, on: 4)
        story.waits(2)
        story.isLost(3)
        story.requests(20, on: 3)
        story.leaves(20, on: 3)
        story.requests(31, on: 4)
        let history = try story.history(until: 40)

        #expect(history.consumersAtOnce == 2 && history.consumers == ["for await", "for await 2"])
        #expect(history.lives[0].arrivals.map(\.service) == [20_000_000, 30_000_000, nil, nil])
    }

    @Test func `a burst has no rate, so nothing is said of a longer recording`() throws {
        var story = Story(StoreReaderTests.buffer(2))
        for _ in 0..<3 { story.waits(0) }
        story.isLost(1)
        for time in [10, 20, 30] as [UInt64] {
            story.requests(time)
            story.leaves(time)
        }
        story.requests(40)
        let report = SizeReport(try story.history(until: 50))

        #expect(report.load == nil && !report.isOverloaded)
    }

    @Test func `consumers that drop as few as any are named, and JSON has only those that drop nothing`() throws {
        var story = Story(StoreReaderTests.buffer(1))
        // Nobody has requested yet: no number of consumers would have taken the second value.
        story.waits(0)
        story.isLost(1)
        story.requests(5)
        story.leaves(5)
        story.waits(6)
        story.isLost(7)
        story.requests(20)
        story.leaves(20)
        let report = SizeReport(try story.history(until: 30))

        #expect(report.recorded.dropped == 2)
        #expect(report.fewestConsumers?.count == 2 && report.fewestConsumers?.forecast.outcome.dropped == 1)
        #expect(SizeText.lines(of: report).contains("  with its own size, 2 consumers would drop 1, and more consumers no fewer"))
        #expect(SizeJSON.line(of: report).contains("\"fewestConsumers\":null"))
    }

    @Test func `a producer that marks stop is simulated read by read, and the low mark is where it went on`() throws {
        var story = Story(StoreReaderTests.buffer(2, .stopProducer))
        story.requests(0)
        story.requests(5, on: 1)
        // A read of two values, which exceeds no mark since the consumer waits for the first.
        story.passes(10)
        story.event(10, .returned, on: 1, .demand(.max(1)))
        story.waits(10)
        story.requests(10, on: 1)
        // One of two more, after which the producer is stopped.
        story.waits(20)
        story.event(20, .returned, on: 1, .demand(.max(1)))
        story.waits(20)
        for time in [30, 40, 50] as [UInt64] {
            story.requests(time)
            story.leaves(time)
        }
        story.requests(50, on: 1)
        story.waits(60)
        let history = try story.history(until: 70)

        #expect(history.doubt == nil && history.source == .fed && history.hidesSource)
        #expect(history.capacity == 2 && history.lowMark == 1)
        #expect(history.lives[0].arrivals.map(\.continuesRead) == [false, true, false, true, false])
        let forecaster = Forecaster(history)
        #expect(forecaster.checked.held == 3)
        var plan = forecaster.plan
        plan.capacity = 4
        // It is not stopped at three held values, and sends its last one 10 after the read before.
        #expect(forecaster.states(plan).filter { $0.held == 4 }.isEmpty && forecaster.outcome(plan).peak == 3)
    }

    @Test func `a stage that holds values by its own rule has no size`() throws {
        var story = Story(NodeFact(id: NodeID(rawValue: 2), role: .transform, name: "zip"))
        story.requests(0)
        story.waits(10)
        story.waits(20)
        story.leaves(30)
        let history = try story.history(until: 40)

        #expect(history.doubt == .hasNoSize(.untilAllHave) && !history.hasSize)
        #expect([history.arrived, history.delivered, history.recorded.peak] == [2, 1, 2])
        #expect(history.lives[0].arrivals.map(\.delivered) == [30_000_000, nil])
    }

    @Test func `stages of one kind without a size share a line, and others have one each`() throws {
        func report(_ stage: String, consumer: String = "merge") throws -> SizeReport {
            var story = Story(NodeFact(id: NodeID(rawValue: 2), role: .transform, name: stage), consumer: consumer)
            story.requests(0)
            story.waits(10)
            story.waits(20)
            story.leaves(30)
            return SizeReport(try story.history(until: 40), isWhole: false)
        }

        let lines = SizeText.summaries(of: [
            try report("zip"), try report("delay"), try report("zip", consumer: "sink"), try report("zip"), try report("zip"),
        ])
        #expect(
            lines.map { String($0.prefix { $0 != ";" }) } == [
                "zip, 3 stages without a size", "delay, which has no size", "zip, which has no size",
            ])
        let reason = "it holds a value until each other input has one, so it has no size; its slowest input decides"
        #expect(lines[0].hasSuffix("; taken by merge: 6 values waited, at most 2 at once in each; nothing foretold: \(reason)"))
    }

    @Test func `the end that a consumer is told is the end of the source`() throws {
        var story = StoreReaderTests.steady
        #expect(try story.history(until: 60).lives[0].horizon == 60_000_000)
        story.event(60, .finished, on: 3)
        #expect(try story.history(until: 60).lives[0].horizon == nil)
    }

    @Test func `below flatMap, a request answers the value whose inner publisher has ended`() throws {
        var story = Story(StoreReaderTests.buffer(1, .dropNewest, .byRequest), consumer: "flatMap", inner: [10, 11])
        story.requests(0, 2)
        for (time, edge) in [(0 as UInt64, 10 as UInt32), (5, 11)] {
            story.passes(time)
            story.event(time, .subscribed, on: edge, because: 1)
        }
        story.event(20, .finished, on: 11)
        story.event(20, .request, on: 3, .demand(.max(1)), because: 1)
        story.event(50, .finished, on: 10)
        story.event(50, .request, on: 3, .demand(.max(1)), because: 1)
        let history = try story.history(until: 60)

        #expect(history.slots == 2 && history.consumersAtOnce == 2)
        #expect(history.lives[0].arrivals.map(\.service) == [50_000_000, 15_000_000])
    }

    @Test func `a loop that follows another one is no consumer that can be simulated`() throws {
        var story = Story(StoreReaderTests.buffer(2))
        story.requests(0)
        story.passes(0)
        story.waits(10)
        story.event(15, .cancel, on: 3)
        story.waits(20)
        story.event(30, .subscribed, on: 3, flags: 1)
        story.requests(30)
        story.leaves(30)
        story.requests(40)
        story.leaves(40)
        let history = try story.history(until: 45)

        #expect(history.doubt == .consumersChange && history.lives.count == 1 && history.delivered == 3)
    }

    @Test func `what replaces an ended stream is another life`() throws {
        var story = Story(StoreReaderTests.buffer(1))
        for start in [0, 100] as [UInt64] {
            story.event(start, .subscribed, on: 1, flags: start == 0 ? 0 : 1)
            if start > 0 { story.event(start, .subscribed, on: 3, flags: 1) }
            story.requests(start)
            story.passes(start)
            story.waits(start + 1)
            story.isLost(start + 2)
            story.requests(start + 10)
            story.leaves(start + 10)
            story.event(start + 11, .finished, on: 1)
            story.requests(start + 20)
            story.event(start + 20, .finished, on: 3)
        }
        let history = try story.history(until: 200)

        #expect(history.lives.map(\.dropped) == [1, 1] && history.dropped == 2 && history.arrived == 6)
        #expect(Forecaster(history).smallestLossless == 2)
    }

    @Test func `a subject that drops without demand is a store without room`() throws {
        var subject = NodeFact(id: NodeID(rawValue: 2), role: .source, name: "PassthroughSubject")
        subject.recordsSends = true
        var story = Story(subject)
        story.requests(0)
        story.event(0, .value, on: 3)
        story.event(10, .dropped, on: 2, flags: DropReason.noDemand.rawValue)
        story.requests(15)
        story.event(20, .value, on: 3)
        let forecaster = Forecaster(try story.history(until: 30))

        #expect(forecaster.history.capacity == 0 && forecaster.doubt == nil)
        #expect([forecaster.recorded.arrived, forecaster.recorded.dropped] == [3, 1])
        #expect(forecaster.smallestLossless == 1)
    }

    @Test func `where the records do not suffice, nothing is foretold`() throws {
        var unseen = Story(
            StoreReaderTests.buffer(1, .dropNewest, .keepFull),
            below: NodeFact(id: NodeID(rawValue: 1), role: .source, name: "PassthroughSubject"))
        unseen.event(0, .request, on: 1, .demand(.max(1)))
        unseen.requests(0)
        unseen.passes(0)
        unseen.event(0, .request, on: 1, .demand(.max(1)))
        unseen.waits(1)
        unseen.requests(10)
        unseen.leaves(10)

        var unlimited = Story(StoreReaderTests.buffer(1))
        unlimited.event(0, .request, on: 3, .demand(.unlimited))
        unlimited.passes(0)

        var unasked = Story(StoreReaderTests.buffer(1))
        unasked.waits(0)

        var uncertain = StoreReaderTests.steady
        uncertain.event(55, .note, on: 2, flags: TraceEvent.uncertain)

        #expect(try unseen.history(until: 20).doubt == .sendsUnseen)
        #expect(try unlimited.history(until: 20).doubt == .unlimited)
        #expect(try unasked.history(until: 20).doubt == .unknownDemand)
        #expect(try uncertain.history(until: 60).doubt == .gaps)
        #expect(try StoreReaderTests.steady.history(until: 60, hasGaps: true).doubt == .gaps)
        #expect(try Story(StoreReaderTests.buffer(1, .unknown)).withValue.history(until: 5).doubt == .unknownSize)
        #expect(try Story(StoreReaderTests.buffer(9, .stopProducer)).withValue.history(until: 5).doubt == .followsMarks)
    }
}

extension Story {
    /// The story after one value.
    fileprivate var withValue: Story {
        var story = self
        story.requests(0)
        story.passes(0)
        return story
    }
}

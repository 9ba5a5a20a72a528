import FlowTrace
import Testing
@testable import FlowAnalysis
@testable import FlowModel
@testable import FlowText

@Suite("Inspector")
struct InspectorTests {
    private func rows(_ model: StreamModel, _ lane: String, at seconds: Double, next: Double? = nil) -> [InspectorRow] {
        let index = model.lanes.firstIndex { $0.spec.name == lane } ?? -1
        return Inspector.rows(
            of: StreamAnalysis(model), lane: index, at: model.moment(at: .init(seconds: seconds)),
            next: next.map(TraceTime.init(seconds:)))
    }

    private func wait(_ value: String, _ seconds: Double, longest: Wait.Longest? = nil, soFar: Bool = false) -> Wait {
        Wait(value: value, nanoseconds: TraceTime(seconds: seconds).nanoseconds, longest: longest, isSoFar: soFar)
    }

    private func rate(_ count: Int, in seconds: Double) -> CountedRate {
        CountedRate(count: count, perSecond: Double(count) / seconds)
    }

    /// The window of a stream that began at 0.
    private func window(to seconds: Double, isLife: Bool = false) -> RateWindow {
        let end = TraceTime(seconds: seconds)
        return RateWindow(since: .zero, at: end, endedAt: isLife ? end : nil)
    }

    @Test(arguments: 1...20) func `the longest wait is called that of all values only if all are listed`(count: Int) throws {
        let builder = TraceBuilder.buffered(size: 100, overflow: .dropOldest, below: .sink, detail: "")
        builder.begin()
        for value in 1...count {
            builder.at(Double(value)) { builder.hold("\(value)") }
            builder.at(Double(value) + (value == 1 ? 0.9 : 0.1)) { builder.signal("buffer", .unbuffered, "\(value)") }
        }
        let rows = rows(builder.model(), "buffer", at: 21)

        let waits = try #require(rows.lazy.compactMap { if case .waited(let waits) = $0 { waits } else { nil } }.first)
        #expect(waits.count == min(count, 6))
        #expect(waits.map(\.longest) == [count > 6 ? .ofListed : .ofAll] + Array(repeating: nil, count: waits.count - 1))
    }

    private func numbers(_ range: ClosedRange<Int>) -> [String] {
        range.map { String($0) }
    }

    @Test func `the buffer of pace at 6.40`() {
        let rows = rows(TraceBuilder.pace().model(), "buffer", at: 6.4, next: 7)

        let expected: [InspectorRow] = [
            .holds(.init(values: ["F"], count: 1, capacity: 1000, peak: 2, peakAt: .init(seconds: 0.6))),
            .ledger(.init(arrived: 6, left: 5, held: 1, dropped: 0, missing: 0)),
            .rate(.init(input: rate(6, in: 6.4), output: rate(5, in: 6.4), window: window(to: 6.4))),
            .demand(.init(count: .none, last: .max(1), at: .init(seconds: 6), metBy: "E")),
            .full(.init(overflow: .dropOldest, prefetch: .byRequest, since: nil, lasts: nil)),
            .pace(.init(interval: "1 s", nextIn: 600_000_000, fraction: 0.4, waitsForSink: false)),
            .waited([
                wait("A", 0), wait("B", 0.7), wait("C", 1.4, longest: .ofAll), wait("D", 0), wait("E", 0.7),
                wait("F", 0.8, soFar: true),
            ]),
        ]
        #expect(rows == expected)
    }

    @Test func `the buffer of pace looked back at`() {
        let rows = rows(TraceBuilder.pace().model(), "buffer", at: 5.3, next: 6)

        #expect(rows[0] == .holds(.init(values: ["E"], count: 1, capacity: 1000, peak: 2, peakAt: .init(seconds: 0.6))))
        #expect(rows[1] == .ledger(.init(arrived: 5, left: 4, held: 1, dropped: 0, missing: 0)))
        #expect(rows[3] == .demand(.init(count: .none, last: .max(1), at: .init(seconds: 3), metBy: "D")))
    }

    @Test func `a list of waits says where it leaves out values`() throws {
        let builder = TraceBuilder.buffered(size: 100, overflow: .dropOldest, below: .sink, detail: "")
        builder.begin()
        builder.pass("0")
        for value in 1...9 { builder.at(Double(value)) { builder.hold("\(value)") } }
        let rows = rows(builder.model(), "buffer", at: 10)

        let waits = try #require(rows.lazy.compactMap { if case .waited(let waits) = $0 { waits } else { nil } }.first)
        #expect(waits.map(\.value) == ["1", "6", "7", "8", "9"])
        #expect(waits.map(\.isAfterGap) == [false, true, false, false, false])
    }

    @Test func `the full buffer of a paused sink`() {
        let rows = rows(TraceBuilder.pausableSink().model(), "buffer", at: 11.6, next: 12)

        let expected: [InspectorRow] = [
            .holds(.init(values: numbers(27...46), count: 20, capacity: 20, peak: 20, peakAt: .init(seconds: 8.75))),
            .ledger(.init(arrived: 46, left: 15, held: 20, dropped: 11, missing: 0)),
            .dropped(values: numbers(16...26), count: 11),
            .rate(.init(input: rate(40, in: 10), output: rate(9, in: 10), window: window(to: 11.6))),
            .demand(.init(count: .none, last: .max(1), at: .init(seconds: 3.6), metBy: "15")),
            .full(.init(overflow: .dropOldest, prefetch: .byRequest, since: .init(seconds: 8.75), lasts: 2_850_000_000)),
            .pace(.init(interval: "0.1 s", nextIn: nil, fraction: nil, waitsForSink: true)),
        ]
        #expect(Array(rows.dropLast()) == expected)
    }

    @Test func `a value that spent returned demand`() {
        let rows = rows(TraceBuilder.askedByReturning().model(), "output", at: 4)

        #expect(rows[1] == .demand(.init(count: .none, last: .max(1), at: .init(seconds: 2), metBy: "3")))
    }

    @Test func `the output of batch-demand as published`() {
        let rows = rows(TraceBuilder.batchAsPublished().model(), "output", at: 10.4)

        let expected: [InspectorRow] = [
            .asked(.init(count: .max(6), requests: 2, returned: .max(7))),
            .demand(.init(count: .max(3), last: .max(1), at: .init(seconds: 9), metBy: nil)),
            .received(count: 10, sent: 10),
            .whenBusy(levels: [[.max(2), .max(2), .max(2)], [.max(4), .max(4)]]),
            .arrivedBusy(values: ["4", "5", "9", "10"]),
            .latency(.init(least: 0, mean: 0, most: 0, count: 10)),
            .note(.init(kind: "state", value: "processed", since: .init(seconds: 10.001))),
            .ended(.cancelled(at: .init(seconds: 10)), received: 10),
            .journey("10 came out of source at 10.00, was delivered at 10.00"),
        ]
        #expect(rows == expected)
    }

    @Test func `the output of true batches`() {
        let rows = rows(TraceBuilder.trueBatches().model(), "output", at: 10.4)

        let expected: [InspectorRow] = [
            .asked(.init(count: .max(9), requests: 3, returned: .none)),
            .demand(.init(count: .max(3), last: .max(3), at: .init(seconds: 10.001), metBy: nil)),
            .received(count: 6, sent: 10),
            .whenBusy(levels: [[.none], [.none]]),
            .lost(.init(values: ["4", "5", "9", "10"], count: 4, reason: .noDemand)),
            .latency(.init(least: 0, mean: 0, most: 0, count: 6)),
            .note(.init(kind: "state", value: "processed", since: .init(seconds: 10.001))),
            .journey("8 came out of source at 8.00, was delivered at 8.00"),
        ]
        #expect(rows == expected)
    }

    @Test func `an output that was replayed to`() {
        let rows = rows(TraceBuilder.shareReplay().model(), "output 3", at: 9.5)

        let expected: [InspectorRow] = [
            .asked(.init(count: .unlimited, requests: 1, returned: .none)),
            .demand(.init(count: .unlimited, last: .unlimited, at: .init(seconds: 9), metBy: nil)),
            .received(count: 2, sent: 6),
            .replayed(values: ["4", "5"], kept: [3_000_000_000, 2_000_000_000]),
            .latency(.init(least: 2_000_000_000, mean: 2_500_000_000, most: 3_000_000_000, count: 2)),
            .ended(.finished(at: .init(seconds: 9)), received: 2),
        ]
        #expect(rows == expected)
    }

    @Test func `from source to output`() {
        let rows = rows(TraceBuilder.pace().model(), "output", at: 6.4, next: 7)

        // The latencies are: A 0, B 0.7, C 1.4, D 0, E 0.7.
        let expected: [InspectorRow] = [
            .asked(.init(count: .max(5), requests: 5, returned: .none)),
            .demand(.init(count: .none, last: .max(1), at: .init(seconds: 6), metBy: "E")),
            .received(count: 5, sent: 6),
            .latency(.init(least: 0, mean: 560_000_000, most: 1_400_000_000, count: 5)),
            .pace(.init(interval: "1 s", nextIn: 600_000_000, fraction: 0.4, waitsForSink: false)),
            .journey("E came out of source at 5.30, waited 0.70 s in buffer, was delivered at 6.00"),
        ]
        #expect(rows == expected)
    }

    @Test func `a source`() {
        let model = TraceBuilder.demandSink().model()

        let expected: [InspectorRow] = [
            .sent(count: 6), .lost(.init(values: ["3", "6"], count: 2, reason: .noDemand)),
            .rate(.init(input: rate(6, in: 7), output: nil, window: window(to: 7, isLife: true))),
            .state(.finished(at: .init(seconds: 7))),
            .journey("6 came out of source at 7.00, was dropped at 7.00: no demand"),
        ]
        #expect(rows(model, "source", at: 8) == expected)
    }

    @Test func `no lane, no rows`() {
        #expect(rows(TraceBuilder.pace().model(), "none", at: 1) == [])
    }

    @Test func `the latest state of each kind`() {
        let builder = TraceBuilder([.init("output", .output)])
        builder.edge("output", .link)
        builder.at(1) { builder.signal("output", .state, "stepping, handler #1") }
        builder.at(2) { builder.signal("output", .state, "dead") }
        builder.at(3) { builder.signal("output", .state, #"text = "a, b""#) }

        let notes = rows(builder.model(), "output", at: 3).suffix(3)
        let expected: [InspectorRow] = [
            .note(.init(kind: "text", value: #""a, b""#, since: .init(seconds: 3))),
            .note(.init(kind: "state", value: "dead", since: .init(seconds: 2))),
            .note(.init(kind: "handler", value: "#1", since: .init(seconds: 1))),
        ]
        #expect(Array(notes) == expected)
    }

    @Test func `a buffer of many thousands names its oldest`() {
        let builder = TraceBuilder.buffered(size: 1_000_000, overflow: .dropOldest, below: .pace, detail: "1 s")
        builder.begin()
        builder.pass("0")
        for value in 1...6000 { builder.hold("\(value)") }
        for value in 1...500 { builder.take("\(value)") }

        let expected = InspectorRow.holds(
            .init(
                values: numbers(501...564), count: 5500, capacity: 1_000_000, peak: 6000, peakAt: .zero))
        #expect(rows(builder.model(), "buffer", at: 0).first == expected)
    }
}

import FlowTrace
import Testing
@testable import FlowAnalysis
@testable import FlowModel
@testable import FlowText

@Suite("Rows of ledgers, ways and violations")
struct AccountRowsTests {
    /// A filter that drops one of three values. Below it, a fourth value arrives, although only two were requested.
    private func filtering() -> StreamModel {
        let builder = TraceBuilder([.init("input", .output), .init("output", .output)])
        let source = builder.recorder.declareNode(.source, name: "source")
        let filter = builder.recorder.declareNode(.transform, name: "filter")
        let sink = builder.recorder.declareNode(.sink, name: "subscriber")
        builder.edge("input", .link, from: source, to: filter)
        builder.edge("output", .link, from: filter, to: sink)
        builder.at(0) {
            builder.signal("input", .subscribed) { builder.signal("output", .subscribed) }
            builder.ask("output", .max(1)) { builder.ask("input", .unlimited) }
        }
        builder.at(1) { builder.signal("input", .value, "1") { builder.signal("output", .value, "1") } }
        builder.at(2) { builder.signal("input", .value, "2") }
        builder.at(3) { builder.signal("input", .value, "3") { builder.signal("output", .value, "3") } }
        return builder.model()
    }

    private func rows(_ model: StreamModel, _ lane: Int, at seconds: Double) -> [InspectorRow] {
        Inspector.rows(of: StreamAnalysis(model), lane: lane, at: model.moment(at: TraceTime(seconds: seconds)))
    }

    @Test func `the ledger of an operator is that of the moment`() {
        let model = filtering()

        #expect(
            rows(model, 1, at: 4).contains(
                .ledger(.init(arrived: 3, left: 2, held: 0, filtered: 1, dropped: 0, missing: 0, name: "filter"))))
        #expect(
            rows(model, 1, at: 1).contains(
                .ledger(.init(arrived: 1, left: 1, held: 0, filtered: 0, dropped: 0, missing: 0, name: "filter"))))
    }

    @Test func `a ledger that is kept from the middle of a trace on says that it cannot tell what is left over`() {
        let log = filtering().log
        var ledger = Ledger(isWindow: true)
        for entry in log.entries.dropFirst(4) { ledger.fold(entry, in: log) }

        let line = ledger.lines(in: log).first { $0.law == .oneOrNone }
        #expect(line?.unknown == .past && line?.residue == nil)
        #expect(line?.unknown?.text == "earlier values are not counted")
    }

    @Test func `a row of a ledger that is kept from the middle of a trace on says since when it counts`() {
        let log = filtering().log
        let (first, rest) = (log.entries[5], log.entries.dropFirst(5))
        let base = StreamBase(sequence: 5, time: log.entries[4].time, lanes: [LaneBase(), LaneBase()])
        var model = StreamModel(lanes: [.init("input", .output), .init("output", .output)], base: base, hasDeclaredLanes: false)
        model.update { late in
            late.declare(nodes: log.nodes, edges: log.edges)
            for entry in rest { late.add(entry, of: log, cause: entry.cause) }
        }

        #expect(
            rows(model, 1, at: 4).contains(
                .ledger(
                    .init(
                        arrived: 2, left: 1, held: 0, filtered: 1, dropped: 0, missing: 0, name: "filter", since: first.time,
                        unknown: ["earlier values are not counted"]))), "\(rows(model, 1, at: 4))")
    }

    @Test func `the way of a value that was left out`() {
        #expect(
            Journey(of: filtering().log.entries[6].sequence, in: filtering().log)?.words(in: filtering().log)
                == "2 came out of source at 2.00, was left out by filter at 2.00")
    }

    @Test func `in the past, the way of a value ends where it was then`() {
        let builder = TraceBuilder.buffered(size: 4, overflow: .dropOldest, below: .sink, detail: "")
        builder.begin()
        builder.at(1) { builder.hold("A") }
        builder.at(3) { builder.take("A") }
        let model = builder.model()
        let way = { (seconds: Double) in
            Inspector.rows(of: StreamAnalysis(model), lane: 0, at: model.moment(at: TraceTime(seconds: seconds))).compactMap {
                row -> String? in
                if case .journey(let words) = row { words } else { nil }
            }
        }

        #expect(way(2) == ["A came out of source at 1.00, is held in buffer since 1.00"])
        #expect(way(4) == ["A came out of source at 1.00, waited 2.00 s in buffer, was delivered at 3.00"])
    }

    @Test func `a rule that is broken at a buffer's input stands in the buffer's inspector`() {
        let builder = TraceBuilder([.init("buffer", .buffer)])
        let buffer = builder.recorder.declareNode(
            .buffer, name: "buffer", capacity: 9, overflow: .dropOldest, prefetch: .byRequest)
        builder.edge("buffer", .store, from: buffer)
        builder.edge("input", .link, to: buffer)
        builder.at(0) { builder.signal("input", .subscribed) { builder.ask("input", .max(1)) } }
        for value in 1...2 {
            builder.at(Double(value)) {
                builder.signal("input", .value, "\(value)") { builder.signal("buffer", .buffered, "\(value)") }
            }
        }

        #expect(
            rows(builder.model(), 0, at: 3).first
                == .violation(.init(rule: ContractRule(MoreThanDemanded.self), count: 1, last: TraceTime(seconds: 2), known: nil))
        )
    }

    @Test func `a broken rule stands in the inspector and in the log from its event on`() {
        let model = filtering()

        #expect(
            rows(model, 1, at: 4).first
                == .violation(.init(rule: ContractRule(MoreThanDemanded.self), count: 1, last: TraceTime(seconds: 3), known: nil))
        )
        #expect(!rows(model, 1, at: 2).contains { if case .violation = $0 { true } else { false } })
        #expect(
            StreamAnalysis(model).violations(upTo: model.end.sequence).map(\.words) == [
                "filter sent subscriber a value with no demand outstanding"
            ])
        let lines = LogWriter.lines(of: StreamAnalysis(model), upTo: model.end, count: 10).map(LogPrinter.text)
        #expect(lines.last?.hasSuffix("§ 3, outstanding 0, breaks 1.1: more values than demand") == true)
    }
}

import FlowTrace
import Testing
@testable import FlowAnalysis
@testable import FlowModel
@testable import FlowVerdict

/// The line states the measurements, and nothing else.
@Suite("Words of the verdict")
struct VerdictWordsTests {
    private func report(_ model: StreamModel, at seconds: Double) -> PipelineReport? {
        StreamAnalysis(model).report(at: model.moment(at: TraceTime(seconds: seconds)))
    }

    @Test func `of a moment there are no shares of time`() {
        let builder = TraceBuilder.buffered(size: 4, overflow: .dropOldest, below: .sink, detail: "")
        builder.begin()
        builder.pass("A")
        let model = builder.model()

        #expect(report(model, at: 0)?.verdict.text == "flowing: it has just begun")
        #expect(
            report(model, at: 1)?.verdict.text
                == "held back by pace: it has requested nothing for 1.0 s")
    }

    @Test func `a single value is one, also where it is the least that may wait`() {
        func text(_ counts: HeldCount...) -> String? {
            Verdict.Holding.waitText(counts.map { .init(stage: "buffer", count: $0) })
        }

        #expect(text(1) == "1 value waits in buffer")
        #expect(text(HeldCount(1, isLeast: true)) == "at least 1 value waits in buffer")
        #expect(text(HeldCount(3, isLeast: true)) == "at least 3 values wait in buffer")
    }

    @Test func `that there was something to take is said as far as a store held it`() {
        let builder = TraceBuilder.buffered(size: 4, overflow: .dropOldest, below: .sink, detail: "")
        builder.begin()
        builder.pass("A")
        builder.at(1) { builder.hold("B") }
        let model = builder.model()

        #expect(
            report(model, at: 4)?.verdict.text
                == "held back by pace: 1 value waits in buffer, it has requested nothing for 4.0 s, "
                + "values waited in buffer for 75 % of the last 4.0 s")
        #expect(report(model, at: 20)?.verdict.text == "stalled since 1.00 s: held back by pace, which requests no more")
    }

    @Test func `a place of held values is named as its lane, with the label of what comes out of it`() {
        var log = TraceLog()
        let nodes = [
            NodeFact(id: NodeID(rawValue: 1), role: .buffer, name: "AsyncStream"),
            NodeFact(id: NodeID(rawValue: 2), role: .buffer, name: "outbound"),
            NodeFact(id: NodeID(rawValue: 3), role: .sink, name: "peer"),
        ]
        func edge(_ id: Int, _ role: EdgeFact.Role, _ label: String, given: String? = nil, _ upper: Int, _ lower: Int) -> EdgeFact
        {
            EdgeFact(
                id: EdgeID(rawValue: UInt32(id)), role: role, label: label, givenLabel: given, upstream: nodes[upper].id,
                downstream: nodes[lower].id)
        }
        let edges = [
            edge(1, .store, "AsyncStream", 0, 0), edge(2, .link, "#2 rows", given: "#2 rows", 0, 1),
            edge(3, .store, "outbound", 1, 1),
            edge(4, .link, "peer", 1, 2),
        ]
        log.declare(nodes: nodes, edges: edges)
        func add(_ kind: SignalKind, _ edge: Int, at time: UInt64 = 0, asks: Bool = false) {
            let payload: TraceEvent.Payload = asks ? .demand(.max(1)) : .none
            log.append(TraceEvent(time: time, kind: kind, edge: edges[edge].id, payload: payload), thread: 1, bytes: nil)
        }
        for link in [1, 3] { add(.subscribed, link) }
        for store in [0, 0, 0, 2] { add(.buffered, store, at: 1_000_000_000) }
        var meter = UtilizationMeter()
        for entry in log.entries { meter.fold(entry, in: log) }

        let text = meter.reports(at: TraceTime(seconds: 4), in: log)[0].verdict.text
        #expect(text.hasPrefix("held back by peer: 3 values wait in AsyncStream \"#2 rows\", 1 in outbound, "))
    }

    @Test func `what nobody lost at a subject held nobody back`() {
        func text(losing: Bool) -> String? {
            let builder = TraceBuilder([.init("source", .source), .init("output", .output)])
            let source = builder.recorder.declareNode(.source, .passthroughSubject)
            let sink = builder.recorder.declareNode(.sink, name: "sink")
            builder.edge("source", .source, from: source)
            builder.edge("output", .link, from: source, to: sink)
            builder.at(0) { builder.signal("output", .subscribed) { builder.ask("output", .max(1)) } }
            for second in 1...9 {
                builder.at(Double(second)) {
                    builder.signal("source", .offered, "\(second)") { builder.signal("output", .value, "\(second)") }
                }
                if losing {
                    builder.at(Double(second) + 0.4) {
                        builder.signal("source", .offered, "x") { builder.signal("source", .dropped, "x", reason: .noDemand) }
                    }
                }
                builder.at(Double(second) + 0.9) { builder.ask("output", .max(1)) }
            }
            return report(builder.model(), at: 9.5)?.verdict.text
        }

        #expect(text(losing: false) == "flowing: no stage holds values back; 0.9 a second arrived in the last 9.5 s")
        #expect(text(losing: true)?.contains("held back by sink") == true)
    }

    @Test func `a window too short for a rate tells the number of values`() {
        func text(at end: Double) -> String? {
            let builder = TraceBuilder([.init("source", .source), .init("output", .output)])
            let source = builder.recorder.declareNode(.source, .passthroughSubject)
            let sink = builder.recorder.declareNode(.sink, name: "sink")
            builder.edge("source", .source, from: source)
            builder.edge("output", .link, from: source, to: sink)
            builder.at(0) { builder.signal("output", .subscribed) { builder.ask("output", .unlimited) } }
            for value in 1...4 {
                builder.at(Double(value) / 100) {
                    builder.signal("source", .offered, "\(value)") { builder.signal("output", .value, "\(value)") }
                }
            }
            return report(builder.model(), at: end)?.verdict.text
        }

        #expect(text(at: 0.09)?.hasSuffix("; 4 values arrived in the last 90.0 ms") == true)
        #expect(text(at: 0.01)?.hasSuffix("; 1 value arrived in the last 10.0 ms") == true)
        #expect(text(at: 0.1)?.hasSuffix("; 40.0 a second arrived in the last 0.1 s") == true)
    }

    @Test func `a value that a full buffer fails with was never held`() {
        let builder = TraceBuilder.buffered(size: 2, overflow: .fail, below: .sink, detail: "")
        builder.at(0) { builder.signal("output", .subscribed) }
        builder.at(1) { builder.hold("A") }
        builder.at(2) { builder.hold("B") }
        builder.at(3) { builder.signal("source", .offered, "C") { builder.signal("buffer", .dropped, "C", reason: .error) } }

        let buffer = report(builder.model(), at: 4)?.stages.first { $0.name == "buffer" }
        #expect(buffer?.held == 2 && buffer?.losses.map(\.values) == [["C"]])
        // A has waited for three seconds, B for two, and neither has left.
        #expect(buffer?.meanWait == 2_500_000_000)
    }
}

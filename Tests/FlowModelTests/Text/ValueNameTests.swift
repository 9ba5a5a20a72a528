import FlowTrace
import Testing
@testable import FlowAnalysis
@testable import FlowModel
@testable import FlowText
@testable import FlowWords

/// The name of a value in a sentence must not read as a count.
@Suite("Names of values")
struct ValueNameTests {
    @Test(
        arguments: [
            ("50", "value 50", "Value 50"), ("-1.5", "value -1.5", "Value -1.5"), ("3 and 6", "values 3 and 6", "Values 3 and 6"),
            ("1 … 40", "values 1 … 40", "Values 1 … 40"), ("Four", "Four", "Four"), ("A2", "A2", "A2"), ("", "", ""),
            ("3 × Order", "3 × Order", "3 × Order"),
        ])
    func `a number is called a value`(text: String, named: String, subject: String) {
        #expect(ValueList.named(text) == named)
        #expect(ValueList.subject(text) == subject)
    }

    /// Three undescribed values enter a stream, and one of them leaves it.
    private var model: StreamModel {
        let nodes = [
            NodeFact(id: NodeID(rawValue: 1), role: .source, name: "yield"),
            NodeFact(id: NodeID(rawValue: 2), role: .buffer, name: "AsyncStream"),
            NodeFact(id: NodeID(rawValue: 3), role: .sink, name: "for await"),
        ]
        let input = EdgeFact(
            id: EdgeID(rawValue: 1), role: .link, label: "yield", upstream: nodes[0].id, downstream: nodes[1].id,
            valueType: "Order")
        let store = EdgeFact(
            id: EdgeID(rawValue: 2), role: .store, label: "AsyncStream", upstream: nodes[1].id, downstream: nodes[1].id)
        let output = EdgeFact(
            id: EdgeID(rawValue: 3), role: .link, label: "for await", upstream: nodes[1].id, downstream: nodes[2].id,
            valueType: "Order")
        var model = StreamModel(lanes: [LaneSpec("AsyncStream", .buffer), LaneSpec("for await", .output)])
        model.update { log in
            log.declare(nodes: nodes, edges: [input, store, output])
            log.append(TraceEvent(time: 0, kind: .subscribed, edge: output.id), thread: 1, bytes: nil)
            for time in 1...3 as ClosedRange<UInt64> {
                log.append(TraceEvent(time: time * 1_000_000, kind: .buffered, edge: store.id), thread: 1, bytes: nil)
            }
            log.append(
                TraceEvent(time: 4_000_000, kind: .request, edge: output.id, payload: .demand(.max(1))), thread: 1, bytes: nil)
            log.add(TraceEvent(time: 4_000_000, kind: .unbuffered, edge: store.id), thread: 1, bytes: nil, cause: 5)
            log.add(TraceEvent(time: 4_000_000, kind: .value, edge: output.id), thread: 1, bytes: nil, cause: 6)
        }
        return model
    }

    @Test func `a value that was not written down has the number with which it came`() throws {
        let model = model
        let rows = Inspector.rows(of: StreamAnalysis(model), lane: 0, at: model.end)

        guard case .holds(let contents) = rows[0] else {
            Issue.record("\(rows[0])")
            return
        }
        #expect(contents.values == ["#2", "#3"])
        #expect(rows.contains(.undescribed(type: "Order")))
        #expect(model.number(of: 6) == 1 && model.number(of: 7) == 1)
        #expect(StreamFacts(model, at: model.end).text(try #require(model.log[sequence: 3])) == "Order #2")
    }

    @Test func `a long value is cut in a sentence, and only there`() {
        let long = String(repeating: "x", count: 61)
        let short = String(repeating: "x", count: 60)
        let cut = String(repeating: "x", count: 59) + "…"
        #expect(ValueList.brief(short) == short)
        #expect(ValueList.brief(long) == cut)
        #expect(ValueList.text(["1", long]) == "1, \(cut)")
        #expect(ValueList.groups([[long], ["1"]]) == "\(cut) and 1")
        #expect(ValueList.text(Array(repeating: long, count: 10)) == "\(cut) … \(cut)")
    }
}

import FlowTrace
import Testing
@testable import FlowAnalysis
@testable import FlowModel
@testable import FlowText

/// Values whose text a trace does not have.
@Suite("values that were not written down")
struct UndescribedTests {
    /// Values of a type pass an edge, are held and lost.
    private func model(type: String?, values: Int = 1, end: (inout TraceLog) -> Void = { _ in }) -> StreamModel {
        let link = EdgeFact(id: EdgeID(rawValue: 1), role: .link, label: "lines", valueType: type)
        let store = EdgeFact(id: EdgeID(rawValue: 2), role: .store, label: "buffer")
        var model = StreamModel(lanes: [LaneSpec("buffer", .buffer), LaneSpec("lines", .output)])
        model.update { log in
            log.declare(nodes: [], edges: [link, store])
            log.append(TraceEvent(time: 0, kind: .subscribed, edge: link.id), thread: 1, bytes: nil)
            log.append(TraceEvent(time: 0, kind: .request, edge: link.id, payload: .demand(.unlimited)), thread: 1, bytes: nil)
            let cause = log.entries.count
            for _ in 0..<values {
                log.add(TraceEvent(time: 1_000_000, kind: .value, edge: link.id), thread: 1, bytes: nil, cause: cause)
            }
            end(&log)
        }
        return model
    }

    private func caption(_ model: StreamModel) -> String? {
        CaptionWriter.caption(of: model, at: model.end)?.text
    }

    private func words(_ model: StreamModel) -> [String] {
        LogWriter.lines(of: StreamAnalysis(model), upTo: model.end, count: 9).map(\.text)
    }

    @Test func `one is a sign on a lane, and its type in a sentence`() {
        let model = model(type: "[String]")

        #expect(model.text(of: 3) == "•")
        #expect(caption(model) == "[String] #1 was delivered: the demand is unlimited.")
        #expect(words(model).last == "[String] #1")
    }

    @Test func `several are counted`() {
        #expect(caption(model(type: "Line", values: 3)) == "3 × Line were delivered: the demand is unlimited.")
        #expect(caption(model(type: nil, values: 3)) == "3 values were delivered: the demand is unlimited.")
    }

    @Test func `what is held and lost is told without a type that is not known`() {
        let store = EdgeID(rawValue: 2)
        let model = model(type: "Line") { log in
            for kind in [SignalKind.buffered, .buffered] {
                log.append(TraceEvent(time: 2_000_000, kind: kind, edge: store), thread: 1, bytes: nil)
            }
            let reason = DropReason.cancelled.rawValue
            log.append(TraceEvent(time: 3_000_000, kind: .dropped, edge: store, flags: reason), thread: 1, bytes: nil)
        }

        #expect(caption(model) == "A value was dropped: the stream was cancelled while the buffer held it.")
        #expect(model.lanes[0].held(after: model.end.sequence).count == 1)
        #expect(words(model).last == "dropped: a value (cancelled)")
    }

    @Test func `the inspector says how they can be had`() {
        let rows = Inspector.rows(
            of: StreamAnalysis(model(type: "Line")), lane: 1, at: .init(time: .init(seconds: 1), sequence: 3))

        let expected: [InspectorRow] = [
            .asked(.init(count: .unlimited, requests: 1, returned: .none)),
            .demand(.init(count: .unlimited, last: .unlimited, at: .zero, metBy: nil)),
            .received(count: 1, sent: nil), .undescribed(type: "Line"),
        ]
        #expect(rows == expected)
    }

    @Test func `a value that was not written down is not found, but its type is known`() {
        let log = model(type: "LogLine", values: 2).log
        var journeys = JourneyIndex(of: "LogLine", limit: 1)
        for entry in log.entries { journeys.observe(entry, in: log) }

        #expect(journeys.count == 0)
        #expect(journeys.undescribedTypes == ["LogLine"])
    }

    @Test func `values that pass are not taken for each other's delay`() {
        var model = StreamModel(lanes: [LaneSpec("source", .source), LaneSpec("output", .output)])
        model.update { log in
            let (source, output) = (EdgeID(rawValue: 1), EdgeID(rawValue: 2))
            log.declare(
                nodes: [],
                edges: [EdgeFact(id: source, role: .source, label: "source"), EdgeFact(id: output, role: .link, label: "output")])
            log.append(TraceEvent(time: 0, kind: .offered, edge: source), thread: 1, bytes: nil)
            log.append(TraceEvent(time: 9, kind: .value, edge: output), thread: 1, bytes: nil)
        }

        #expect(Latency.newest(from: model.lanes[0], to: model.lanes[1], in: model, upTo: 2) == [])
    }
}

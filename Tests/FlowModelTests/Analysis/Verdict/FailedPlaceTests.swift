import FlowTrace
import Testing

@testable import FlowModel
@testable import FlowVerdict

/// The place of a pipeline that failed, and its trouble at the end of its program.
@Suite("Where a pipeline failed")
struct FailedPlaceTests {
    private static func node(_ id: UInt32, _ role: NodeFact.Role, _ name: String, line: Int) -> NodeFact {
        NodeFact(
            id: NodeID(rawValue: id), role: role, name: name, location: CodeLocation(fileID: "Shop/Orders.swift", line: line))
    }

    private static func edge(_ id: UInt32, _ role: EdgeFact.Role = .link, from upper: UInt32, to lower: UInt32) -> EdgeFact {
        EdgeFact(
            id: EdgeID(rawValue: id), role: role, label: "edge \(id)", upstream: NodeID(rawValue: upper),
            downstream: NodeID(rawValue: lower))
    }

    private static func rows(of log: TraceLog, program: ProgramEnd = .none) -> [PipelineRow] {
        var (meter, pipelines) = (UtilizationMeter(), Pipelines())
        for entry in log.entries { meter.fold(entry, in: log) }
        pipelines.update(from: log, upTo: log.count)
        let end = log.entries.last?.time ?? .zero
        let summaries = pipelines.ids(by: .age, in: log).compactMap { pipelines.summary(of: $0, at: end, in: log) }
        let reports = meter.reports(of: pipelines.edges(in: log), at: end, in: log, program: program)
        return zip(summaries, reports).map { PipelineRow($0, $1, at: end) }
    }

    /// A source at line 8, a `tryMap` at line 20 and a sink; the source or the `tryMap` fails.
    ///
    /// - Parameter call: The call that ends the source's stream.
    private static func failure(ofSource: Bool, by call: SourcePlace? = nil) -> TraceLog {
        var log = TraceLog()
        var first = edge(1, from: 1, to: 2)
        first.endedAt = call
        log.declare(
            nodes: [
                node(1, .source, "subject", line: 8), node(2, .transform, "tryMap", line: 20), node(3, .sink, "sink", line: 30),
            ],
            edges: [first, edge(2, from: 2, to: 3)])
        let ends: [(UInt32, SignalKind)] = [(1, ofSource ? .failure : .cancel), (2, .failure)]
        let events = [1, 2].flatMap { [($0, .subscribed), ($0, .request), ($0, .value)] as [(UInt32, SignalKind)] } + ends
        for (index, event) in events.enumerated() {
            let payload: TraceEvent.Payload =
                event.1 == .request ? .demand(.unlimited) : event.1 == .value ? .int(1) : .none
            log.append(
                TraceEvent(
                    time: UInt64(index) * 10_000_000, kind: event.1, edge: EdgeID(rawValue: event.0), payload: payload),
                thread: 1,
                bytes: nil)
        }
        return log
    }

    @Test(arguments: [(true, 8), (false, 20)])
    func `a failed row has the place of the stage that failed, not of its first`(ofSource: Bool, line: Int) {
        let rows = FailedPlaceTests.rows(of: FailedPlaceTests.failure(ofSource: ofSource))

        #expect(rows.map(\.hasFailed) == [true])
        #expect(rows.map(\.place?.line) == [line])
        #expect(rows.map(\.blamedLine?.line) == [line])
        #expect(rows.map(\.summary.place?.line) == [8])
    }

    @Test(arguments: [(true, 44, "finish(throwing:) is at Orders.swift:44 close"), (false, 20, "tryMap is at Orders.swift:20")])
    func `a stream that was finished with an error failed at that call`(ofSource: Bool, line: Int, words: String) {
        let call = SourcePlace(function: "close", file: "/Shop/Orders.swift", line: 44, module: "Shop")
        let rows = FailedPlaceTests.rows(of: FailedPlaceTests.failure(ofSource: ofSource, by: call))

        #expect(rows.map(\.place?.line) == [line])
        #expect(rows.map { $0.report?.culpritPlace } == [words])
    }

    @Test func `the trouble of a pipeline is the same in the list and after its program has ended`() {
        var log = TraceLog()
        log.declare(
            nodes: [FailedPlaceTests.node(1, .source, "subject", line: 8), FailedPlaceTests.node(2, .buffer, "buffer", line: 9)],
            edges: [FailedPlaceTests.edge(1, from: 1, to: 2), FailedPlaceTests.edge(2, .store, from: 2, to: 2)])
        for step in 1...200 as ClosedRange<UInt64> {
            for (kind, id) in [(.value, 1), (.buffered, 2)] as [(SignalKind, UInt32)] {
                log.append(
                    TraceEvent(time: step * 100_000_000, kind: kind, edge: EdgeID(rawValue: id), payload: .int(1)), thread: 1,
                    bytes: nil)
            }
        }

        #expect(FailedPlaceTests.rows(of: log).map(\.trouble) == [.growing])
        let ended = FailedPlaceTests.rows(of: log, program: .ended)
        #expect(ended.map(\.trouble) == [.growing])
        #expect(ended.map { $0.report?.onset?.time } == [TraceTime(nanoseconds: 100_000_000)])
        #expect(ended.map { $0.report?.onset?.words } == ["the oldest value that waits in buffer arrived"])
    }
}

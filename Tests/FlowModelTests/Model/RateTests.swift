import FlowTrace
import Testing

@testable import FlowModel
import FlowVerdict

/// Values a second, the same in the list of pipelines and in reports.
@Suite("Rates")
struct RateTests {
    /// The rates of a pipeline's row, out of its sources and into its sinks.
    private func row(_ program: ProgramLog, of edge: EdgeID, at seconds: Double) -> [Double?] {
        var pipelines = Pipelines()
        let time = TraceTime(seconds: seconds)
        pipelines.update(from: program.log, upTo: program.log.entries.count { $0.time <= time })
        let row = pipelines.summary(of: PipelineID(edge: edge), at: time, in: program.log)
        return [row?.rateIn, row?.rateOut]
    }

    /// The rates in its report: out of the first stage, and into the last.
    private func report(_ program: ProgramLog, at seconds: Double) -> [Double?] {
        var meter = UtilizationMeter()
        let time = TraceTime(seconds: seconds)
        for entry in program.log.entries where entry.time <= time { meter.fold(entry, in: program.log) }
        let stages = meter.reports(at: time, in: program.log)[0].stages
        return [stages.first?.rateOut, stages.last?.rateIn]
    }

    /// A pipeline with a value every 100 ms from 0 on.
    private func steady(values: Int, end: UInt64? = nil) -> (ProgramLog, EdgeID) {
        var program = ProgramLog()
        let edge = program.chain("a", "b")[0]
        program.record(.subscribed, on: edge, at: 0)
        program.record(.request, on: edge, at: 0, .demand(.unlimited))
        for value in 1...values { program.record(.value, on: edge, at: UInt64(value) * 100, .int(value)) }
        if let end { program.record(.finished, on: edge, at: end) }
        return (program, edge)
    }

    @Test(arguments: [
        (0.2, 10.0), (1, 10), (9.9, 10), (14.25, 10), (20, 10), (25, 5), (40, 0),
    ])
    func `a rate is that of the last ten seconds, or since the stream began`(time: Double, rate: Double) {
        let (program, edge) = steady(values: 200)

        for found in row(program, of: edge, at: time) + report(program, at: time) {
            // A value at the edge of the window counts in part.
            #expect(abs((found ?? -1) - rate) < 0.11, "\(String(describing: found))")
        }
        #expect(row(program, of: edge, at: time) == report(program, at: time))
    }

    @Test(arguments: [5.0, 6, 300])
    func `of what is over, a rate is over its life, whenever one asks`(time: Double) {
        let (program, edge) = steady(values: 50, end: 5_000)

        #expect(row(program, of: edge, at: time) == [10, 10])
        #expect(report(program, at: time) == [10, 10])
    }

    @Test func `a single value is no rate, and none is a rate of 0`() {
        let (program, edge) = steady(values: 1)

        #expect(row(program, of: edge, at: 0.05) == [0, 0] && report(program, at: 0.05) == [0, 0])
        #expect(row(program, of: edge, at: 0.2) == [nil, nil] && report(program, at: 0.2) == [nil, nil])
    }

    @Test func `a life too short for a rate has none, not even that of nothing`() {
        var program = ProgramLog()
        let edge = program.chain("a", "b")[0]
        for (kind, time) in [(SignalKind.subscribed, 0), (.finished, 9)] as [(SignalKind, UInt64)] {
            program.record(kind, on: edge, at: time)
        }

        #expect(row(program, of: edge, at: 9) == [nil, nil] && report(program, at: 60) == [nil, nil])
    }

    @Test func `values of one instant are no rate`() {
        var program = ProgramLog()
        let edge = program.chain("a", "b")[0]
        for kind in [SignalKind.subscribed, .value, .value, .finished] { program.record(kind, on: edge, at: 7) }

        #expect(row(program, of: edge, at: 7) == [nil, nil] && report(program, at: 9) == [nil, nil])
    }

    @Test func `what a subject sends to several subscribers is counted once`() {
        var program = ProgramLog()
        let edges = ["x", "y", "z"].map { program.chain("subject", $0)[0] }
        for edge in edges.prefix(2) { program.record(.subscribed, on: edge, at: 0) }
        // The third subscriber begins later, after the first has left.
        for value in 1...100 {
            if value == 41 { program.record(.subscribed, on: edges[2], at: UInt64(value) * 50) }
            if value == 31 { program.record(.cancel, on: edges[0], at: UInt64(value) * 50) }
            for (index, edge) in edges.enumerated() where index == 1 || index == 0 && value < 31 || index == 2 && value > 40 {
                program.record(.value, on: edge, at: UInt64(value) * 50, .int(value))
            }
        }

        let sent = row(program, of: edges[0], at: 5)[0]
        #expect(sent == 20)
        var meter = UtilizationMeter()
        for entry in program.log.entries { meter.fold(entry, in: program.log) }
        #expect(meter.reports(at: TraceTime(seconds: 5), in: program.log)[0].stages.first?.rateOut == 20)
    }
}

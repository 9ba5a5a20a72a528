import Testing
@testable import FlowAnalysis
@testable import FlowExport
@testable import FlowModel
@testable import FlowText
@testable import FlowTrace

/// The value that an event removes from a store, and the held values.
@Suite("Held values")
struct HeldValueTests {
    /// A 7 is held, another 7 is lost without having been held, a third is held, and the older one is lost.
    @Test(arguments: [DropReason.noDemand, .overflowNewest, .noSubscriber])
    func `a value that was refused is not the equal one that is held, for the lanes, the list and the exports`(reason: DropReason)
        throws
    {
        var program = ProgramLog()
        program.chain("subject", "buffer", "sink")
        let store = program.store("buffer")
        program.record(.buffered, on: store, at: 1, .int(7))
        program.drop(on: store, at: 2, .int(7), reason)
        program.record(.buffered, on: store, at: 3, .int(7))
        program.drop(on: store, at: 4, .int(7), .overflowOldest)
        var pipelines = Pipelines()
        var held: [[Int]] = []
        var counters = EdgeCounters()
        var opened = PipelineModel(PipelineID(edge: EdgeID(rawValue: 1)))

        for entry in program.log.entries {
            pipelines.update(from: program.log, upTo: entry.sequence)
            counters.add(entry, in: program.log)
            held.append([pipelines.held] + counters.changed(by: entry).map(\.value))
        }
        opened.update(from: program.log, in: &pipelines)

        #expect(held == [[1, 1], [1, 1], [2, 2], [1, 1]])
        let lane = try #require(opened.model.lanes.first { $0.spec.role == .buffer })
        #expect(lane.marks.map(\.totals.held) == [1, 1, 2, 1])
        #expect(lane.items.map(\.left) == [4, nil])
    }

    @Test func `what is held has the type of what comes in`() throws {
        var program = ProgramLog()
        program.chain("subject", "collect", "sink")
        let store = program.store("collect")
        program.setType("Int", of: EdgeID(rawValue: 1))
        program.setType("[Int]", of: EdgeID(rawValue: 2))
        program.record(.buffered, on: store, at: 1)
        var pipelines = Pipelines()
        pipelines.update(from: program.log, upTo: 1)
        var opened = PipelineModel(PipelineID(edge: EdgeID(rawValue: 1)))

        opened.update(from: program.log, in: &pipelines)

        let lane = try #require(opened.model.lanes.firstIndex { $0.spec.role == .buffer })
        #expect(opened.model.valueType(ofLane: lane) == "Int")
        #expect(LogWriter.lines(of: opened.stream, upTo: opened.model.end, count: 9).last?.text == "Int #1 in, holds 1")
    }
}

import Testing

@testable import FlowModel
@testable import FlowTrace

/// The cost of large and damaged graphs.
@Suite("Pipelines, limits")
struct PipelineLimitTests {
    @Test func `a chain of twenty thousand operators has its lanes`() {
        var program = ProgramLog()
        var first: EdgeID?
        for number in 1...20_000 {
            let edge = program.chain("map#\(number)", "map#\(number + 1)")[0]
            first = first ?? edge
        }
        program.record(.value, on: first ?? EdgeID(rawValue: 1), at: 1, .int(1))
        var pipelines = Pipelines()
        pipelines.update(from: program.log, upTo: 1)

        let members = pipelines.members(of: PipelineID(edge: EdgeID(rawValue: 1)))
        let lanes = PipelineLanes(of: members, in: pipelines, log: program.log)

        #expect(lanes.specs.count == 20_000)
        #expect(lanes.edges.map(\.rawValue) == Array(1...20_000))
        #expect(lanes.specs.first?.name == "map" && lanes.specs.last?.name == "map (19999)")
    }

    @Test func `operators in a circle have lanes`() {
        var program = ProgramLog()
        let edges = program.chain("a", "b", "c", "a", "sink")
        program.record(.value, on: edges[0], at: 1, .int(1))
        var pipelines = Pipelines()
        pipelines.update(from: program.log, upTo: 1)

        let lanes = PipelineLanes(of: pipelines.members(of: PipelineID(edge: edges[0])), in: pipelines, log: program.log)

        #expect(lanes.specs.map(\.name) == ["a > b", "b", "c", "a > sink"])
    }

    @Test func `a fact that is new costs no look at the others`() {
        var program = ProgramLog()
        var pipelines = Pipelines()
        program.chain("flatMap", "sink")
        for number in 1...1_000 {
            program.chain("Just#\(number)", "flatMap")
            pipelines.update(from: program.log, upTo: 0)
        }

        #expect(pipelines.factsRead == 1_001)
    }

    @Test func `events on edges that nobody declares cost bounded memory, and the first such edges are known when they are`() {
        var program = ProgramLog()
        program.chain("a", "b")
        for number in 1...5_000 { program.record(.value, on: EdgeID(rawValue: UInt32(number)), at: 1, .int(1)) }
        var pipelines = Pipelines()
        pipelines.update(from: program.log, upTo: .max)
        #expect(pipelines.undeclared.count == 1_024)

        program.chain("c", "d")
        pipelines.update(from: program.log, upTo: .max)

        #expect(pipelines.undeclared.count == 1_023)
        #expect(pipelines.edge(EdgeID(rawValue: 2))?.events == 1)
    }
}

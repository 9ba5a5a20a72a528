import Testing

@testable import FlowModel
@testable import FlowTrace

/// The place of a pipeline in the list.
@Suite("Places of pipelines")
struct PipelinePlaceTests {
    private func place(_ link: (inout EdgeFact) -> Void) -> SourcePlace? {
        let made = CodeLocation(fileID: "Shop/Make.swift", line: 37)
        var log = TraceLog()
        let nodes = [
            NodeFact(id: NodeID(rawValue: 1), role: .buffer, name: "AsyncStream", location: made),
            NodeFact(id: NodeID(rawValue: 2), role: .sink, name: "for await"),
        ]
        var edge = EdgeFact(
            id: EdgeID(rawValue: 1), role: .link, label: "AsyncStream", upstream: nodes[0].id, downstream: nodes[1].id,
            location: made)
        edge.place = SourcePlace(function: "read()", file: "/src/Read.swift", line: 107, module: "Shop")
        link(&edge)
        log.declare(nodes: nodes, edges: [edge])
        log.add(TraceEvent(time: 1, kind: .subscribed, edge: edge.id), thread: 1, bytes: nil, cause: nil)
        var pipelines = Pipelines()
        pipelines.update(from: log, upTo: log.count)
        return pipelines.ids(by: .age, in: log).first.flatMap { pipelines.summary(of: $0, at: pipelines.time, in: log) }?.place
    }

    @Test func `a stream that no yield feeds has the line that made it, and not its reader's`() {
        #expect(place { _ in }?.short == "Make.swift:37")
    }

    @Test func `a labelled edge has the line of its label`() {
        let place = place { edge in
            edge.givenLabel = "orders"
            edge.location = CodeLocation(fileID: "Shop/Label.swift", line: 5)
        }
        #expect(place?.short == "Label.swift:5")
    }
}

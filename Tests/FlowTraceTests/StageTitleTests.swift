import Testing

@testable import FlowTrace

@Suite("stage titles")
struct StageTitleTests {
    /// A log whose edges have events when it is told.
    private struct Story {
        var log = TraceLog()

        mutating func node(_ id: UInt32, _ name: String) {
            log.declare(nodes: [NodeFact(id: NodeID(rawValue: id), role: .transform, name: name)], edges: [])
        }

        mutating func link(_ id: UInt32, _ upstream: UInt32?, _ downstream: UInt32?, label: String? = nil) {
            log.declare(
                nodes: [],
                edges: [
                    EdgeFact(
                        id: EdgeID(rawValue: id), role: .link, label: label ?? "edge \(id)", givenLabel: label,
                        upstream: upstream.map(NodeID.init(rawValue:)), downstream: downstream.map(NodeID.init(rawValue:)))
                ])
        }

        mutating func event(_ edge: UInt32) {
            log.add(TraceEvent(time: 1, kind: .value, edge: EdgeID(rawValue: edge)), thread: 1, bytes: nil, cause: nil)
        }

        func titles(_ ids: ClosedRange<UInt32>) -> [String] { ids.map { log.stageName(NodeID(rawValue: $0)) ?? "-" } }
    }

    @Test func `stages of one name are numbered by their first events, the upper one first`() {
        var story = Story()
        for id: UInt32 in 1...4 { story.node(id, "map") }
        story.link(1, 1, 2)
        story.link(2, 2, 3)
        story.link(3, 4, nil)
        story.event(2)
        story.event(3)
        story.event(1)

        #expect(story.titles(1...4) == ["map 4", "map", "map 2", "map 3"])
    }

    @Test(arguments: [false, true])
    func `facts that come after the events number them all the same`(nodeIsLast: Bool) {
        var story = Story()
        story.node(1, "map")
        if !nodeIsLast { story.node(2, "map") }
        story.event(1)
        story.link(1, 1, nil)
        story.link(1, 1, 2)
        if nodeIsLast { story.node(2, "map") }

        #expect(story.titles(1...2) == ["map", "map 2"])
    }

    @Test func `a stage that gets another name gives its number back if it was the last`() {
        var story = Story()
        for id: UInt32 in 1...3 { story.node(id, "map") }
        for id: UInt32 in 1...2 {
            story.link(id, id, nil)
            story.event(id)
        }
        story.link(2, 2, nil, label: "orders")
        story.link(3, 3, nil)
        story.event(3)

        #expect(story.titles(1...3) == ["map", "orders", "map 2"])
    }

    @Test func `a stage with two labels has its operator's name, and its edges have the labels`() {
        var story = Story()
        for (id, name) in [(1, "share"), (2, "sink"), (3, "sink")] as [(UInt32, String)] { story.node(id, name) }
        story.link(1, 1, 2, label: "red")
        story.link(2, 1, 3, label: "blue")
        story.event(1)
        story.event(2)

        #expect(story.titles(1...3) == ["share", "sink", "sink 2"])
        #expect(story.log.edges.map(story.log.edgeName) == ["red", "blue"])
    }

    @Test func `the edges of a fork have the names of the stages at both ends`() {
        var story = Story()
        for (id, name) in [(1, "share"), (2, "sink"), (3, "sink")] as [(UInt32, String)] { story.node(id, name) }
        story.link(1, 1, 2)
        story.event(1)
        #expect(story.log.edges.map(story.log.edgeName) == ["edge 1"])
        story.link(1, 1, 2, label: "all")
        story.link(2, 1, 3, label: "all")
        story.event(2)

        #expect(story.log.edges.map(story.log.edgeName) == ["all > sink", "all > sink 2"])
    }
}

import FlowTestSupport
import Testing

@testable import FlowTrace

@Suite("stage titles")
struct StageTitleTests {
    /// A log whose edges have events when it is told.
    private struct Story {
        var log = TraceLog()

        /// - Parameter place: The file and line, such as `Shop.swift:8`.
        mutating func node(_ id: UInt32, _ name: String, at place: String? = nil, via caller: String? = nil) {
            var fact = NodeFact(id: NodeID(rawValue: id), role: .transform, name: name)
            fact.place = place.map(Story.place)
            fact.caller = caller.map(Story.place)
            log.declare(nodes: [fact], edges: [])
        }

        private static func place(_ text: String) -> SourcePlace {
            let parts = text.split(separator: ":")
            return SourcePlace(function: "", file: "/src/\(parts[0])", line: Int(parts[1]) ?? 0, module: "Shop")
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

    @Test func `stages of one name have the lines that tell them apart, and numbers only within a line`() {
        var story = Story()
        for (id, place) in [(1, "A.swift:8"), (2, "A.swift:9"), (3, "A.swift:8"), (4, nil)] as [(UInt32, String?)] {
            story.node(id, "map", at: place)
            story.link(id, id, nil)
        }
        story.event(1)
        #expect(story.titles(1...1) == ["map"])
        story.event(3)
        #expect(story.titles(1...3).filter { $0 != "map:9" } == ["map", "map 2"])
        story.event(2)
        #expect(story.titles(1...3) == ["map:8", "map:9", "map:8 #2"])
        story.event(4)
        #expect(story.titles(1...4) == ["map:8", "map:9", "map:8 #2", "map"])
    }

    @Test func `one line number of two files has the file with it`() {
        var story = Story()
        for (id, place) in [(1, "A.swift:8"), (2, "B.swift:8"), (3, "B.swift:9")] as [(UInt32, String)] {
            story.node(id, "map", at: place)
            story.link(id, id, nil)
            story.event(id)
        }
        #expect(story.titles(1...3) == ["map A.swift:8", "map B.swift:8", "map:9"])
    }

    @Test func `stages of one line that several callers reach have the caller that tells them apart`() {
        var story = Story()
        let stages: [(UInt32, String, String?)] = [
            (1, "A.swift:8", "A.swift:20"), (2, "A.swift:8", "B.swift:5"), (3, "A.swift:8", "B.swift:5"),
            (4, "A.swift:9", "B.swift:6"), (5, "A.swift:8", nil),
        ]
        for (id, place, caller) in stages {
            story.node(id, "map", at: place, via: caller)
            story.link(id, id, nil)
        }
        story.event(2)
        #expect(story.titles(2...2) == ["map"])
        story.event(3)
        #expect(story.titles(2...3) == ["map", "map 2"])
        story.event(1)
        #expect(story.titles(1...3) == ["map via :20", "map via B.swift:5", "map via B.swift:5 #2"])
        story.event(4)
        story.event(5)
        #expect(story.titles(1...5) == ["map:8 via :20", "map:8 via B.swift:5", "map:8 via B.swift:5 #2", "map:9", "map:8"])
    }

    @Test(arguments: 1...100 as ClosedRange<UInt64>)
    func `a title is unique, and independent of the order in which places and events come`(seed: UInt64) {
        var chance = SeededChance(seed: seed)
        // Every line makes one stage for a caller, so that no number depends on the order of events.
        let all = ["map", "filter"].flatMap { name in
            ["A", "B"].flatMap { file in
                (1...3).flatMap { line in
                    [nil, "A.swift:\(line + 20)", "C.swift:7"].map { (name: name, place: "\(file).swift:\(line)", caller: $0) }
                }
            }
        }
        let stages = all.shuffled(using: &chance).prefix(Int.random(in: 2...all.count, using: &chance))
        let count = UInt32(stages.count)
        enum Step { case name(UInt32), place(UInt32), event(UInt32) }
        func titles() -> [String] {
            var story = Story()
            let steps = (1...count).flatMap { [Step.name($0), .place($0), .event($0)] }.shuffled(using: &chance)
            var placed: Set<UInt32> = []
            for step in steps {
                switch step {
                case .name(let id) where !placed.contains(id): story.node(id, stages[Int(id) - 1].name)
                case .name: break
                case .place(let id):
                    placed.insert(id)
                    let stage = stages[Int(id) - 1]
                    story.node(id, stage.name, at: stage.place, via: stage.caller)
                case .event(let id):
                    story.link(id, id, nil)
                    story.event(id)
                }
            }
            return story.titles(1...count)
        }

        let first = titles()
        #expect(Set(first).count == first.count)
        #expect(first == titles())
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

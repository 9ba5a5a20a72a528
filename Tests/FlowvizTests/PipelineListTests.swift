import FlowModel
import FlowScreen
import FlowTestSupport
import FlowTrace
import FlowVerdict
import FlowViews
import Testing

@testable import FlowApp
@testable import FlowSessions

/// The list of many pipelines: trouble first, rows that share a line, columns by width, and the lanes below.
@Suite("The list of many pipelines")
struct PipelineListTests {
    /// Twelve streams of one line, three of them live, and ten of other lines: the first fails, the second loses a value, and the rest
    /// finish.
    private static func trace() -> ProgramTrace {
        var trace = ProgramTrace()
        let streams = (1...22).map { number in
            let line = number <= 12 ? 83 : 100 + number
            return (
                source: NodeFact(
                    id: NodeID(rawValue: UInt32(number * 2)), role: .source, name: number <= 12 ? "AsyncStream" : "timer",
                    location: CodeLocation(fileID: "Chat/Handler.swift", line: line)),
                sink: NodeFact(id: NodeID(rawValue: UInt32(number * 2 + 1)), role: .sink, name: "for await"),
                edge: EdgeID(rawValue: UInt32(number))
            )
        }
        trace.update { sink in
            sink.declare(
                nodes: streams.flatMap { [$0.source, $0.sink] },
                edges: streams.map {
                    EdgeFact(id: $0.edge, role: .link, label: $0.source.name, upstream: $0.source.id, downstream: $0.sink.id)
                })
            var time: UInt64 = 0
            func record(_ kind: SignalKind, _ edge: EdgeID, _ payload: TraceEvent.Payload = .none) {
                time += 10_000_000
                sink.append(TraceEvent(time: time, kind: kind, edge: edge, payload: payload), thread: 1, bytes: nil)
            }
            for stream in streams {
                record(.subscribed, stream.edge)
                record(.request, stream.edge, .demand(.unlimited))
                record(.value, stream.edge, .int(1))
            }
            for (index, stream) in streams.enumerated() where index >= 3 {
                if index == 13 { record(.dropped, stream.edge, .int(2)) }
                record(index == 12 ? .failure : .finished, stream.edge)
            }
        }
        return trace
    }

    private func frame(
        _ size: Size, filter: String = "", order: ListOrder? = nil, unfolding lines: Int = 0, isOver: Bool = false,
        at seconds: Double? = nil, choosesFold: Bool = false
    ) -> (rows: [String], screen: ScreenState) {
        var trace = PipelineListTests.trace()
        var state = AppState(.program(), size: size)
        state.list(by: order, matching: filter)
        let now = Moment(time: TraceTime(seconds: 2), sequence: trace.log.count)
        for _ in 0..<lines {
            let rows = trace.rows(at: now)
            let folded = ProgramScene.listing(state, rows).lines.last { $0.fold != nil && !$0.isOpen }
            if let fold = folded?.fold { state.program?.toggle(fold) }
        }
        if choosesFold {
            let lines = ProgramScene.listing(state, trace.rows(at: now)).lines
            state.program?.fold = lines.first { $0.fold != nil }?.fold
        }
        state.playhead = seconds.map { trace.log.moment(at: TraceTime(seconds: $0)) }
        let screen = ProgramScene.screen(state, &trace, now: now, isOver: isOver)
        var surface = Surface(size)
        RootView(screen).draw(into: &surface)
        return (TextOutput.render(surface).split(separator: "\n", omittingEmptySubsequences: false).map(String.init), screen)
    }

    private static let wide = Size(width: 120, height: 36)

    @Test func `what is wrong comes first, like rows share a line, and those that are over share the last`() throws {
        let (rows, screen) = frame(PipelineListTests.wide)

        let lines = try #require(screen.list?.lines)
        #expect(rows[1].hasPrefix(" 22 pipelines: 3 live, 18 over, 1 failed  by trouble"))
        #expect(lines.map { $0.row.summary.stages[0] } == ["timer:114", "timer:113", "AsyncStream", "timer:115"], "\(rows)")
        #expect(lines.map(\.members.count) == [0, 0, 12, 8])
        #expect(rows[5].hasPrefix(" ▸ AsyncStream ▸ …  ×12, 3 live  Handler.swift:83   3 of 12 waiting  "), "\(rows[5])")
        #expect(rows[6].hasPrefix(" ▸ 8 over, nothing wrong: 8 finished"), "\(rows[6])")
        #expect(rows[3].contains("Handler.swift:114") && rows[4].contains(" failed "), "\(rows)")
    }

    @Test func `the verdict on a line of several pipelines says whose it is`() {
        let (rows, screen) = frame(PipelineListTests.wide, choosesFold: true)
        let (small, _) = frame(Size(width: 80, height: 24), choosesFold: true)

        let words = "verdict on the worst of 12: silent for 2.0 s: for await waits for AsyncStream"
        #expect(rows[32].hasPrefix(" \(words)"), "\(rows)")
        #expect(small[20].hasPrefix(" \(words)"), "\(small)")
        #expect(
            PlainRenderer(screen).listed.contains { $0.hasPrefix("the \(words)") }, "\(PlainRenderer(screen).listed)")
    }

    @Test func `nothing lives at the end of a program, but it did before`() {
        let (rows, screen) = frame(PipelineListTests.wide, isOver: true)
        let (past, _) = frame(PipelineListTests.wide, isOver: true, at: 0.5)

        #expect(rows[1].hasPrefix(" 22 pipelines: 3 open at the end, 18 over, 1 failed  by trouble"), "\(rows[1])")
        #expect(rows[5].hasPrefix(" ▸ AsyncStream ▸ …  ×12, 3 open  Handler.swift:83   3 of 12 waiting  "), "\(rows[5])")
        #expect(PlainRenderer(screen).listed.contains { $0.contains("12, 3 open") })
        #expect(past[1].hasPrefix(" 17 pipelines: 17 live  by trouble"), "\(past[1])")
    }

    @Test(arguments: [60, 80, 99, 120]) func `the header says at any width that the trace has ended`(width: Int) {
        let (rows, _) = frame(Size(width: width, height: 24), isOver: true)

        #expect(rows[0].contains(width < 100 ? "│ end of trace" : "│ over  end of trace"), "\(rows[0])")
    }

    @Test(arguments: [ProgramEnd.none, .ended, .brokenOff])
    func `a stream that filled until its program ended grows no more`(end: ProgramEnd) {
        var trace = ProgramTrace()
        trace.update { sink in
            let stream = NodeFact(id: NodeID(rawValue: 1), role: .buffer, name: "AsyncStream")
            let store = EdgeFact(
                id: EdgeID(rawValue: 1), role: .store, label: "AsyncStream", upstream: stream.id, downstream: stream.id)
            let producer = NodeFact(id: NodeID(rawValue: 2), role: .source, name: "yield")
            let link = EdgeFact(
                id: EdgeID(rawValue: 2), role: .link, label: "yield", upstream: producer.id, downstream: stream.id)
            sink.declare(nodes: [stream, producer], edges: [store, link])
            func record(_ kind: SignalKind, _ edge: EdgeFact, at step: UInt64, _ payload: TraceEvent.Payload) {
                sink.append(
                    TraceEvent(time: step * 100_000_000, kind: kind, edge: edge.id, payload: payload), thread: 1, bytes: nil)
            }
            record(.subscribed, link, at: 0, .none)
            record(.request, link, at: 0, .demand(.unlimited))
            for step in 1...100 as ClosedRange<UInt64> {
                record(.value, link, at: step, .int(1))
                record(.buffered, store, at: step, .int(1))
            }
        }
        if end != .none { trace.ending = (TraceTime(seconds: 10), end) }
        func verdict(at seconds: Double) -> String? {
            trace.rows(at: trace.log.moment(at: TraceTime(seconds: seconds))).first?.verdict?.text
        }

        let head = "unread AsyncStream: nobody has ever read it; it holds"
        #expect(verdict(at: 10) == "\(head) 100 and \(end == .none ? "grows" : "grew until the end")")
        #expect(verdict(at: 5) == "\(head) 50 and grows")
    }

    @Test func `the line to edit is known of a row whose stages have one`() throws {
        let lines = try #require(frame(PipelineListTests.wide).screen.list?.lines)

        #expect(lines.map(\.row.blamedLine?.line) == [114, 113, 83, 115])
    }

    @Test func `an unfolded line has its pipelines below it`() throws {
        let (rows, screen) = frame(PipelineListTests.wide, unfolding: 2)

        #expect(screen.list?.lineCount == 4 + 12 + 8)
        #expect(rows.contains { $0.hasPrefix("▌▾ AsyncStream ▸ …  ×12, 3 live  Handler.swift:83 ") }, "\(rows)")
    }

    @Test func `on a small screen an unfolded line leaves room for the others`() {
        let (rows, screen) = frame(Size(width: 80, height: 24), unfolding: 2)

        #expect(screen.list?.indices == Array(0...12) + [15, 16, 17])
        #expect(rows[3].contains("Handler.swift:114") && rows[4].contains(" failed ") && rows[5].hasPrefix("▌▾ "), "\(rows)")
        #expect(rows[16].hasPrefix(" ▾ 8 over, nothing wrong: 8 finished"), "\(rows)")
    }

    @Test func `below the list are the lanes of the chosen pipeline, and its verdict`() {
        let (rows, _) = frame(PipelineListTests.wide)
        let (small, _) = frame(Size(width: 80, height: 24))

        #expect(rows[8].hasPrefix("─ Handler.swift:114  timer:114 ▸ for await 14 ─"), "\(rows)")
        #expect(rows.contains { $0.hasPrefix(" timer:114 ") })
        #expect(rows[32].hasPrefix(" verdict finished at "), "\(rows)")
        #expect(small[20].hasPrefix(" verdict finished at "), "\(small)")
        #expect(!small.contains { $0.contains("Enter open ─") })
        #expect(small[3].hasPrefix("▌Handler.swift:114"), "\(small)")
    }

    @Test func `a filter has terms, and says if one can match nothing`() {
        func found(_ filter: String) -> Int { frame(PipelineListTests.wide, filter: filter).screen.list?.totals.count ?? -1 }

        #expect(found("failed") == 1)
        #expect(found("dropped>0") == 1)
        #expect(found("Handler.swift:83") == 12)
        #expect(found("Handler.swift:83 live") == 3)
        #expect(found("timer finished") == 9)
        #expect(frame(PipelineListTests.wide, filter: "held>x").rows[3].contains("'held>x' needs a number, as in held>100"))
    }

    /// Two buffers: one fills up, at one value in 200 ms; the other keeps the ten values of its first second.
    private static func buffers() -> ProgramTrace {
        var trace = ProgramTrace()
        trace.update { sink in
            for (number, name) in [(1, "slow"), (2, "full")] as [(UInt32, String)] {
                let nodes = [
                    NodeFact(id: NodeID(rawValue: number * 10), role: .source, name: name),
                    NodeFact(id: NodeID(rawValue: number * 10 + 1), role: .buffer, name: "buffer"),
                ]
                let edges = [
                    EdgeFact(
                        id: EdgeID(rawValue: number * 2), role: .link, label: name, upstream: nodes[0].id, downstream: nodes[1].id
                    ),
                    EdgeFact(
                        id: EdgeID(rawValue: number * 2 + 1), role: .store, label: name, upstream: nodes[1].id,
                        downstream: nodes[1].id),
                ]
                sink.declare(nodes: nodes, edges: edges)
            }
            for step in 1...200 as ClosedRange<UInt64> {
                let fills = [step % 2 == 0 ? EdgeID(rawValue: 2) : nil, step <= 10 ? EdgeID(rawValue: 4) : nil].compactMap(\.self)
                for edge in fills {
                    for (kind, id) in [(.value, edge), (.buffered, EdgeID(rawValue: edge.rawValue + 1))] as [(SignalKind, EdgeID)]
                    {
                        sink.append(
                            TraceEvent(time: step * 100_000_000, kind: kind, edge: id, payload: .int(1)), thread: 1, bytes: nil)
                    }
                }
            }
        }
        return trace
    }

    @Test func `what grows fastest comes first by growth, and a wide screen has the last minute`() throws {
        var trace = PipelineListTests.buffers()
        var state = AppState(.program(), size: Size(width: 180, height: 24))
        state.list(by: .growth, matching: "growth>=0")

        let now = Moment(time: TraceTime(seconds: 20), sequence: trace.log.count)
        let screen = ProgramScene.screen(state, &trace, now: now, isOver: false)
        var surface = Surface(state.size)
        RootView(screen).draw(into: &surface)
        let rows = TextOutput.render(surface).split(separator: "\n", omittingEmptySubsequences: false).map(String.init)

        #expect(screen.list?.lines.map(\.row.summary.stages.first) == ["slow", "full"])
        #expect(screen.list?.lines.map(\.row.growth) == [5.1, 0])
        #expect(screen.list?.lines[0].recent?.sources.suffix(5) == [4.8, 5, 5, 5, 1], "\(rows)")
        #expect(rows[1].hasPrefix(" 2 of 2 pipelines: 2 live  by growth"))
        #expect(rows[2].contains("growth") && rows[2].hasPrefix(" name "), "\(rows[2])")
        #expect(rows[3].contains(" +5.1 "), "\(rows[3])")
    }

    @Test func `the lines of a list are read out with their figures`() {
        let screen = frame(PipelineListTests.wide).screen

        let lines = PlainRenderer(screen).listed
        #expect(
            lines.first == "22 pipelines: 3 live, 18 over, 1 failed; by trouble, values/s: last 10 s, or the life of what is over"
        )
        #expect(lines.contains { $0.contains("12, 3 live") && $0.contains("made at Handler.swift:83") }, "\(lines)")
        #expect(lines.contains { $0.contains("8 over, nothing wrong: 8 finished") }, "\(lines)")
        #expect(lines.contains { $0.hasPrefix("chosen, row 1: timer:114") }, "\(lines)")
    }
}

import FlowGraph
import FlowModel
import FlowScreen
import FlowTestSupport
import FlowTrace
import FlowViews
import Testing

@testable import FlowApp
@testable import FlowSessions
@testable import FlowSystem

@Suite("The screen of a program")
struct ProgramScreenTests {
    /// Three pipelines: the second holds a value, the third sends the most.
    private static func replay(_ folder: TemporaryFolder) throws -> ProgramReplay {
        let recorder = try Recorder(
            file: folder.path("a.fvz"), options: TraceFileOptions(size: 1 << 20), command: ["App"], clock: .custom { 1_000_000 })
        for name in ["first", "second", "third"] {
            let source = recorder.declareNode(.source, name: name)
            let buffer = recorder.declareNode(.buffer, name: "buffer")
            let sink = recorder.declareNode(.sink, name: "sink")
            let input = recorder.declareEdge(.link, label: name, upstream: source, downstream: buffer)
            let store = recorder.declareEdge(.store, label: name, upstream: buffer, downstream: buffer)
            let output = recorder.declareEdge(.link, label: name, upstream: buffer, downstream: sink)
            recorder.record(.request, on: output, demand: .max(5))
            recorder.record(.value, on: input, value: .int(1))
            if name == "second" { recorder.record(.buffered, on: store, value: .int(1)) }
            if name == "third" { recorder.record(.value, on: output, value: .int(1)) }
        }
        recorder.close()
        guard case .program(let replay) = RecordedSource(try TraceFile(folder.path("a.fvz"))) else { throw Failure("no program") }
        return replay
    }

    /// Presses keys at the end of the trace, as the loop does, and returns the state and the drawn text.
    private func press(_ keys: [Key]) throws -> (state: AppState, text: String) {
        let folder = try TemporaryFolder()
        let replay = try ProgramScreenTests.replay(folder)
        var state = AppState(.program(), length: replay.length, size: Size(width: 100, height: 24))
        for key in [.end] + keys {
            for effect in Update.press(key, on: &state, facts: replay.facts) { _ = effect.perform(on: &state, .trace(replay)) }
        }
        var surface = Surface(state.size)
        RootView(replay.screen(state)).draw(into: &surface)
        withExtendedLifetime(folder) {}
        return (state, TextOutput.render(surface))
    }

    /// The sources of the listed pipelines, in order.
    private func listed(_ text: String) -> [String] {
        text.split(separator: "\n").filter { $0.contains("▸ sink") }.compactMap { row in
            row.split(separator: " ").first.map { String($0).replacing("▌", with: "") }
        }
    }

    @Test func `the list begins with the pipeline that holds the most, and o sorts otherwise`() throws {
        #expect(listed(try press([]).text) == ["second", "first", "third"])
        let orders = try (1...5).map { try press([Key](repeating: .character("o"), count: $0)) }

        #expect(orders.map { $0.state.program?.order } == [.name, .place, .life, .held, .peak])
        #expect(listed(orders[0].text) == ["first", "second", "third"])
        #expect(listed(orders[2].text) == ["first", "second", "third"])
        #expect(listed(orders[3].text) == ["second", "first", "third"])
        #expect(orders[2].state.notice == "sorted by life")
    }

    @Test func `what is typed after a slash filters, Enter keeps it, Esc takes it away`() throws {
        let slash: [Key] = [.character("/"), .character("I"), .character("r"), .character("s")]

        #expect(listed(try press(slash).text) == ["first"])
        #expect(listed(try press(slash + [.backspace]).text) == ["first", "third"])
        let kept = try press(slash + [.enter])
        #expect(kept.state.mode == .commands && listed(kept.text) == ["first"])
        #expect(listed(try press(slash + [.escape]).text).count == 3)
        #expect(listed(try press(slash + [.enter, .escape]).text).count == 3)
    }

    @Test func `the filter is a line: C-u and C-w clear it, and the cursor moves in it`() throws {
        let typed: [Key] = [.character("/"), .character("r"), .character("s")]

        #expect(try press(typed + [.control("u")]).state.program?.filter == "")
        #expect(try press(typed + [.control("w")]).state.program?.filter == "")
        #expect(try press(typed + [.character(" "), .character("x"), .control("w")]).state.program?.filter == "rs ")
    }

    /// The names of the selected rows.
    private func chosen(_ text: String) -> [String] {
        text.rows(with: "▌").map { String($0.drop { $0 != "▌" }.dropFirst().prefix { $0 != " " }) }
    }

    @Test func `arrows and pages choose, Enter opens the lanes, Esc goes back`() throws {
        #expect(chosen(try press([.down]).text) == ["first"])
        #expect(chosen(try press([.down, .down, .down, .up]).text) == ["first"])
        #expect(chosen(try press([.pageDown]).text) == ["third"])
        #expect(chosen(try press([.pageDown, .pageUp]).text) == ["second"])

        let opened = try press([.enter])
        #expect(
            opened.text.rows(with: "[1] next out") == [
                "▌buffer 2    ┊         ┊         ┊         ┊         ┊         ┊         ┊         1┊ [1] next out"
            ])
        #expect(opened.state.program?.opened != nil)
        let back = try press([.down, .enter, .escape])
        #expect(back.state.program?.opened == nil && chosen(back.text) == ["first"])
    }

    @Test func `F fits the time to the life, G goes to where the trouble began, u goes back`() throws {
        let opened = try press([.enter])
        let zoomed = try press([.enter, .character("Z"), .character("F")])
        let fitted = try press([.enter, .character("F")])
        let peak = try press([.enter, .character("G")])
        let back = try press([.enter, .character("G"), .character("u")])

        #expect(opened.state.views == [])
        #expect(fitted.state.notice == "the whole life is on the screen already" && fitted.state.views == [])
        #expect(zoomed.state.notice == fitted.state.notice)
        #expect(peak.state.notice?.description == "buffer 2 held the most, 1, at 0.001 s; u goes back")
        #expect(back.state.playhead == opened.state.playhead && back.state.cell == opened.state.cell)
        #expect(try press([.enter, .character("u")]).state.notice == Refusal.isFirstView.words)
        #expect(try press([.character("F")]).state.notice == Refusal.isFitted(hasLanes: false).words)
    }

    @Test func `time moves through the events of what is shown`() throws {
        let all = try press([.character(","), .character(",")])
        #expect(all.state.playhead?.sequence == 6)

        let own = try press([.enter, .character(",")])
        #expect(own.state.playhead?.sequence == 2)
    }

    @Test func `every key does something on a program's trace, or says why not`() throws {
        let others: [Command] = [.laneUp, .pageUp, .close, .travel(.now), .openSource, .quit, .copy, .saveFrame]
        for (key, command, _) in KeyName.all where !others.contains(command) {
            let before = try press([])
            let after = try press([key])

            #expect(after.text != before.text || after.state != before.state, "\(command)")
        }
    }

    @Test(arguments: 0..<20 as Range<UInt64>) func `whatever is pressed, every frame can be drawn`(seed: UInt64) throws {
        let folder = try TemporaryFolder()
        let replay = try ProgramScreenTests.replay(folder)
        var chance = SeededChance(seed: seed)
        var state = AppState(.program(), length: replay.length, size: Size(width: 80, height: 24))

        for _ in 0..<80 {
            let key = KeyName.all.map(\.key).randomElement(using: &chance) ?? .enter
            for effect in Update.press(key, on: &state, facts: replay.facts) { _ = effect.perform(on: &state, .trace(replay)) }
            if Bool.random(using: &chance) { replay.advance(by: 300_000) }
            var surface = Surface(state.size)
            let screen = replay.screen(state)
            RootView(screen).draw(into: &surface)

            #expect((screen.list == nil) == (state.program?.opened != nil))
            #expect((state.playhead?.sequence ?? 0) <= replay.facts.timeline.entries.count)
        }
    }

    @Test func `ten thousand edges are put together once, and then only what can be seen`() {
        var trace = ProgramTrace()
        trace.update { sink in
            for number in 0..<5_000 as Range<UInt32> {
                let nodes = (1...3).map { NodeFact(id: NodeID(rawValue: number * 3 + $0), role: .transform, name: "n\(number)") }
                let edges = (1...2).map { place in
                    EdgeFact(
                        id: EdgeID(rawValue: number * 2 + UInt32(place)), role: .link, label: "n",
                        upstream: nodes[place - 1].id, downstream: nodes[place].id)
                }
                sink.declare(nodes: nodes, edges: edges)
                sink.append(
                    TraceEvent(time: UInt64(number), kind: .value, edge: edges[0].id, payload: .int(1)), thread: 1, bytes: nil)
            }
        }
        var state = AppState(.program(), size: Size(width: 120, height: 36))
        let end = trace.log.end

        for _ in 0..<10 {
            let chosen = ProgramScene.line(rowsBelow: 1, state, &trace, now: end)?.row.id
            state.program?.selection = chosen
            let screen = ProgramScene.screen(state, &trace, now: end, isOver: true)
            #expect(screen.list?.lines.count == PipelineListView.rowCount(of: .max, height: 36) && screen.list?.total == 5_000)
        }

        #expect(trace.pipelines.chainsMade == 5_000)
    }

    @Test(arguments: [(40, false), (400, true)]) func `a pipeline of many stages is judged twice a second, its past exactly`(
        count: Int, isLarge: Bool
    ) {
        var trace = ProgramTrace()
        let edges = (1...count).map { number in
            EdgeFact(
                id: EdgeID(rawValue: UInt32(number)), role: .link, label: "e", upstream: NodeID(rawValue: UInt32(number)),
                downstream: NodeID(rawValue: UInt32(number) + 1))
        }
        trace.update { sink in
            let nodes = (1...count + 1).map { NodeFact(id: NodeID(rawValue: UInt32($0)), role: .transform, name: "map") }
            sink.declare(nodes: nodes, edges: edges)
            for (time, kind) in [(100_000_000 as UInt64, SignalKind.subscribed), (200_000_000, .value)] {
                for edge in edges { sink.append(TraceEvent(time: time, kind: kind, edge: edge.id), thread: 1, bytes: nil) }
            }
        }
        let id = trace.rows(at: trace.log.end)[0].id
        trace.open(id)
        func judged(at seconds: Double, _ sequence: Int) -> TraceTime? {
            trace.openedReport(at: Moment(time: TraceTime(seconds: seconds), sequence: sequence))?.time
        }
        let end = trace.timeline.count

        #expect(judged(at: 1, end) == TraceTime(seconds: 1))
        #expect(judged(at: 1.4, end) == TraceTime(seconds: isLarge ? 1 : 1.4))
        #expect(judged(at: 1.5, end) == TraceTime(seconds: 1.5))
        #expect(judged(at: 1.2, end - 1) == TraceTime(seconds: 1.2))
    }

    @Test func `going back counts what was counted on the way there`() throws {
        var trace = ProgramTrace()
        let edges = (1...3).map { number in
            EdgeFact(
                id: EdgeID(rawValue: number), role: .link, label: "e", upstream: NodeID(rawValue: number),
                downstream: NodeID(rawValue: number + 10))
        }
        trace.update { sink in
            sink.declare(nodes: [], edges: edges)
            for number in 0..<210_000 as Range<Int> {
                let edge = edges[number % 7 % 3].id
                sink.append(
                    TraceEvent(time: UInt64(number) * 10_000, kind: .value, edge: edge, payload: .int(number)), thread: 1,
                    bytes: nil)
            }
        }
        func rows(at sequence: Int) -> [PipelineSummary] {
            let moment = trace.log.moment(ofEvent: sequence)
            return trace.rows(at: moment).map(\.summary)
        }
        let places = [0, 10, 70_000, 131_072, 200_000, 210_000]

        let onTheWay = places.map(rows)
        let back = places.reversed().map(rows)

        #expect(back.reversed() == onTheWay)
        #expect(onTheWay.map(\.count) == [0, 3, 3, 3, 3, 3])
    }

    @Test func `an opened pipeline grows with the program`() throws {
        var trace = ProgramTrace()
        let edge = { (number: UInt32, from: UInt32, to: UInt32) in
            EdgeFact(
                id: EdgeID(rawValue: number), role: .link, label: "e", upstream: NodeID(rawValue: from),
                downstream: NodeID(rawValue: to))
        }
        let value = { (edge: UInt32) in
            TraceEvent(time: UInt64(edge), kind: .value, edge: EdgeID(rawValue: edge), payload: .int(1))
        }
        trace.update { sink in
            sink.declare(
                nodes: (1...9).map { NodeFact(id: NodeID(rawValue: $0), role: .transform, name: "n\($0)") },
                edges: [edge(1, 1, 2), edge(2, 2, 3)])
            sink.append(value(1), thread: 1, bytes: nil)
        }
        let ids = trace.rows(at: trace.log.end).map(\.id)
        trace.open(ids[0])

        trace.update { sink in
            sink.declare(nodes: [], edges: [edge(3, 4, 2), edge(4, 5, 6)])
            for number in [1, 3, 4, 2] as [UInt32] { sink.append(value(number), thread: 1, bytes: nil) }
        }

        let model = try #require(trace.opened?.model)
        #expect(model.lanes.map(\.spec.name) == ["n1", "n4", "n2"])
        #expect(model.lanes.map { $0.totals(upTo: .max).values } == [2, 1, 1])
        #expect(model.log.entries.map(\.edge.rawValue) == [1, 1, 3, 2])
    }

    @Test func `a window that has let go of its beginning tells the same of the rest`() throws {
        let edges = [
            EdgeFact(
                id: EdgeID(rawValue: 1), role: .store, label: "store", upstream: NodeID(rawValue: 1),
                downstream: NodeID(rawValue: 1)),
            EdgeFact(
                id: EdgeID(rawValue: 2), role: .link, label: "link", upstream: NodeID(rawValue: 1),
                downstream: NodeID(rawValue: 2)),
        ]
        var traces = [ProgramTrace(limit: 20_000), ProgramTrace()]
        var place = 0
        var grown: [TraceEvent] = []
        func grow(_ kind: SignalKind, _ edge: EdgeID, _ value: Int) {
            grown.append(TraceEvent(time: UInt64(place) * 1_000_000, kind: kind, edge: edge, payload: .int(value)))
            place += 1
        }
        func update() {
            for index in traces.indices {
                traces[index].update { sink in for event in grown { sink.append(event, thread: 1, bytes: nil) } }
            }
            grown = []
        }
        for index in traces.indices {
            let nodes = [1, 2].map { NodeFact(id: NodeID(rawValue: $0), role: .transform, name: "node") }
            traces[index].update { $0.declare(nodes: nodes, edges: edges) }
        }
        // Three values wait at any time.
        for number in 0..<20_000 {
            grow(.buffered, edges[0].id, number)
            if number == 0 {
                update()
                for index in traces.indices {
                    let ids = traces[index].rows(at: traces[index].log.end).map(\.id)
                    traces[index].open(ids[0])
                }
            }
            if number >= 3 {
                grow(.unbuffered, edges[0].id, number - 3)
                grow(.value, edges[1].id, number - 3)
            }
            // This is the number of events between two frames.
            if number % 20 == 19 { update() }
        }

        #expect(traces.map { $0.log.forgotten > 0 } == [true, false])
        #expect(traces[0].log.entries.count <= 30_000)
        let end = traces[1].log.end
        func told(_ index: Int) -> [String] {
            let model = traces[index].opened?.model ?? StreamModel(lanes: [])
            let held = model.lanes[0].held(after: end.sequence).map { "\(model.text(of: $0.entered)) \($0.enteredAt)" }
            let totals = model.lanes.map { "\($0.totals(upTo: .max))" }
            return ["\(traces[index].rows(at: end).map(\.summary))"] + totals + held + [
                "\(model.end)", "\(traces[index].timeline.count)",
            ]
        }
        #expect(told(0) == told(1))
        #expect(told(0).count == 8, "\(told(0))")
    }

    @Test func `what a trace does not have is said`() {
        var reconstruction = Reconstruction()
        #expect(Incompleteness.notes(of: reconstruction) == [])

        reconstruction.record(missed: 120)

        #expect(
            Incompleteness.notes(of: reconstruction, overwritten: 7, overtaken: 3, lostFacts: 2) == [
                "120 records missed", "3 overwritten before they were read", "incomplete: 2 facts of the graph had no room",
                "incomplete: the oldest 7 records were overwritten",
            ])
    }
}

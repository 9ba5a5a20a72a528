import FlowAnalysis
import FlowScreen
import FlowTrace
import Testing

@testable import FlowModel
@testable import FlowViews

/// Single lanes, drawn onto dots, so that untouched cells are visible.
@Suite("Lanes")
struct LaneTests {
    private let timeline = Timeline()

    private func rows(_ count: Int, at milliseconds: UInt64, _ draw: (LaneContext, inout Surface) -> Void) -> [String] {
        var surface = Surface(width: 12, height: count, filled: " ")
        draw(timeline.context(at: milliseconds, width: 12), &surface)
        return TextOutput.render(surface).split(separator: "\n", omittingEmptySubsequences: false).dropLast().map(String.init)
    }

    private func output(at milliseconds: UInt64) -> [String] {
        rows(2, at: milliseconds) { context, surface in
            let lane = ScreenLane(kind: .output, index: 2, name: "output", showsWork: false)
            ValueLaneView(lane: lane, context: context, showsRequests: false).draw(into: &surface, y: 0)
        }
    }

    private func demand(at milliseconds: UInt64) -> [String] {
        rows(2, at: milliseconds) { context, surface in
            let lane = ScreenLane(kind: .demand, index: 2, name: "demand", showsWork: false)
            DemandLaneView(lane: lane, context: context, chartRows: 1).draw(into: &surface, y: 0)
        }
    }

    private func buffer(at milliseconds: UInt64, hasSpillRow: Bool = false) -> [String] {
        rows(hasSpillRow ? 3 : 2, at: milliseconds) { context, surface in
            let lane = ScreenLane(kind: .buffer, index: 1, name: "buffer", showsWork: false)
            BufferLaneView(lane: lane, context: context, chartRows: 1, hasSpillRow: hasSpillRow).draw(into: &surface, y: 0)
        }
    }

    @Test func `a value that goes straight through a buffer has no bar, and is no peak; one that waits has both`() {
        timeline.at(100) {
            $0.hold("A")
            $0.release("A")
        }
        #expect(buffer(at: 300) == ["", "...."])
        #expect(timeline.context(at: 300).pane.model.lanes[1].peak(upTo: .max).held == 0)

        timeline.at(400) { $0.hold("B") }
        #expect(timeline.context(at: 400).pane.model.lanes[1].peak(upTo: .max).held == 1)
        timeline.at(450) { $0.release("B") }
        #expect(buffer(at: 600).last == "....▄..")
        let peak = timeline.context(at: 600).pane.model.lanes[1].peak(upTo: .max)
        #expect(peak.held == 1 && peak.at == TraceTime(nanoseconds: 400_000_000))
    }

    @Test func `lanes side by side share one scale`() {
        let other = Timeline()
        for (line, count) in [(timeline, 3), (other, 12)] {
            line.at(100) { line in for number in 0..<count { line.hold("\(number)") } }
        }
        let lane = ScreenLane(kind: .buffer, index: 1, name: "buffer", showsWork: false)
        func row(_ context: LaneContext) -> String {
            var surface = Surface(width: 12, height: 2, filled: " ")
            BufferLaneView(lane: lane, context: context, chartRows: 1, hasSpillRow: false).draw(into: &surface, y: 0)
            return String(surface.row(1))
        }
        var (few, many) = (timeline.context(at: 300, width: 12), other.context(at: 300, width: 12))
        let (alone, wanted) = (row(few), row(many))
        (few.beside, many.beside) = ([many.pane], [few.pane])

        #expect(alone != row(few))
        #expect(row(few).contains("▁") && row(many) == wanted)
    }

    /// Two values that arrived before 0.5 s are still held; no single event before that time is known.
    @Test(arguments: [(false, "     █████"), (true, "     #####")])
    func `what a buffer held before all that is known is not drawn`(isASCII: Bool, expected: String) {
        var lane = LaneBase()
        let edge = EdgeID(rawValue: 1)
        let time = TraceTime(nanoseconds: 500_000_000)
        var totals = EdgeAccount()
        for _ in 0..<2 { totals.fold(.buffered, of: TraceEvent(time: time.nanoseconds, kind: .buffered, edge: edge)) }
        lane.held = (1...2).map { HeldQueue.Item(entered: $0, time: time, value: .int($0)) }
        lane.marks = [Mark(sequence: 2, time: time, kind: .buffered, totals: totals)]
        lane.start = time
        let model = StreamModel(
            lanes: [LaneSpec("buffer", .buffer)], base: StreamBase(sequence: 2, time: time, lanes: [lane]),
            hasDeclaredLanes: false)
        let now = TraceTime(nanoseconds: 900_000_000)
        let pane = PaneState(
            variant: "", point: "", stream: StreamAnalysis(model), now: Moment(time: now, sequence: 2), chain: [])
        let context = LaneContext(
            pane: pane, axis: TimeAxis(now: now, playhead: nil, cell: 100_000_000, x: 0, width: 12),
            signs: isASCII ? .ascii : .unicode, followed: nil)
        var surface = Surface(width: 12, height: 2, filled: " ")
        BufferLaneView(
            lane: ScreenLane(kind: .buffer, index: 0, name: "buffer", showsWork: false), context: context, chartRows: 1,
            hasSpillRow: false
        ).draw(into: &surface, y: 0)

        #expect(TextOutput.render(surface).split(separator: "\n", omittingEmptySubsequences: false)[1] == expected)
    }

    /// The demand lane of an iterator in cells of 0.1 s. The times of requests and answers are in microseconds.
    private func iterator(_ calls: [(asked: UInt64, answered: UInt64)], signs: Signs = .unicode) -> [String] {
        let edge = EdgeID(rawValue: 1)
        var stream = StreamAnalysis(lanes: [LaneSpec("output", .output)])
        stream.update { log in
            log.declare(nodes: [], edges: [EdgeFact(id: edge, role: .link, label: "output")])
            func add(_ event: TraceEvent) { log.add(event, thread: 1, bytes: nil, cause: nil) }
            add(TraceEvent(time: 0, kind: .subscribed, edge: edge))
            for (asked, answered) in calls {
                add(
                    TraceEvent(
                        time: asked * 1_000, kind: .request, edge: edge, flags: TraceEvent.next, payload: .demand(.max(1))))
                add(TraceEvent(time: answered * 1_000, kind: .value, edge: edge))
            }
        }
        let now = TraceTime(nanoseconds: 1_000_000_000)
        let moment = Moment(time: now, sequence: stream.model.log.count)
        let pane = PaneState(variant: "", point: "", stream: stream, now: moment, chain: [])
        let axis = TimeAxis(now: now, playhead: nil, cell: 100_000_000, x: 0, width: 12)
        let lane = ScreenLane(kind: .demand, index: 0, name: "demand", showsWork: false)
        var surface = Surface(width: 12, height: 2, filled: " ")
        DemandLaneView(lane: lane, context: LaneContext(pane: pane, axis: axis, signs: signs, followed: nil), chartRows: 1)
            .draw(into: &surface, y: 0)
        return TextOutput.render(surface).split(separator: "\n", omittingEmptySubsequences: false).dropLast().map(String.init)
    }

    /// A consumer that waits for 0.25 s, works until 0.6 s, and then waits for 0.1 s and for 0.01 s.
    @Test func `of an iterator the lane shows for how much of each cell its consumer waited`() {
        let calls: [(asked: UInt64, answered: UInt64)] = [(0, 250_000), (600_000, 700_000), (900_000, 910_000)]

        #expect(iterator(calls) == ["▲1    ▲1 ▲1", "██▄...█..▁."])
        #expect(iterator(calls, signs: .ascii) == ["^1    ^1 ^1", "##=...#..:."])
    }

    @Test func `of more calls than a cell looks at, the last speak for all`() {
        let calls = (0..<10_000).map { (asked: UInt64($0) * 100, answered: UInt64($0) * 100 + 50) }

        #expect(iterator(calls)[1] == "▄▄▄▄▄▄▄▄▄▄.")
    }

    @Test func `a request that is spent at once is a pulse`() {
        timeline.at(200) {
            $0.ask(1)
            $0.deliver("A")
        }

        #expect(demand(at: 600) == ["  ▲1", "  ▄0..."])
    }

    @Test func `demand that is gone for less than a cell leaves a gap`() {
        timeline.at(0) { $0.ask(1) }
        timeline.at(350) { $0.deliver("A") }
        timeline.at(410) { $0.ask(1) }

        #expect(demand(at: 800) == ["▲1  ▲1", "1▄▄.1▄▄▄▄"])
    }

    @Test func `nothing is drawn past a cancel`() {
        timeline.at(0) { $0.ask(3) }
        timeline.at(520) {
            $0.deliver("A")
            $0.cancel()
        }

        #expect(demand(at: 900) == ["▲3", "3▄▄▄▄⊘"])
        #expect(output(at: 900) == ["     A", "├────●⊘"])
    }

    @Test func `the rule that a value broke stands above it`() {
        timeline.at(0) { $0.ask(1) }
        timeline.at(100) { $0.deliver("A") }
        timeline.at(500) { $0.deliver("B") }

        #expect(output(at: 900) == [" A   §1.1", "├●───●────"])
    }

    @Test func `a rule that is broken at a buffer's input stands above what the buffer holds`() {
        timeline.at(0) { $0.open() }
        timeline.at(100) { $0.feed("A") }
        timeline.at(500) { $0.feed("B") }

        #expect(buffer(at: 900) == [" A   §1.1", ".▄▄▄▄█████"])
    }

    @Test func `a pause stands right of the value that shares its cell`() {
        timeline.at(0) { $0.ask(9) }
        timeline.at(300) { $0.deliver("A") }
        timeline.at(310) { $0.pause() }

        #expect(output(at: 700) == ["   A", "├──●‖╌╌╌"])
    }

    @Test func `values of one cell are counted and named, from four on by the first and the last`() {
        timeline.at(0) { $0.ask(9) }
        timeline.at(100) { line in ["A", "B"].forEach(line.deliver) }
        timeline.at(600) { line in ["1", "2", "3", "4"].forEach(line.deliver) }

        #expect(output(at: 900) == [" A,B  1…4", "×2───×4───"])
    }

    @Test func `what is held is written in its stretch`() {
        timeline.at(100) { $0.hold("A") }
        timeline.at(400) { $0.hold("B") }
        timeline.at(800) { $0.release("A") }

        #expect(buffer(at: 1_000) == [" A  A,B B", ".▄▄▄████▄▄▄"])
    }

    @Test func `drops spill over the brim`() {
        timeline.at(0) { line in ["A", "B", "C"].forEach(line.hold) }
        timeline.at(300) { $0.drop("A") }
        timeline.at(710) { line in ["B", "C"].forEach(line.drop) }

        #expect(buffer(at: 900, hasSpillRow: true)[0...1] == ["   A   B,C", "   ✗   ✗"])
        #expect(buffer(at: 900)[0] == "   ✗A  ✗B,C")
    }

    @Test func `the scale of a chart stands at its edge`() {
        for place in 0..<10 as Range<UInt64> {
            timeline.at(100 * place) { line in for value in 1...10 { line.hold("a long value \(place) \(value)") } }
        }

        #expect(buffer(at: 1_000) == ["0–100 held", "▁▂▂▃▄▅▆▆▇██"])
    }

    @Test func `what is held and was not written down is a sign each`() {
        timeline.at(100) { $0.holdUndescribed() }
        timeline.at(400) { $0.holdUndescribed() }

        #expect(buffer(at: 900) == [" •  •,•", ".▄▄▄██████"])
    }

    @Test func `a marble stands for a value that was not written down`() {
        timeline.at(0) { $0.ask(9) }
        timeline.at(300) { $0.deliverUndescribed() }
        timeline.at(600) { $0.deliver("A") }

        #expect(output(at: 900) == ["      A", "├──●──●───"])
    }

    @Test func `old cells stay as they are when time goes on, but for the number of the newest stretch`() {
        timeline.at(0) { $0.ask(2) }
        timeline.at(250) { $0.deliver("A") }
        timeline.at(450) { $0.deliver("B") }

        #expect(demand(at: 499)[1] == "2▄1▄.")
        #expect(demand(at: 900)[1] == "2▄1▄0.....")
    }
}

import FlowAnalysis
import FlowModel
import FlowScenarios
import FlowScreen
import FlowTrace
import Testing

@testable import FlowApp
@testable import FlowSessions
@testable import FlowViews
@testable import flowviz

/// Rows depend on size, scenario, variant and selection only.
@Suite("Layout constancy")
struct ConstancyTests {
    private static let sizes = [Size(width: 60, height: 16), Size(width: 80, height: 24), Size(width: 120, height: 36)]

    static let choices = Catalogue.scenarios.indices.flatMap { scenario in
        Catalogue.scenarios[scenario].variants.indices.map { Choice(scenario: scenario, variant: $0) }
    }

    @Test(arguments: choices.map { "\($0.scenarioValue.id)/\($0.variantValue.id)" })
    func `no lane changes its row over a whole run`(_ name: String) throws {
        let choice = try #require(ConstancyTests.choices.first { "\($0.scenarioValue.id)/\($0.variantValue.id)" == name })
        let states = ConstancyTests.sizes.map { size in
            var state = AppState(.scenario(choice), size: size)
            state.selection = AppState.interestingLane(of: choice)
            return state
        }
        let session = Session()
        session.start(states[0])
        let first = states.map { rows($0, session) }
        #expect(first.allSatisfy { $0.count > 1 })
        for _ in 0..<24 {
            session.advance(by: 500_000_000)

            #expect(states.map { rows($0, session) } == first, "at \(session.now)")
        }
    }

    /// For each lane, its index, first row and number of rows; then the rows of the axis and the verdict.
    private func rows(_ state: AppState, _ session: Session) -> [[Int]] {
        let screen = Scene.screen(state, session)
        let view = PaneView(
            state: screen, pane: screen.panes[0], columns: Columns(width: state.size.width, longestName: 0), sharesScreen: false,
            signs: .unicode, hasGrid: false)
        let layout = view.layout(width: state.size.width, height: state.size.height)
        return layout.lanes.map { [$0.index, $0.y, $0.height] } + [[layout.ruler, layout.verdict]]
    }

    @Test(arguments: ["1", "5", "5.001", "9.5", "10.2"])
    func `the playhead stands at one time in both panes, before the same events of each`(_ time: String) throws {
        let screen = try FrameCommand(line: "batch-demand --two --at 10.4 --playhead \(time)").screen()

        for pane in screen.panes {
            let shown = pane.shown
            #expect(shown.time.description == TraceTime(seconds: Double(time) ?? 0).description)
            #expect(pane.model.log.entries.prefix(shown.sequence).allSatisfy { $0.time <= shown.time })
            #expect(pane.model.log.entries.dropFirst(shown.sequence).allSatisfy { $0.time > shown.time })
        }
    }

    @Test func `both panes have their lanes in the same rows`() throws {
        let frame = try FrameCommand(line: "pace --two --at 4.4 --size 130x36").surface()
        let half = (frame.width - 2) / 2
        let right = frame.width - half

        for name in ["source", "buffer", "demand", "output"] {
            let left = (0..<frame.height).filter { text(frame, y: $0, x: 1, count: name.count) == name }
            let other = (0..<frame.height).filter { text(frame, y: $0, x: right + 1, count: name.count) == name }
            #expect(left.first == other.first, "\(name)")
        }
    }

    private func text(_ frame: Surface, y: Int, x: Int, count: Int) -> String {
        String((x..<(x + count)).map { frame[$0, y].character })
    }

    @Test(arguments: 0..<9)
    func `lanes that do not fit are counted, and the selected one is shown`(_ selected: Int) {
        let names = (1...9).map { "lane \($0)" }
        let model = StreamModel(lanes: names.map { LaneSpec($0, .output) })
        let pane = PaneState(variant: "many", point: "nine lanes", stream: StreamAnalysis(model), chain: [])
        var screen = ScreenState(id: "many", title: "Nine lanes", panes: [pane], cell: 100_000_000)
        screen.selection = selected
        var surface = Surface(width: 60, height: 16)
        RootView(screen).draw(into: &surface)
        let rows = (0..<13).map(surface.row)

        #expect(rows.contains { $0.hasPrefix("▌\(names[selected]) ") })
        #expect(rows.filter { row in names.contains { row.dropFirst().hasPrefix("\($0) ") } }.count == 5)
        #expect(rows.filter { $0.contains(" 4 more lanes ") }.count == 1)
        let above = min(max(0, selected - 2), 4)
        let text = above == 4 ? " 4 more lanes above" : " ▾ 4 more lanes" + (above == 0 ? "" : "  \(above) above")
        #expect(rows.contains(text + String(repeating: " ", count: 60 - text.count)))
    }
}

import FlowScenarios
import FlowScreen
import FlowTrace
import FlowViews
import Testing

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
        for size in ConstancyTests.sizes {
            var state = AppState(choice: choice, size: size)
            state.selection = AppState.interestingLane(of: choice)
            let session = Session()
            session.start(state)
            let first = rows(state, session)
            for _ in 0..<24 {
                session.advance(by: 500_000_000)

                #expect(rows(state, session) == first, "\(size.width)x\(size.height) at \(session.now)")
            }
        }
    }

    /// Which lane is in which row, and where caption, panels and footer begin.
    private func rows(_ state: AppState, _ session: Session) -> [Int?] {
        let screen = Scene.screen(state, session)
        return (0..<state.size.height).map { RootView(screen).lane(at: Point(x: 0, y: $0), size: state.size) }
    }

    @Test func `lanes that do not fit are counted, and the selected one is shown`() throws {
        for selected in 1...5 {
            let command = "share-replay --at 9 --size 60x16 --select \(selected)"
            let frame = try FrameCommand(line: command).surface()
            let rows = (0..<frame.height).map(frame.row)
            let marked = rows.first { $0.hasPrefix("▌") }

            #expect(marked?.hasPrefix("▌\(["source", "replay", "output 1", "output 2", "output 3"][selected - 1])") == true)
        }
        let small = try FrameCommand(line: "rate-limiters --at 6 --size 60x16").surface()
        let more = (0..<small.height).map(small.row).filter { $0.contains("more lane") }

        #expect(more.count <= 1)
    }
}

import FlowAnalysis
import FlowModel
import FlowScreen
import FlowTestSupport
import FlowTrace
import FlowViews
import Testing

@testable import FlowApp
@testable import FlowSessions

/// `o`, `/`, PgUp and PgDn in every list and in every overlay.
@Suite("The same keys everywhere")
struct SameKeysTests {
    private static let oneOrder = Refusal.hasOneOrder.words

    /// The keys that open the overlays of a scenario.
    private static let overlays = ["w→"] + KeyName.overlays.map { $0.key == .enter ? "\r" : $0.key.name }

    private func app(_ keys: String, size: Size = Size(width: 80, height: 24)) throws -> AppFixture {
        var app = try AppFixture("overflow", at: 8, size: size)
        app.state.breakpoints = try (1...40).map { try Breakpoint(parsing: "buffer >= \($0)") }
        for key in keys { app.press(key == "\r" ? .enter : key == "→" ? .right : .character(key)) }
        return app
    }

    @Test(arguments: overlays) func `o says where there is one order, and leaves all as it is`(keys: String) throws {
        var app = try app(keys)
        let overlay = app.state.overlay

        app.type("o")

        #expect(app.state.overlay == overlay && overlay != nil)
        #expect(app.state.notice == SameKeysTests.oneOrder)
        #expect(frame(app).rows(with: "sorts only the lists").count == 1)
    }

    @Test(arguments: overlays.filter { $0 != "s" }) func `/ searches the events, whatever lies over the lanes`(
        keys: String
    ) throws {
        var app = try app(keys)

        app.type("/")

        #expect(app.state.mode == .find(Prompt()))
    }

    @Test func `/ keeps the rows of the picker that have a text`() throws {
        var app = try app("s")

        app.type("/zip")
        app.press(.pageDown)

        guard case .findScenario(let line, let selection) = app.state.mode else {
            Issue.record("nothing is typed")
            return
        }
        #expect(line.text == "zip")
        #expect(Scene.catalogue[selection].id.contains("zip"))
    }

    @Test func `on the lanes a page chooses a lane as far away as there are lanes on the screen`() throws {
        var app = try app("", size: Size(width: 120, height: 36))
        let last = ScreenLane.lanes(of: app.session.facts.model).count - 1

        app.press(.pageUp)
        #expect(app.state.selection == 0)
        app.press(.pageDown)
        #expect(app.state.selection == last)
        app.type("o")
        #expect(app.state.notice == SameKeysTests.oneOrder)
    }

    @Test func `pages go through why, a journey, breakpoints, the log and the picker`() throws {
        var why = try app("w")
        guard case .why(let event, let row) = why.state.overlay else { return _ = Issue.record("no reasons") }
        why.press(.pageUp)
        #expect(why.state.overlay == .why(event: event, row: 0) && row > 0)

        var journey = try app("w→")
        guard case .journey(let value, _) = journey.state.overlay else { return _ = Issue.record("no journey") }
        journey.press(.pageUp)
        #expect(journey.state.overlay == .journey(event: value, row: 0))

        var breakpoints = try app("B")
        breakpoints.press(.pageDown)
        #expect(breakpoints.state.overlay == .breakpoints(row: RootView.overlayRows(on: breakpoints.state.size)))
        for _ in 0..<4 { breakpoints.press(.pageDown) }
        #expect(breakpoints.state.overlay == .breakpoints(row: 39))
        for _ in 0..<4 { breakpoints.press(.pageUp) }
        #expect(breakpoints.state.overlay == .breakpoints(row: 0))

        var log = try app("l")
        let newest = frame(log)
        log.press(.pageUp)
        #expect(log.state.overlay != .log(last: nil) && frame(log) != newest)
        log.press(.pageDown)
        #expect(log.state.overlay == .log(last: nil))

        var picker = try app("s")
        picker.press(.pageDown)
        guard case .picker(let entry) = picker.state.overlay else { return _ = Issue.record("no picker") }
        #expect(entry >= PickerView.rowCount(on: picker.state.size))
    }

    @Test func `pages turn the help's pages, and where it has one say that this is all`() throws {
        var small = try app("?")
        small.press(.pageDown)
        #expect(small.state.overlay == .signs)
        small.press(.pageDown)
        #expect(small.state.overlay == .signs && small.state.notice == Refusal.isWhole.words)
        small.press(.pageUp)
        #expect(small.state.overlay == .help)

        var large = try app("?", size: Size(width: 120, height: 36))
        large.press(.pageDown)
        #expect(large.state.overlay == .help && large.state.notice == Refusal.isWhole.words)
    }

    @Test func `pages and arrows go through code that is longer than the screen, to its last row and no further`() throws {
        var app = try AppFixture("pace", size: Size(width: 60, height: 16))
        app.type("i[1, 2].publisher" + (1...30).map { ".map { $0 + \($0) }" }.joined())
        app.press(.enter)
        app.type("c")
        let first = frame(app)
        #expect(first.contains("$0 + 1 }") && first.contains("more"))

        app.press(.down)
        #expect(app.state.scroll == 1)
        for _ in 0..<20 { press(.pageDown, &app) }
        let last = frame(app)
        #expect(last.contains("$0 + 30 }") && !last.contains(" more"))
        press(.up, &app)
        #expect(frame(app) != last)
        for _ in 0..<20 { press(.pageUp, &app) }
        #expect(frame(app) == first)
        // The next overlay begins at its start.
        press(.pageDown, &app)
        app.type("cc")
        #expect(frame(app) == first)
    }

    @Test func `pages go through an inspector that is longer than the screen`() throws {
        var app = try app("\r", size: Size(width: 60, height: 16))
        let first = frame(app)

        press(.pageDown, &app)

        #expect(frame(app) != first)
        for _ in 0..<9 { press(.pageDown, &app) }
        let last = frame(app)
        press(.pageDown, &app)
        #expect(frame(app) == last)
    }

    @Test(arguments: [false, true]) func `pages go through what a tried program has printed`(isWhole: Bool) {
        let size = Size(width: 80, height: 24)
        var screen = ScreenState(
            id: "a", title: "", panes: [PaneState(variant: "", point: "", stream: StreamAnalysis(lanes: []), chain: [])], cell: 1)
        screen.tried = TriedPanel(title: "ended", lines: (1...100).map { PanelLine("line \($0).") }, showsStart: isWhole)
        screen.overlay = .output
        func shown(_ scroll: Int) -> (first: Bool, last: Bool, scroll: Int) {
            screen.scroll = scroll
            var surface = Surface(size)
            RootView(screen).draw(into: &surface)
            // The panel below has separate lines.
            let rows = TextOutput.render(surface).rows(with: "line ").filter { $0.contains("│") }.joined()
            return (rows.contains("line 1."), rows.contains("line 100."), RootView(screen).scroll(on: size))
        }
        let hidden = 100 - RootView.overlayRows(on: size)

        #expect(shown(0) == (isWhole, !isWhole, 0))
        #expect(shown(isWhole ? 500 : -500) == (!isWhole, isWhole, isWhole ? hidden : -hidden))
        #expect(shown(isWhole ? -5 : 5).scroll == 0)
    }

    @Test func `the list of pipelines has pages, a filter and several orders`() throws {
        let facts = try AppFixture().session.facts
        var state = AppState(.watched(), size: Size(width: 80, height: 24))
        let page = PipelineListView.rowCount(of: .max, height: 24) - 1
        let order = state.program?.order

        #expect(Update.press(.pageDown, on: &state, facts: facts) == [.choose(page)])
        #expect(Update.press(.pageUp, on: &state, facts: facts) == [.choose(-page)])
        #expect(Update.press(.character("o"), on: &state, facts: facts) == [])
        #expect(state.program?.order == order?.next)
        _ = Update.press(.character("/"), on: &state, facts: facts)
        #expect(state.mode == .filter)
        #expect(Update.press(.pageDown, on: &state, facts: facts) == [.choose(page)])
    }

    @Test func `the list of traced programs has pages, a filter and several orders`() {
        let ages: [UInt64?] = [3, nil, 30, 1]
        let programs = zip([7, 8, 9, 10], zip(["b", "a", "c", "a"], ages)).map {
            TracedProcess(number: $0, name: $1.0, age: $1.1, arguments: "--port \($0)")
        }
        var pick = ProgramPick(programs)

        #expect(pick.press(.pageDown, page: 2) == .none && pick.selection == 2)
        #expect(pick.press(.pageUp, page: 20) == .none && pick.selection == 0)
        _ = pick.press(.character("o"))
        #expect(pick.processes.map(\.number) == [8, 10, 7, 9] && pick.title == "traced programs by name")
        // The selection stays.
        #expect(pick.selection == 2)
        _ = pick.press(.character("o"))
        #expect(pick.processes.map(\.number) == [9, 7, 10, 8])
        for key in "/PORT 1" { _ = pick.press(.character(key)) }
        #expect(pick.processes.map(\.number) == [10] && pick.title == "traced programs by age  / PORT 1_")
        #expect(pick.press(.enter) == .one(10))
        // In the filter, letters of commands are only letters.
        for key in "qa" { #expect(pick.press(.character(key)) == .none) }
        #expect(pick.press(.enter) == .none)
        #expect(pick.press(.escape) == .none && pick.processes.count == 4 && !pick.isTyping)
    }

    private func press(_ key: Key, _ app: inout AppFixture) {
        app.press(key)
        // As the loop does before each frame.
        app.state.scroll = RootView(Scene.screen(app.state, app.session)).scroll(on: app.state.size)
    }

    private func frame(_ app: AppFixture) -> String {
        var surface = Surface(app.state.size)
        RootView(Scene.screen(app.state, app.session)).draw(into: &surface)
        return TextOutput.render(surface)
    }
}

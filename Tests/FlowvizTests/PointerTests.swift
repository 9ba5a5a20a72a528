import FlowScenarios
import FlowScreen
import FlowTestSupport
import FlowTrace
import FlowViews
import Testing

@testable import FlowApp
@testable import FlowSessions

@Suite("The mouse")
struct PointerTests {
    private func screen(_ app: AppFixture) -> RootView { RootView(app.session.screen(app.state)) }

    /// The position of a text on the screen.
    private func position(of text: String, _ app: AppFixture, from row: Int = 0) throws -> Point {
        var surface = Surface(app.state.size)
        screen(app).draw(into: &surface)
        for y in row..<surface.height {
            let line = (0..<surface.width).map { String(surface[$0, y].character) }
            let found = line.indices.first { line[$0...].joined().hasPrefix(text) }
            if let x = found { return Point(x: x, y: y) }
        }
        throw NotThere(text: text)
    }

    private struct NotThere: Error {
        let text: String
    }

    private func click(_ text: String, _ app: inout AppFixture, from row: Int = 0, offset: Int = 0) throws {
        let place = try position(of: text, app, from: row)
        let target = try #require(
            screen(app).target(at: Point(x: place.x + offset, y: place.y), size: app.state.size), "\(text) at \(place)")
        app.perform(PointerUpdate.click(target, on: &app.state, facts: app.session.facts))
    }

    @Test func `keys of the footer are pressed by a click, each of two by its own`() throws {
        var app = try AppFixture("pausable-sink", at: 2)
        let footer = app.state.size.height - 1

        try click("pause", &app, from: footer)
        #expect(app.effects == [.send(Control(.pause))])
        try click(". , step", &app, from: footer, offset: 2)
        #expect(app.state.isFrozen && app.state.playhead != nil)
        try click("? help", &app, from: footer)
        #expect(app.state.overlay == .help)
    }

    @Test func `the caption names the key that says more, and a click presses it`() throws {
        var app = try AppFixture("pace", at: 2)
        let caption = try position(of: "▎", app)

        try click("w why", &app, from: caption.y)

        guard case .why = app.state.overlay else {
            Issue.record("\(String(describing: app.state.overlay))")
            return
        }
    }

    @Test func `a click in the picker chooses, a second one opens`() throws {
        var app = try AppFixture("pace", at: 2)
        app.press("s")

        try click("8  overflow", &app, from: 3)
        #expect(app.state.overlay == .picker(7))
        #expect(app.state.choice?.scenarioValue.id == "pace")
        try click("8  overflow", &app, from: 3)
        #expect(app.state.overlay == nil && app.state.choice?.scenarioValue.id == "overflow")
    }

    @Test func `a click on a lane chooses it, a second one inspects it`() throws {
        var app = try AppFixture("pace", at: 2)

        try click("source", &app, from: 3)
        #expect(app.state.selection == 0 && app.state.overlay == nil)
        try click("source", &app, from: 3)
        #expect(app.state.overlay == .inspector)
    }

    @Test func `a click on the axis goes to that moment, a drag goes on`() throws {
        var app = try AppFixture("pace", at: 6)
        let ruler = try position(of: "0 s", app, from: 1)

        let target = try #require(screen(app).target(at: Point(x: ruler.x + 10, y: ruler.y), size: app.state.size))
        app.perform(PointerUpdate.click(target, on: &app.state, facts: app.session.facts))
        #expect(app.state.isFrozen && app.state.playhead?.time == TraceTime(nanoseconds: 10 * app.state.cell))
        app.perform(PointerUpdate.drag(to: TraceTime(seconds: 3), on: &app.state, facts: app.session.facts))
        #expect(app.state.playhead?.time == TraceTime(seconds: 3))
    }

    @Test func `a click on a line of the log goes to its event`() throws {
        var app = try AppFixture("pace", at: 6)
        let log = try position(of: "log", app, from: 10)

        let target = try #require(screen(app).target(at: Point(x: log.x, y: log.y + 1), size: app.state.size))
        guard case .event(let sequence) = target else { throw NotThere(text: "an event") }
        app.perform(PointerUpdate.click(target, on: &app.state, facts: app.session.facts))

        #expect(app.state.playhead?.sequence == sequence)
    }

    @Test func `the wheel scrolls the log and the picker, and zooms the lanes`() throws {
        var app = try AppFixture("overflow", at: 9, size: Size(width: 80, height: 24))
        let cell = app.state.cell

        app.perform(PointerUpdate.wheel(up: true, on: &app.state, facts: app.session.facts))
        #expect(app.state.cell < cell)
        app.press("l")
        app.perform(PointerUpdate.wheel(up: true, on: &app.state, facts: app.session.facts))
        #expect(app.state.overlay != .log(last: nil))
        app.perform(PointerUpdate.wheel(up: false, on: &app.state, facts: app.session.facts))
        #expect(app.state.overlay == .log(last: nil))
        app.press("s")
        app.perform(PointerUpdate.wheel(up: false, on: &app.state, facts: app.session.facts))
        #expect(app.state.overlay != .picker(7))
    }
}

import FlowScreen
import FlowTrace
import FlowViews
import Testing

@testable import FlowApp
@testable import FlowSessions

@Suite("Lists and what they say")
struct PlacesTests {
    @Test func `the picker finds scenarios while one types, Enter opens the chosen one`() throws {
        var app = try AppFixture("pace", at: 2)

        app.type("s/thrott")
        #expect(app.session.screen(app.state).pickerSearch == PickerSearch(text: "thrott", marked: "thrott_"))
        app.press(.enter)

        #expect(app.state.choice?.chain?.name == "throttle")
    }

    @Test func `Esc ends the search and keeps what it found, a search without a match opens nothing`() throws {
        var app = try AppFixture("pace", at: 2)

        app.type("s/overfl")
        app.press(.escape)
        #expect(app.state.overlay == .picker(7))
        app.type("/qqq")
        app.press(.enter)
        #expect(app.state.choice?.scenarioValue.id == "pace")
        #expect(app.session.screen(app.state).pickerSearch == PickerSearch(text: "qqq", marked: "qqq_"))
    }

    @Test func `page keys, Home and End go through the picker`() throws {
        var app = try AppFixture("pace", at: 2, size: Size(width: 80, height: 24))
        let order = PickerView.order(of: Scene.catalogue)
        app.press("s")

        app.press(.end)
        #expect(app.state.overlay == .picker(order[order.count - 1]))
        app.press(.home)
        #expect(app.state.overlay == .picker(order[0]))
        app.press(.pageDown)
        #expect(app.state.overlay == .picker(order[PickerView.rowCount(on: app.state.size)]))
        app.press(.pageUp)
        #expect(app.state.overlay == .picker(order[0]))
    }

    @Test func `letters in the list of breakpoints run no keys`() throws {
        var app = try AppFixture("pace", at: 2)
        app.type("Bdrop")
        app.press(.enter)
        let effects = app.effects

        app.type("foo r")

        #expect(app.effects == effects && !app.state.isFrozen)
        #expect(app.state.overlay == .breakpoints(row: 0))
        #expect(app.state.notice == "B adds a condition, Esc closes the list")
    }

    @Test func `a count that a buffer cannot hold is asked about`() throws {
        var app = try AppFixture("overflow", at: 2)

        app.type("Bbuffer >= 80")
        app.press(.enter)

        #expect(app.state.notice == "buffer holds 5 at most; do you mean 80%?")
        #expect(app.session.screen(app.state).breakpoints.map(\.problem) == ["buffer holds 5 at most; do you mean 80%?"])
    }

    @Test func `w explains the match that a search found`() throws {
        var app = try AppFixture("overflow", at: 9)
        app.type("/lane:source 12")
        app.press(.enter)
        let found = try #require(app.state.playhead?.sequence)

        app.press("w")

        #expect(app.session.facts.model.text(of: found) == "12")
        #expect(app.state.overlay.map { if case .why(found, _) = $0 { true } else { false } } == true)
    }

    @Test func `of two variants the left one answers`() throws {
        var app = try AppFixture("pausable-sink", at: 0)
        app.press("V")
        app.pass(2)

        app.press(" ")

        #expect(app.state.notice == nil)
    }

    @Test func `a scenario that is chosen while time stands says how to run it`() throws {
        var app = try AppFixture("pace", at: 2)

        app.press("f")
        app.press(.tab)

        #expect(app.state.notice == "time stands still; f runs it")
    }

    @Test func `End says that it leaves the past, and that time stands`() throws {
        var app = try AppFixture("pace", at: 4)
        app.press(.left)

        app.press(.end)

        #expect(app.state.playhead == nil)
        #expect(app.state.notice == "back at the present; time stands still, f runs it")
    }
}

import FlowModel
import FlowScreen
import FlowTrace
import FlowViews
import Testing

@testable import FlowApp

@Suite("TimeTravel")
struct TimeTravelTests {
    /// The moment that a state shows: `live`, `frozen`, or a sequence number.
    private func place(_ app: AppFixture) -> String {
        app.state.playhead.map { "\($0.sequence)" } ?? (app.state.isFrozen ? "frozen" : "live")
    }

    /// The first row of the screen.
    private func header(_ app: AppFixture) -> String {
        var surface = Surface(app.state.size)
        RootView(Scene.screen(app.state, app.session)).draw(into: &surface)
        return TextOutput.render(surface).split(separator: "\n").first.map(String.init) ?? ""
    }

    @Test(arguments: [
        ("f", "frozen"), ("ff", "live"), (",", "now-0"), (",,", "now-1"), (",,f", "live"), ("<-", "past"), ("<- End", "frozen"),
        ("<- ->", "frozen"), ("Home", "0"), ("Home End", "frozen"), ("Home .", "1"), ("Home . ,", "0"), ("Home ,", "0"),
        ("Home <-", "0"), ("Home ->", "past"), ("->", "live"), ("End", "live"), ("f End", "frozen"), ("<- r", "frozen"),
        ("<- Tab", "frozen"), (",.", "frozen"), ("f,.", "frozen"), (",,..", "frozen"), (",,.", "now-0"),
    ])
    func `keys move through time`(keys: String, place wanted: String) throws {
        // 1.05 s is a while after the last event.
        var app = try AppFixture("pace", at: 1.05)
        let count = app.session.facts.now.sequence

        for word in keys.contains(" ")
            ? keys.split(separator: " ").map(String.init)
            : keys == "<-" || keys == "->"
                || KeyName.key(keys) != nil ? [keys] : keys.map(String.init)
        {
            app.press(word == "<-" ? .left : word == "->" ? .right : KeyName.key(word)!)
        }

        let place = place(app)
        switch wanted {
        case "past": #expect(Int(place).map { $0 <= count } == true)
        case "now-0": #expect(place == "\(count)")
        case "now-1": #expect(place == "\(count - 1)")
        default: #expect(place == wanted)
        }
    }

    @Test func `stepping forward shows every event once, in order`() throws {
        var app = try AppFixture("pace")
        app.type("f")
        var seen = [app.session.facts.now.sequence]

        for _ in 0..<25 {
            app.type(".")
            let shown = app.state.playhead?.sequence ?? app.session.facts.now.sequence
            seen.append(shown)
        }

        #expect(seen == Array(seen[0]...seen[0] + 25))
        for _ in 0..<25 { app.type(",") }
        #expect((app.state.playhead ?? app.session.facts.now).sequence == seen[0])
    }

    @Test func `the start is the end of going back`() throws {
        var app = try AppFixture("pace", at: 0.5)

        for _ in 0..<50 { app.type(",") }

        #expect(app.state.playhead == .start)
        #expect(app.state.notice == "this is the start")
    }

    @Test func `a run that is over does not go on, and says so`() throws {
        var app = try AppFixture("demand-basics", at: 0)
        app.type("U")
        app.pass(60)
        #expect(app.session.isOver)

        app.type("f")
        #expect(app.state.notice?.description == "the run is over, and time has stopped already; r restarts")
        app.type(".")

        #expect(app.state.notice?.description == "the run is over, and nothing more happens; , steps back")
        #expect(app.effects.map { "\($0)" } == ["send(unlimited)"])
    }

    @Test(arguments: [", End", "<- End", "Home End", ", f", "<- ->", ". . f"])
    func `a run that is over is shown as over after a look at its past`(keys: String) throws {
        var app = try AppFixture("pace", at: 60)

        for word in keys.split(separator: " ") {
            app.press(word == "<-" ? .left : word == "->" ? .right : KeyName.key(String(word))!)
        }

        #expect(
            header(app)
                == " flowviz ▸ pace  Pace an erratic source                                as-asked   │ over  finished 8.00 s  ×1    8.00 s"
        )
    }

    @Test func `a run that is stepped to its end is shown as over, not as frozen`() throws {
        var app = try AppFixture("pace", at: 7.5)

        app.type("......f")

        #expect(
            header(app)
                == " flowviz ▸ pace  Pace an erratic source                                as-asked   │ over  finished 8.00 s  ×1    8.00 s"
        )
        #expect(app.state.notice?.description == "the run is over, and time has stopped already; r restarts")
    }

    @Test func `looking back at a run that is over does not freeze the next one`() throws {
        var app = try AppFixture("pace", at: 60)

        app.type(",,r")

        #expect(app.state.isFrozen == false && app.state.playhead == nil)
    }

    @Test func `a stream that waits for the user says so when it is stepped`() throws {
        var app = try AppFixture("step", at: 30)

        app.type("..")

        #expect(app.state.notice == "nothing is scheduled: the stream waits for you")
    }
}

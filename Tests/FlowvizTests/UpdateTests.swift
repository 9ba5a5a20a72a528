import FlowScenarios
import FlowScreen
import FlowViews
import Testing

@testable import FlowApp
@testable import FlowSessions

@Suite("Update")
struct UpdateTests {
    @Test func `Tab goes through all scenarios and round, Shift and Tab back`() throws {
        var app = try AppFixture()
        var seen: [Int?] = []

        for _ in Catalogue.scenarios {
            app.press(.tab)
            seen.append(app.state.choice?.scenario)
        }
        #expect(seen == Array(1..<Catalogue.scenarios.count) + [0])
        app.press(.backTab)

        #expect(app.state.choice?.scenario == Catalogue.scenarios.count - 1)
        #expect(app.effects == [Effect](repeating: .restart, count: Catalogue.scenarios.count + 1))
    }

    @Test(arguments: Catalogue.scenarios.indices) func `v goes through the variants and round`(scenario: Int) throws {
        var app = try AppFixture(Catalogue.scenarios[scenario].id)
        let variants = Catalogue.scenarios[scenario].variants

        let seen = variants.map { _ in
            app.type("v")
            return app.state.choice?.variant
        }

        #expect(seen == (variants.count == 1 ? [0] : Array(1..<variants.count) + [0]))
        #expect(app.effects.count == (variants.count == 1 ? 0 : variants.count))
        #expect((app.state.notice != nil) == (variants.count == 1))
    }

    @Test(arguments: [(119, "pace", false), (120, "pace", true), (200, "subscribers", false)])
    func `two variants need room and a second variant`(width: Int, scenario: String, isDone: Bool) throws {
        var app = try AppFixture(scenario, size: Size(width: width, height: 36))

        app.type("V")

        #expect(app.state.showsTwo == isDone)
        #expect(app.session.runs.count == (isDone ? 2 : 1))
        #expect((app.state.notice == nil) == isDone)
        app.type("V")
        #expect(!app.state.showsTwo && app.session.runs.count == 1)
    }

    @Test func `speed and zoom stop at their ends and say so`() throws {
        for (keys, notice) in [
            ("+", "this is as fast as it goes"), ("=", "this is as fast as it goes"),
            ("-", "this is as slow as it goes; f freezes, . steps"), ("z", "maximum zoom"),
            ("Z", "minimum zoom"),
        ] {
            var app = try AppFixture()
            var presses = 0
            while app.state.notice == nil, presses < 100 {
                app.type(keys)
                presses += 1
            }

            #expect(app.state.notice?.description == notice)
            #expect(presses > 3)
        }
    }

    @Test func `lanes are selected to their ends, in the inspector too`() throws {
        var app = try AppFixture("pace")

        for _ in 0..<9 { app.press(.up) }
        #expect(app.state.selection == 0)
        app.press(.enter)
        for _ in 0..<9 { app.press(.down) }

        #expect(app.state.selection == 3)
        #expect(app.state.overlay == .inspector)
    }

    @Test func `themes come round`() throws {
        var app = try AppFixture()

        let names = (0..<3).map { _ in
            app.type("t")
            return app.state.theme.name
        }

        #expect(names == ["light", "contrast", "dark"])
    }

    @Test func `changed numbers are in the repeat line from the start, without a restart`() throws {
        var app = try AppFixture("pace", at: 0.5)

        app.type("<p<")
        app.pass(0.25)
        app.type("e")

        #expect(app.effects == [.compare, .compare, .send(Control(.emit))])
        #expect(
            app.session.repeatLine
                == "flowviz run pace --variant as-asked --set interval=0.5 --set size=100 --send \"0.75:emit\"")
    }

    @Test func `a control that comes after the end says that r restarts`() throws {
        var app = try AppFixture("demand-sink", at: 1)

        app.type("kk")

        #expect(app.effects == [.send(Control(.finish))])
        #expect(app.state.notice == "the stream is over; r restarts it")
        app.type("r")
        #expect(app.effects.last == .restart && app.session.now.nanoseconds == 0)
    }

    @Test func `Space pauses and resumes by turns`() throws {
        var app = try AppFixture("pausable-sink", at: 1)

        for _ in 0..<3 {
            app.press(.character(" "))
            app.pass(0.1)
        }

        #expect(app.effects.map(\.sentControl) == ["pause", "resume", "pause"])
        #expect(
            app.session.runs[0].repeatLine
                == "flowviz run pausable-sink --variant live --until 1.3 --send \"1:pause\" --send \"1.1:resume\" --send \"1.2:pause\""
        )
    }

    @Test func `a sink that is resumed while time stands says when, and the footer names the key`() throws {
        var app = try AppFixture("pausable-sink", at: 1)

        app.type(" f")
        let frozen =
            " f run  Space resume │ < > size 20 │ Tab scenario  v variant  r restart │ . , step       i type a chain  ? help  q quit"
        #expect(try footer(app) == frozen)
        app.type(" ")
        #expect(app.state.notice == "the sink resumes when time runs; f runs it")
        app.type("f")
        app.pass(0.1)

        #expect(app.state.notice == nil)
        let running =
            " Space pause  < > size 20 │ Tab scenario  v variant  r restart │ f freeze  . , step      i type a chain  ? help  q quit"
        #expect(try footer(app) == running)
    }

    /// The last row of the screen.
    private func footer(_ app: AppFixture) throws -> Substring {
        var surface = Surface(app.state.size)
        RootView(Scene.screen(app.state, app.session)).draw(into: &surface)
        return try #require(TextOutput.render(surface).split(separator: "\n").last)
    }

    @Test func `a control while the past is shown comes back to now`() throws {
        var app = try AppFixture("pausable-sink", at: 2)
        app.press(.left)
        #expect(app.state.playhead != nil)

        app.press(.character(" "))

        #expect(app.state.playhead == nil && app.state.isFrozen)
    }

    @Test func `y, S, q and the control keys are work for the loop`() throws {
        var app = try AppFixture()

        app.type("ySq")
        app.press(.control("c"))
        app.press(.control("z"))

        #expect(app.effects == [.copyFrame, .saveFrame, .quit, .quit, .suspend])
    }

    @Test func `where nothing was pressed there is nothing to repeat`() throws {
        var app = try AppFixture(at: 1)

        app.type("f.zq")

        #expect(app.session.runs[0].repeatLine == nil)
    }
}

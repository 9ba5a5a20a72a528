import FlowScenarios
import FlowScreen
import FlowViews
import Testing

@testable import FlowApp
@testable import FlowSessions

/// The words of a scenario's first screen.
@Suite("Lessons")
struct LessonTests {
    @Test(arguments: Catalogue.scenarios.map(\.id)) func `a scenario says what to press, until it is pressed`(id: String) throws {
        var app = try AppFixture(id, at: 1)
        let scenario = try #require(app.state.choice?.scenarioValue)
        var keys: [HintedKey] = []
        let advice = scenario.tryThis { key in
            keys.append(key)
            return app.state.table.name(of: Command(key))
        }

        #expect(app.session.screen(app.state).lesson.contains(advice))
        for key in keys { app.state.tried.insert(Command(key)) }
        #expect(!keys.isEmpty && app.session.screen(app.state).lesson == [])
    }

    @Test(arguments: [Size(width: 80, height: 24), Size(width: 120, height: 36)])
    func `the line is on the first screen, and goes when it is done`(size: Size) throws {
        var app = try AppFixture("pace", at: 1, size: size)
        #expect(app.rows.contains { $0.contains("Press E for a burst of 5") })

        app.type("E<")
        app.press(.escape)

        #expect(!app.rows.contains { $0.contains("Press E for a burst of 5") })
    }

    @Test(arguments: Catalogue.scenarios.map(\.id)) func `a run that is over has to begin anew first`(id: String) throws {
        var app = try AppFixture(id)
        app.pass(600)
        guard app.session.isOver else { return }
        let restart = app.state.table.name(of: .restart)
        let lesson = app.session.screen(app.state).lesson

        #expect(!lesson.isEmpty)
        #expect(lesson.filter { !$0.hasPrefix("\(restart) restarts the run. ") } == [])
        app.type(restart)
        #expect(app.session.screen(app.state).lesson.filter { $0.contains("restarts the run") } == [])
    }

    @Test func `another scenario begins with its own line`() throws {
        var app = try AppFixture("pace", at: 1)
        app.type("E<")
        app.press(.tab)

        #expect(app.session.screen(app.state).lesson.isEmpty == false)
    }

    @Test func `the tour has its own words`() throws {
        let app = try AppFixture(tour: 2)

        #expect(app.session.screen(app.state).lesson == [])
    }
}

import FlowScreen
import FlowText
import FlowTrace
import FlowViews
import Testing

@testable import FlowApp

@Suite("Scrolling the log")
struct LogScrollTests {
    private static let size = Size(width: 80, height: 24)
    private static let page = 19

    /// The log over the lanes, line by line.
    private func shown(_ app: AppFixture) throws -> [String] {
        guard case .log(let last) = app.state.overlay else { return ["no log"] }
        let end = last.map { app.session.facts.model.moment(ofEvent: $0) } ?? app.state.playhead ?? app.session.facts.now
        return LogWriter.lines(of: app.session.facts.stream, upTo: end, count: LogScrollTests.page).map(\.text)
    }

    private func all(_ app: AppFixture) -> [String] {
        LogWriter.lines(of: app.session.facts.stream, upTo: app.session.facts.now, count: 100_000).map(\.text)
    }

    @Test func `keys go through all lines and back to the newest`() throws {
        var app = try AppFixture("overflow", at: 9, size: LogScrollTests.size)
        let all = all(app)
        let (page, last) = (LogScrollTests.page, all.count)
        try #require(last > 3 * page)
        app.press("l")

        #expect(try shown(app) == Array(all.suffix(page)))
        app.press(.up)
        #expect(try shown(app) == Array(all[(last - page - 1)..<(last - 1)]))
        app.press(.pageUp)
        #expect(try shown(app) == Array(all[(last - 2 * page - 1)..<(last - page - 1)]))
        app.press(.down)
        #expect(try shown(app) == Array(all[(last - 2 * page)..<(last - page)]))
        app.press(.home)
        #expect(try shown(app) == Array(all.prefix(page)))
        app.press(.up)
        #expect(try shown(app) == Array(all.prefix(page)))
        app.press(.pageDown)
        #expect(try shown(app) == Array(all[page..<(2 * page)]))
        app.press(.end)
        #expect(app.state.overlay == .log(last: nil))
    }

    @Test func `lines that are looked at stay while time runs, the newest follow it`() throws {
        var app = try AppFixture("overflow", at: 9, size: LogScrollTests.size)
        app.press("l")
        app.press(.pageUp)
        let before = try shown(app)

        app.pass(3)

        #expect(try shown(app) == before)
        app.press(.end)
        #expect(try shown(app) == Array(all(app).suffix(LogScrollTests.page)))
    }

    @Test func `it ends at the playhead`() throws {
        var app = try AppFixture("overflow", at: 9, size: LogScrollTests.size)
        for _ in 0..<30 { app.press(.left) }
        app.press("l")
        let past = try shown(app)
        app.press(.pageUp)
        app.press(.pageDown)

        #expect(try shown(app) == past)
        #expect(past != Array(all(app).suffix(LogScrollTests.page)))
    }
}

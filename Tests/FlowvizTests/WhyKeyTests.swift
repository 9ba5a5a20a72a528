import FlowModel
import FlowScreen
import FlowText
import FlowTrace
import FlowViews
import Testing

@testable import FlowApp

@Suite("The key for why")
struct WhyKeyTests {
    /// The chain on the screen.
    private func why(_ app: AppFixture) -> (steps: [WhyStep], row: Int)? {
        guard case .why(let event, let row) = app.state.overlay, let why = Why(event, in: app.session.streams[0].model) else {
            return nil
        }
        return (why.steps, row)
    }

    @Test func `w explains the delivery of a value that left its buffer`() throws {
        var app = try AppFixture("pace", at: 1.5)

        app.type("w")

        let why = try #require(self.why(app))
        #expect(why.steps[why.row].text == "delivered B")
        #expect(why.steps.map(\.text).first == "sent B")
    }

    @Test func `a chosen cause is gone to with Enter, and time stands there`() throws {
        var app = try AppFixture("pace", at: 1.5)
        app.type("w")
        for _ in 0..<9 { app.press(.up) }
        #expect(why(app)?.row == 0)

        app.press(.enter)

        #expect(app.state.overlay == nil)
        #expect(app.state.isFrozen)
        #expect(app.state.playhead?.time == TraceTime(seconds: 0.3))
        #expect(app.session.streams[0].model.log[sequence: app.state.playhead?.sequence ?? 0]?.kind == .offered)
    }

    @Test func `an effect is gone to in the same way`() throws {
        var app = try AppFixture("pace", at: 1.5)
        app.state.playhead = app.session.streams[0].model.moment(at: TraceTime(seconds: 0.3))
        app.type("w")
        for _ in 0..<9 { app.press(.down) }

        app.press(.enter)

        #expect(app.session.streams[0].model.log[sequence: app.state.playhead?.sequence ?? 0]?.kind == .unbuffered)
        #expect(app.state.playhead?.time == TraceTime(seconds: 1))
    }

    @Test func `in a recording it may lie ahead of the present`() throws {
        let app = try ReplayFixture("pace", at: 0.3)

        app.press(.character("w"), .down, .enter)

        #expect(app.playback.now == TraceTime(seconds: 1))
        #expect(app.state.playhead == nil && app.state.isFrozen)
    }

    @Test func `w and Esc close it, other keys close it and do their work`() throws {
        for (key, overlay) in [(Key.character("w"), nil), (.escape, nil), (.character("l"), .log(last: nil))]
            as [(Key, ScreenState.Overlay?)]
        {
            var app = try AppFixture("pace", at: 1.5)
            app.type("w")
            app.press(key)
            #expect(app.state.overlay == overlay)
        }
    }

    @Test func `before anything has happened there is nothing to explain`() throws {
        var app = try AppFixture("demand-sink")
        app.state.playhead = .start

        app.type("w")

        #expect(app.state.overlay == nil)
        #expect(app.state.notice == "nothing has happened yet")
    }
}

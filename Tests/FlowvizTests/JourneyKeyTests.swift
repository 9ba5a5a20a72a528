import FlowModel
import FlowScreen
import FlowText
import FlowTrace
import FlowViews
import Testing

@testable import FlowApp
@testable import FlowSystem

@Suite("The keys that follow a value")
struct JourneyKeyTests {
    /// The journey on the screen.
    private func way(_ app: AppFixture) -> (steps: [String], row: Int, sentence: String)? {
        guard case .journey(let event, let row) = app.state.overlay, let way = Why(journeyOf: event, in: app.session.facts.model)
        else {
            return nil
        }
        return (way.steps.map { "\($0.lane) \($0.text)" }, row, way.sentence)
    }

    private func marked(_ app: AppFixture) -> [String]? {
        let pane = app.session.screen(app.state).panes[0]
        return pane.followed.map { events in
            events.sorted().compactMap { pane.model.log[sequence: $0] }.map { "\($0.time) \($0.kind.name)" }
        }
    }

    @Test func `the arrow in the reasons tells where the value went`() throws {
        var app = try AppFixture("pace", at: 1.5)

        app.type("w")
        app.press(.right)

        let way = try #require(self.way(app))
        #expect(way.steps == ["source sent B", "buffer took in B", "buffer released B, waited 0.70 s", "output delivered B"])
        #expect(way.row == 3)
        #expect(way.sentence == "B came out of source at 0.30, waited 0.70 s in buffer, was delivered at 1.00.")
    }

    @Test func `its way is marked in all lanes until Esc lets go of it`() throws {
        var app = try AppFixture("pace", at: 1.5)

        app.type("w")
        app.press(.right)
        app.press(.escape)
        #expect(marked(app) == ["0.3 offered", "0.3 buffered", "1 unbuffered", "1 value"])
        #expect(app.session.screen(app.state).keys.followed == "B")
        app.pass(1)
        #expect(marked(app)?.count == 4)
        app.press(.escape)

        #expect(app.state.following == nil && marked(app) == nil)
    }

    @Test func `a value that waits is followed on as it goes`() throws {
        var app = try AppFixture("pace", at: 0.5)

        app.type("w")
        app.press(.right)
        app.press(.escape)
        #expect(marked(app) == ["0.3 offered", "0.3 buffered"])
        app.pass(1)

        #expect(marked(app) == ["0.3 offered", "0.3 buffered", "1 unbuffered", "1 value"])
    }

    @Test func `the arrows go over to the value before and the one after, and stop at the ends`() throws {
        var app = try AppFixture("pace", "tight", at: 0.9)

        app.type("w")
        app.press(.right)
        for _ in 0..<9 { app.press(.left) }
        #expect(app.state.notice == "this is the first value that is known")
        var values = [way(app)?.sentence.first]
        for _ in 0..<4 {
            app.press(.right)
            values.append(way(app)?.sentence.first)
        }
        #expect(values == ["A", "B", "C", "D", "E"])
        #expect(way(app)?.sentence == "E came out of source at 0.80, is held in buffer since 0.80.")
        app.press(.right)

        #expect(app.state.notice == "this is the last value that is known")
        #expect(way(app)?.sentence.first == "E")
    }

    @Test func `Enter goes to a step, and w tells why it happened`() throws {
        var app = try AppFixture("pace", at: 1.5)
        app.type("w")
        app.press(.right)
        app.press(.home)

        app.type("w")
        guard case .why(let event, _) = app.state.overlay else { throw Failure("no reasons") }
        #expect(app.session.streams[0].model.log[sequence: event]?.kind == .offered)
        app.press(.right)
        app.press(.home)
        app.press(.enter)

        #expect(app.state.overlay == nil && app.state.playhead?.time == TraceTime(seconds: 0.3))
        #expect(marked(app)?.count == 4)
    }

    @Test func `an event that is not of a value says so`() throws {
        var app = try AppFixture("pace", at: 1.5)
        app.type("w")
        for _ in 0..<9 { app.press(.up) }
        app.press(.down)
        app.press(.down)

        app.press(.right)

        #expect(app.state.notice == "this event has no value; choose one that does, or find one with /")
        #expect(way(app) == nil)
    }

    @Test func `another run is followed by nothing`() throws {
        for keys in ["r", "v", "<", "2"] {
            var app = try AppFixture("pace", at: 1.5)
            app.type("w")
            app.press(.right)
            app.press(.escape)

            app.type(keys)

            #expect(app.state.following == nil, "\(keys)")
        }
    }

    @Test func `a match is followed to where it went`() throws {
        let app = try ReplayFixture("pace --variant tight", at: 0)

        app.type("/")
        app.type("D")
        app.press(.enter)
        app.type("w")
        app.press(.right)

        guard case .journey(let event, _) = app.state.overlay else { throw Failure("no way") }
        let way = Why(journeyOf: event, in: app.playback.facts.model)
        #expect(way?.sentence == "D came out of source at 0.60, waited 0.40 s in buffer, was dropped at 1.00: overflow, oldest.")
    }

    @Test func `the marks are bold and underlined, also those of other moments`() throws {
        var app = try AppFixture("pace", at: 6.4)
        app.state.playhead = app.session.streams[0].model.moment(at: TraceTime(seconds: 1))
        app.type("w")
        app.press(.right)
        app.press(.escape)
        app.press(.end)

        var surface = Surface(Size(width: 120, height: 36))
        RootView(app.session.screen(app.state)).draw(into: &surface)
        let marked = (0..<surface.height).flatMap { y in
            (0..<surface.width).compactMap { x -> String? in
                let cell = surface[x, y]
                return cell.style.attributes.contains(.underline) ? "\(cell.character)" : nil
            }
        }

        // The last mark is in the inspector, on the next value to leave.
        #expect(marked.joined() == "B●BB,CB●" + "F")
    }
}

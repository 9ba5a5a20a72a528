import FlowModel
import FlowScenarios
import FlowScreen
import FlowSessions
import FlowTrace
import FlowViews
import Testing

@testable import FlowApp

/// The sentences of the stops agree with the events of their runs.
@Suite("What the tour says")
struct TourTextTests {
    /// A stop's run at a moment.
    private func facts(_ stop: TourStop, at seconds: Double, sends: [(Double, String)] = []) throws -> RunFacts {
        let session = Session()
        session.start(AppState(.scenario(stop.choice), size: Size(width: 80, height: 24)))
        for (time, control) in sends {
            session.advance(by: TraceTime(seconds: time) - session.now)
            _ = session.send(try Control(parsing: control))
        }
        session.advance(by: TraceTime(seconds: seconds) - session.now)
        return session.facts
    }

    /// The events of a kind, as `time value`, up to a moment.
    private func events(_ kind: SignalKind, _ role: LaneSpec.Role, _ facts: RunFacts) -> [String] {
        facts.model.log.entries(after: 0).filter { entry in
            entry.kind == kind && facts.model.laneIndex(of: entry).map { facts.model.lanes[$0].spec.role == role } == true
        }.map { "\($0.time) \(facts.model.text(of: $0.sequence))" }
    }

    @Test func `three of four values come, and the last with one more demand`() throws {
        let before = try facts(Tour.demand, at: 0.5)
        #expect(events(.value, .output, before) == ["0 One", "0 Two", "0 Three"])
        #expect(before.fate(of: "Four") == nil)
        let outstanding = before.model.lanes.filter { $0.spec.role == .output }.map { $0.totals(upTo: .max).outstanding }
        #expect(outstanding == [.none])

        let after = try facts(Tour.demand, at: 0.6, sends: [(0.5, "request")])
        #expect(events(.value, .output, after).last == "0.5 Four")
        #expect(events(.finished, .output, after).count == 1)
    }

    @Test func `B waits from 0.3 to 1 second, A does not`() throws {
        #expect(try facts(Tour.buffer, at: 0.2).fate(of: "A")?.fate == .passed)
        #expect(try facts(Tour.buffer, at: 0.99).fate(of: "B") == nil)
        let after = try facts(Tour.buffer, at: 1)
        #expect(after.fate(of: "B")?.fate == .waited)
        #expect(events(.value, .output, after) == ["0 A", "1 B"])
        #expect(events(.buffered, .buffer, after).dropFirst().first == "0.3 B")
    }

    @Test func `the buffer is full with 2 to 6; 7 costs 2 and 8 costs 3`() throws {
        let before = try facts(Tour.policies, at: 0.27)
        #expect(before.fate(of: "1")?.fate == .passed)
        #expect(events(.buffered, .buffer, before).map { $0.split(separator: " ")[1] } == ["1", "2", "3", "4", "5", "6"])
        #expect(events(.dropped, .buffer, before) == [] && before.fate(of: "3") == nil)

        let after = try facts(Tour.policies, at: 0.36)
        #expect(events(.dropped, .buffer, after) == ["0.3 2", "0.35 3"])
        #expect(after.fate(of: "3")?.fate == .dropped)
        #expect(events(.buffered, .buffer, try facts(Tour.policies, at: 3.9)).count == 12, "a burst")
    }

    @Test(arguments: ["drop-newest", "custom-error", "keep-full"])
    func `the other policies drop what the stop says`(variant: String) throws {
        let session = Session()
        let choice = Tour.scenario("overflow", variant)
        session.start(AppState(.scenario(choice), size: Size(width: 80, height: 24)))
        session.advance(by: 1_100_000_000)

        switch variant {
        case "drop-newest":
            #expect(events(.dropped, .buffer, session.facts).map { $0.split(separator: " ")[1] } == (7...12).map { "\($0)" })
        case "custom-error":
            #expect(events(.failure, .output, session.facts).count == 1)
            #expect(events(.value, .output, session.facts) == ["0 1", "1 2"])
            #expect(events(.dropped, .buffer, session.facts).map { $0.split(separator: " ")[1] } == ["7", "3", "4", "5", "6"])
        default:
            #expect(events(.dropped, .buffer, session.facts) == [])
            #expect(session.facts.model.log.entries(after: 0).count { $0.kind == .dropped } > 0)
        }
    }

    @Test func `a paused sink fills the buffer, and drains it afterwards`() throws {
        #expect(try facts(Tour.pause, at: 3).heldSincePause == nil)
        let paused = try facts(Tour.pause, at: 3.2, sends: [(1.1, "pause")])
        #expect((paused.heldSincePause ?? 0) >= 4)
        let full = try facts(Tour.pause, at: 9, sends: [(1.1, "pause")])
        #expect(events(.dropped, .buffer, full).isEmpty == false)
        let resumed = try facts(Tour.pause, at: 6, sends: [(1.1, "pause"), (3.2, "resume")])
        #expect(events(.dropped, .buffer, resumed) == [] && resumed.heldSincePause == nil)
    }

    @Test func `the loop is to blame`() throws {
        let facts = try facts(Tour.blame, at: 3.1)
        #expect(facts.culprit == "for await")
    }

    @Test func `letters were dropped before the stop about the past begins, and none comes later`() throws {
        let facts = try facts(Tour.past, at: 2.2)
        #expect(events(.dropped, .buffer, facts).isEmpty == false)
        #expect(events(.offered, .source, facts).count == 8)
    }

    @Test(arguments: Tour.stops.indices) func `a stop's texts are whole at 80 columns and 24 rows`(stop: Int) throws {
        for size in [Size(width: 80, height: 24), Size(width: 120, height: 36)] {
            var app = try AppFixture(tour: stop + 1, size: size)
            expectWhole(app)
            app.state.tour.prediction = 0
            app.session.advance(by: 1_000_000_000)
            app.session.refresh(&app.state)
            app.state.tour.answer()
            expectWhole(app)
        }
    }

    @Test func `the last card is whole at 80 columns and 24 rows`() throws {
        let app = try AppFixture(tour: Tour.stops.count + 1)
        let screen = app.rows.joined(separator: " ").split(separator: " ").joined(separator: " ")

        #expect(app.panel?.count ?? 0 > 1)
        for line in Tour.panel(app.state, app.session.facts)?.lines ?? [] {
            #expect(screen.contains(line.text.split(separator: " ").joined(separator: " ")), "\(line.text)")
        }
    }

    /// Expects all words of the panel on the screen, and some lanes above it.
    private func expectWhole(_ app: AppFixture) {
        let rows = app.rows
        let screen = rows.joined(separator: " ").split(separator: " ").joined(separator: " ")
        for line in Tour.panel(app.state, app.session.facts)?.lines ?? [] {
            #expect(screen.contains(line.text.split(separator: " ").joined(separator: " ")), "\(app.state.size): \(line.text)")
        }
        let lanes = Scene.screen(app.state, app.session).lanes
        #expect(lanes.allSatisfy { lane in rows.contains { $0.dropFirst().hasPrefix(lane.name.prefix(4)) || $0.contains("…") } })
        #expect(!rows.contains { $0.contains("more lane") })
    }
}

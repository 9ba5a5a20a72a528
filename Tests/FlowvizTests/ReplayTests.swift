import FlowModel
import FlowOperators
import FlowScenarios
import FlowScreen
import FlowTestSupport
import FlowTrace
import FlowViews
import Testing

@testable import FlowApp
@testable import FlowSessions
@testable import FlowSystem
@testable import flowviz

@Suite("Replay", .notForever)
struct ReplayTests {
    private static let size = Size(width: 120, height: 36)

    /// Records a variant for some seconds and reads the recording.
    private func replay(_ place: KeyContextTests.Place, seconds: Double, _ more: [String] = []) throws -> (
        Replay, TemporaryFolder
    ) {
        let folder = try TemporaryFolder()
        let file = folder.path("run.fvz")
        let command = try RunCommand.parse(
            [place.scenario, "--variant", place.variant, "--until", "\(seconds)", "--output", file] + more)
        try command.run()
        guard case .run(let replay) = RecordedSource(try TraceFile(file)) else { throw Failure("no run") }
        return (replay, folder)
    }

    private func rows(_ screen: ScreenState) -> [[Cell]] {
        var surface = Surface(ReplayTests.size)
        RootView(screen).draw(into: &surface)
        return (0..<surface.height).map { y in (0..<surface.width).map { surface[$0, y] } }
    }

    @Test(arguments: KeyContextTests.Place.all) func `a recording shows what was live, moment by moment`(
        place: KeyContextTests.Place
    )
        throws
    {
        let (replay, folder) = try replay(place, seconds: 12)
        var app = try AppFixture(place.scenario, place.variant)
        let state = RecordedSource.run(replay).state(size: ReplayTests.size)
        #expect(state.selection == app.state.selection && state.cell == app.state.cell)

        let drawn = Rounds.turns(35, part: 7, turn: place.number)
        for step in 0...34 {
            if step > 0 {
                app.pass(0.35)
                replay.advance(by: 350_000_000)
            }
            guard drawn.contains(step) else { continue }
            var screen = Scene.screen(app.state, app.session)
            // A recording has no controls, and names no key of one.
            screen.keys.controls = []
            screen.lesson = []
            let live = rows(screen)
            let played = rows(replay.screen(state))

            #expect(replay.now == app.session.now)
            #expect(Array(played[1..<35]) == Array(live[1..<35]), "at \(replay.now)")
        }
        app.press(.left)
        app.press(.left)
        var past = state
        past.isFrozen = app.state.isFrozen
        past.notice = app.state.notice
        past.playhead = app.state.playhead
        var last = Scene.screen(app.state, app.session)
        last.lesson = []
        #expect(Array(rows(replay.screen(past))[1..<35]) == Array(rows(last)[1..<35]))
        withExtendedLifetime(folder) {}
    }

    @Test func `numbers and controls of the run come back at their times`() throws {
        let place = KeyContextTests.Place(scenario: "pace", variant: "as-asked")
        let (replay, folder) = try replay(
            place, seconds: 8, ["--send", "3:interval:0.5", "--send", "4:emit:own", "--set", "interval=2"])

        #expect(replay.numbers(ofRun: 0)["interval"] == 2)
        replay.advance(by: 3_500_000_000)
        #expect(replay.numbers(ofRun: 0)["interval"] == 0.5)
        #expect(replay.plan.sends.map { "\($0.time):\($0.control)" } == ["3:interval:0.5", "4:emit:own"])
        #expect(replay.model.log.entries.contains { replay.model.text(of: $0.sequence) == "own" })
        withExtendedLifetime(folder) {}
    }

    // MARK: Keys

    /// Presses keys on a partly played recording of pace.
    private func press(_ keys: [Key]) throws -> (state: AppState, replay: Replay) {
        let (replay, folder) = try replay(KeyContextTests.Place(scenario: "pace", variant: "as-asked"), seconds: 6)
        var state = RecordedSource.run(replay).state(size: ReplayTests.size)
        replay.start(state)
        replay.advance(by: 4_000_000_000)
        for key in keys {
            for effect in Update.press(key, on: &state, facts: replay.facts) {
                _ = effect.perform(on: &state, .recording(replay))
            }
        }
        withExtendedLifetime(folder) {}
        return (state, replay)
    }

    @Test func `End goes to the end of the recording, Home to its start, and f plays on from there`() throws {
        var (state, replay) = try press([.end])
        #expect(replay.isOver && state.playhead == nil)

        (state, replay) = try press([.home, .character("f")])
        #expect(replay.now == .zero && state.playhead == nil && !state.isFrozen)

        (state, replay) = try press([.home, .end])
        #expect(replay.isOver && state.playhead == nil)
    }

    @Test func `an arrow at the present plays one cell, a dot one event, and r plays it again`() throws {
        var (state, replay) = try press([.right])
        #expect(replay.now == TraceTime(seconds: 4.1) && state.isFrozen)

        let before = replay.model.moment(at: TraceTime(seconds: 4)).sequence
        (state, replay) = try press([.character(".")])
        #expect(replay.moment.sequence == before + 1 && state.isFrozen)

        (state, replay) = try press([.character("r")])
        #expect(replay.now == .zero)
    }

    @Test func `what would change the run is refused, what looks at it is not`() throws {
        // These have special answers, or turn pages everywhere.
        let others: Set<Command> = [
            .quit, .copy, .saveFrame, .allPrograms, .openSource, .order, .pageUp, .pageDown, .tour,
        ]
        for (key, command, binding) in KeyName.all where !others.contains(command) {
            let (state, _) = try press([key])
            let isRefused = state.notice?.description.contains("recording of pace") == true

            #expect(isRefused == !binding.belongs(to: .recording), "\(binding.keys)")
        }
    }

    @Test func `a recording of an earlier version shows its lanes, which are called as the operators are written`() throws {
        let folder = try TemporaryFolder()
        let path = folder.path("earlier.fvz")
        let chain = "[1].publisher.receive(on: DispatchQueue.main).first { $0 > 0 }.map { $0 }.sink()"
        let recorder = try Recorder(
            file: path, options: TraceFileOptions(size: TraceFileOptions.minimumSize), command: ["flowviz", "eval", chain],
            clock: .custom { 0 })
        for label in ["publisher", "receive", "first", "output"] {
            let node = recorder.declareNode(.transform, name: label)
            let edge = recorder.declareEdge(.link, label: label, upstream: node)
            recorder.record(.value, on: edge, value: .int(1))
        }
        recorder.close()

        guard case .run(let replay) = RecordedSource(try TraceFile(path)) else { throw Failure("no run") }
        let export = try Program.run(["export", path, "--format", "jsonl"])

        #expect(
            replay.model.lanes.map { "\($0.spec.name) \($0.totals(upTo: .max).values)" }
                == ["publisher 1", "receive 1", "first 1", "output 1"])
        #expect(replay.model.log.nodes.map(\.operation) == [.publisher, .receiveOn, .first, .other("output")])
        #expect(export.output.split(separator: "\n").count == 4)
    }
}

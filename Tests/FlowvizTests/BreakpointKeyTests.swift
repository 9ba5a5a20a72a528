import FlowAnalysis
import FlowScreen
import FlowTestSupport
import FlowTrace
import FlowViews
import Testing

@testable import FlowApp

@Suite("Breakpoints on the screen", .notForever)
struct BreakpointKeyTests {
    /// Lets time pass in frames, as the loop does, until it is frozen.
    private func run(_ state: inout AppState, _ playback: Playback, seconds: Double) {
        var breaks = BreakpointRunner()
        for _ in 0..<Int(seconds / 0.04) where !state.isFrozen { breaks.advance(playback, by: 40_000_000, &state) }
    }

    private func screen(_ app: AppFixture, _ size: Size = Size(width: 60, height: 16)) -> String {
        var surface = Surface(size)
        RootView(Scene.screen(app.state, app.session), signs: .ascii, hasColour: false).draw(into: &surface)
        return TextOutput.render(surface)
    }

    @Test func `a condition is typed after B, and time stops at the event with which it comes to hold`() throws {
        var app = try AppFixture("overflow")

        app.type("Bbuffer >= 80%")
        app.press(.enter)
        app.press(.escape)
        run(&app.state, .scenario(app.session), seconds: 5)

        #expect(app.state.notice == "stopped at 'buffer >= 80%': buffer holds 4 of 5")
        #expect(app.state.isFrozen && app.session.now < TraceTime(seconds: 0.4))
        let shown = app.state.playhead ?? app.session.facts.now
        let model = app.session.streams[0].model
        #expect(model.log[sequence: shown.sequence]?.kind == .buffered)
        #expect(model.lanes[1].totals(upTo: shown.sequence).held == 4)
    }

    @Test func `a stretch of demand 0 stops time when it is long enough`() throws {
        var app = try AppFixture("pace")
        app.state.breakpoints = [try Breakpoint(parsing: "demand = 0 for 0.9s")]

        run(&app.state, .scenario(app.session), seconds: 5)

        #expect((app.state.playhead ?? app.session.facts.now).time == TraceTime(seconds: 0.9))
        #expect(app.state.notice == "stopped at 'demand = 0 for 0.9s': output is asked for 0 for 0.90 s")
    }

    @Test(arguments: [0.04, 30]) func `in a long trace no event is passed over, however fast time goes`(frame: Double) throws {
        let file = try LongTraceTests.file()
        let drops = JumpTests.drops(of: file)
        let replay = ProgramReplay(file, waits: true, firstLook: 1_000, within: LongTraceTests.little)
        var state = AppState(.program(), length: replay.length, size: Size(width: 100, height: 24))
        state.breakpoints = [try Breakpoint(parsing: "drop")]
        var breaks = BreakpointRunner()

        for drop in drops.prefix(3) + drops.suffix(3) {
            if drop == drops[drops.count - 3] { replay.seek(drops[drops.count - 4]) }
            state.isFrozen = false
            for _ in 0..<10_000 where !state.isFrozen && !replay.isOver {
                breaks.advance(.trace(replay), by: UInt64(frame * 1e9), &state)
                replay.refresh(&state)
            }
            #expect(replay.now == drop.time && state.isFrozen)
        }
    }

    @Test func `after f time runs on to where it comes to hold again`() throws {
        var app = try AppFixture("demand-sink")
        app.state.breakpoints = [try Breakpoint(parsing: "drop")]
        var breaks = BreakpointRunner()
        var stops: [TraceTime] = []

        for _ in 0..<250 {
            breaks.advance(.scenario(app.session), by: 40_000_000, &app.state)
            guard app.state.isFrozen else { continue }
            stops.append((app.state.playhead ?? app.session.facts.now).time)
            app.type("f")
        }

        #expect(stops == [TraceTime(seconds: 3), TraceTime(seconds: 7)])
    }

    @Test func `a recording stands at the event that stopped it`() throws {
        let app = try ReplayFixture("demand-sink --until 8")
        app.state.breakpoints = [try Breakpoint(parsing: "value = 4")]

        run(&app.state, app.playback, seconds: 9)

        #expect(app.playback.now == TraceTime(seconds: 5) && app.state.isFrozen && app.state.playhead == nil)
        #expect(app.state.notice == "stopped at 'value = 4': source sent 4")
    }

    @Test func `a long trace of a program stops too, in the list and in the lanes`() throws {
        for opens in [false, true] {
            let file = try LongTraceTests.file()
            let replay = ProgramReplay(file, firstLook: 1_000)
            var state = AppState(.program(), length: replay.length, size: Size(width: 100, height: 24))
            if opens { _ = Effect.openChosen.perform(on: &state, .trace(replay)) }
            var fold = TraceFold(file)
            fold.read()
            let drop = fold.reconstruction.log.entries.first { $0.kind == .dropped }
            state.breakpoints = [try Breakpoint(parsing: "drop")]

            run(&state, .trace(replay), seconds: 60)

            #expect(replay.now == drop?.time && state.isFrozen)
            #expect(state.notice?.description.hasPrefix("stopped at 'drop': value ") == true)
        }
    }

    @Test func `a running program is stopped on the screen, and itself runs on`() throws {
        let session = try TracedSession()
        let screen = try Program.start(["attach", "--break", "value = 42"], session.changes)
        #expect(screen.wait(for: "1 pipeline"))

        #expect(session.works(with: 21))
        #expect(screen.wait(for: "stopped at 'value = 42': "))
        #expect(session.works(with: 5))

        screen.send("q")
        #expect(screen.waitForExit() == .exited(0))
    }

    @Test func `B lists them, x removes the chosen one, and the smallest screen shows it all`() throws {
        var app = try AppFixture("pace", at: 1)
        app.type("B")
        #expect(
            screen(app).rows(with: "time stops nowhere yet") == ["| |   time stops nowhere yet                             |"])
        app.type("bufer >= 3")
        #expect(
            screen(app).rows(with: "stop when: bufer >= 3_") == ["  |   stop when: bufer >= 3_                             |"])
        app.press(.enter)
        app.type("Bdrop")
        app.press(.enter)

        #expect(
            screen(app).rows(with: "bufer >= 3   no buffer 'bufer'; buffers are buffer") == [
                "  |   bufer >= 3   no buffer 'bufer'; buffers are buffer |"
            ])
        #expect(screen(app).rows(with: "> drop") == ["  | > drop                                               |"])
        app.press(.up)
        app.type("x")
        #expect(app.state.breakpoints.map(\.text) == ["drop"])
        app.press(.escape)
        #expect(app.state.overlay == nil && app.effects == [])
    }

    @Test func `what is no condition is said below the line, Esc leaves it`() throws {
        var app = try AppFixture("pace", at: 1)

        app.type("Bbuffer >= x")
        app.press(.enter)
        #expect(
            screen(app).rows(with: "'x' is not valid; buffer takes a count or a") == [
                "  |   'x' is not valid; buffer takes a count or a        |"
            ])
        #expect(app.state.breakpoints.isEmpty)
        app.press(.escape)

        #expect(app.state.overlay == nil && app.state.prompt == nil)
    }

    @Test(arguments: [("--format=jsonl", "\"value\":\"4\""), ("--format=log", "+ 4 in, holds 3")])
    func `a run without a screen ends where it comes to hold`(format: String, last: String) throws {
        let run = try Program.run(["run", "overflow", "--until", "9", "--break", "buffer>=3", format])

        #expect(run.status == .exited(0))
        #expect(run.errors == "flowviz: stopped at 0.15 s by 'buffer >= 3': buffer holds 3 of 5\n")
        #expect(run.output.split(separator: "\n").last?.contains(last) == true)
    }
}
